import type { Page } from '@playwright/test';

import { navigation } from '../content/words.ts';
import { expectHoverIntent, showsAfter } from './hover.ts';
import { open, openWithStoppedClock, started } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

const { toLight, toDark } = navigation.theme;
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const button = (page: Page, name = toLight) => page.getByRole('button', { name });
const tooltip = (page: Page) => page.locator('.tooltip');

test('the button switches the theme at once and for later visits', async ({ page }) => {
  await page.goto('/');
  await button(page).click();
  await expectTheme(page, 'light');
  expect(await stored(page)).toBe('light');
  await page.reload();
  await started(page);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page).toHaveURL('/about');
  await expectTheme(page, 'light');
  await button(page, toDark).click();
  await expectTheme(page, 'dark');
  expect(await stored(page)).toBe('dark');
  await expect(button(page)).toBeVisible();
});

for (const { kept, theme } of [
  { kept: null, theme: 'dark' },
  { kept: 'light', theme: 'light' },
  { kept: 'light dark"><script>', theme: 'dark' },
]) {
  test(`where the storage has ${kept} the theme is ${theme} before there is anything to paint`, async ({ page }) => {
    await page.addInitScript((value) => {
      if (value) localStorage.setItem('theme', value);
      const seen: string[] = [];
      Object.assign(window, { seen });
      const note = () => document.body && seen.push(document.documentElement.className);
      new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
    }, kept);
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/');
    expect(new Set((await page.evaluate(() => Reflect.get(window, 'seen'))) as string[])).toEqual(new Set([theme]));
    await expectTheme(page, theme);
    expect(await stored(page)).toBe(kept);
  });
}

test('where storage is blocked the theme is dark, and the button still switches it', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await open(page, '/');
  await expectTheme(page, 'dark');
  await button(page).click();
  await expectTheme(page, 'light');
});

test('other tabs follow the change, and fall back to dark when the storage is cleared', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/about');
  await button(other).click();
  await expectTheme(page, 'light');
  await other.evaluate(() => localStorage.clear());
  await expectTheme(page, 'dark');
});

test('the tooltip appears under a mouse that rests for 700 ms, and at once within 300 ms', async ({ page }) => {
  await openWithStoppedClock(page, '/');
  await showsAfter(page, button(page), tooltip(page), 700);
  await expect(tooltip(page)).toHaveText(toLight, { useInnerText: true });
  await expectHoverIntent(page, button(page), tooltip(page), 700);
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
});

test('the tooltip appears at once on keyboard focus, until Escape or the focus leaves', async ({ page }) => {
  await openWithStoppedClock(page, '/');
  await page.getByRole('banner').locator('a[href="/contact"]').focus();
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  for (const [key, isShown] of [
    ['', true],
    ['Escape', false],
    ['Shift+Tab', false],
    ['Tab', true],
    ['Tab', false],
  ] as const) {
    if (key) await page.keyboard.press(key);
    await expect(tooltip(page)).toBeVisible({ visible: isShown });
  }
});

/** The class on the document, and all that follows it: the colours, the browser's own controls and its frame. */
async function expectTheme(page: Page, theme: string): Promise<void> {
  await expect(page.locator('html')).toHaveClass(theme);
  const look = await page.evaluate(() => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
    const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = metas[0]?.content ?? '';
    const frame = getComputedStyle(probe).color;
    probe.remove();
    return { colorScheme, metas: metas.length, frameMatches: frame === backgroundColor };
  });
  expect(look).toEqual({ colorScheme: theme, metas: 1, frameMatches: true });
}
