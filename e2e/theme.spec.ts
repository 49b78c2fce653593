import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { openWithStoppedClock, started } from './started.ts';
import { expect, test } from './site.ts';

const { toLight, toDark } = navigation.theme;

test.describe('with nothing stored', () => {
  test.use({ colorScheme: 'light' });

  test('the theme is dark, whatever the system prefers', async ({ page, request }) => {
    expect(await (await request.get('/')).text()).toMatch(/<html[^>]* class="dark"/);
    await page.goto('/');
    await started(page);
    await expectTheme(page, 'dark');
    expect(await stored(page)).toBeNull();
  });
});

test('the button switches the theme at once and for later visits', async ({ page }) => {
  await page.goto('/');
  await button(page).click();
  await expectTheme(page, 'light');
  expect(await stored(page)).toBe('light');
  await page.reload();
  await started(page);
  await expectTheme(page, 'light');

  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expectTheme(page, 'light');
  await page.getByRole('button', { name: toDark }).click();
  await expectTheme(page, 'dark');
  expect(await stored(page)).toBe('dark');
  await expect(button(page)).toBeVisible();
});

test('a stored light theme stands before there is anything to paint', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'light');
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = () => document.body && seen.push(document.documentElement.className);
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('/');
  await started(page);
  const seen = await page.evaluate(() => 'seen' in window && window.seen);
  expect(new Set(seen as string[])).toEqual(new Set(['light']));
});

test('rubbish in the storage means dark', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light dark"><script>'));
  await page.goto('/');
  await started(page);
  await expectTheme(page, 'dark');
});

test('where storage is blocked the theme is dark, and the button still switches it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await started(page);
  await expectTheme(page, 'dark');
  await button(page).click();
  await expectTheme(page, 'light');
});

test('other tabs follow the change, and fall back to dark when the storage is cleared', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/about');
  await other.getByRole('button', { name: toLight }).click();
  await expectTheme(page, 'light');
  await other.evaluate(() => localStorage.clear());
  await expectTheme(page, 'dark');
});

test.describe('the tooltip of the button', () => {
  test('appears under a mouse that rests for 700 ms, and at once within 300 ms of the last time', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await appearsAfter(page, 700);
    await expect(tooltip(page)).toHaveText(toLight, { useInnerText: true });

    await disappearsWhenLeft(page);
    await page.clock.runFor(250);
    await button(page).hover();
    await page.clock.runFor(1);
    await expect(tooltip(page)).toBeVisible();

    await disappearsWhenLeft(page);
    await page.clock.runFor(301);
    await appearsAfter(page, 700);
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toBeHidden();
  });

  test('appears at once on keyboard focus, until Escape or the focus leaves', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).focus();
    await page.keyboard.press('Tab');
    await expect(button(page)).toBeFocused();
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toBeHidden();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(tooltip(page)).toBeHidden();
  });
});

/** The class on the document, and all that follows it: the colours, the browser's own controls and its frame. */
async function expectTheme(page: Page, theme: 'light' | 'dark') {
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

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const button = (page: Page) => page.getByRole('button', { name: toLight });
const tooltip = (page: Page) => page.locator('.tooltip');

/** Rests the mouse on the button: the tooltip appears after exactly as many milliseconds. */
async function appearsAfter(page: Page, milliseconds: number) {
  await button(page).hover();
  await page.clock.runFor(milliseconds - 1);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toBeVisible();
}

/** Moves the mouse away and lets time pass in small steps, so that it is known when the tooltip has gone. */
async function disappearsWhenLeft(page: Page) {
  await page.mouse.move(640, 700);
  for (let passed = 0; passed < 1000 && (await tooltip(page).isVisible()); passed += 10) await page.clock.runFor(10);
  await expect(tooltip(page)).toBeHidden();
}
