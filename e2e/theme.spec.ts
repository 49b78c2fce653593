import type { Page } from '@playwright/test';

import { navigation } from '../content/words.ts';
import { follow, open, started } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

const { toLight, toDark } = navigation.theme;
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('the button switches the theme at once, for later visits, and in other tabs until the storage is cleared', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/about');
  await page.goto('/');
  await press(page, toLight);
  await expectTheme(page, 'light');
  expect(await stored(page)).toBe('light');
  await expectTheme(other, 'light');
  await page.reload();
  await started(page);
  await follow(page, '/about');
  await expect(page).toHaveURL('/about');
  await expectTheme(page, 'light');
  await press(page, toDark);
  await expectTheme(page, 'dark');
  await press(page, toLight);
  await expectTheme(other, 'light');
  await page.evaluate(() => localStorage.clear());
  await expectTheme(other, 'dark');
});

for (const { kept, theme } of [
  { kept: null, theme: 'dark' },
  { kept: 'light', theme: 'light' },
  { kept: 'light dark"><script>', theme: 'dark' },
])
  test(`where the storage has ${kept} the theme is ${theme} before there is anything to paint`, async ({ page }) => {
    await page.addInitScript((value) => {
      if (value) localStorage.setItem('theme', value);
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const note = () => document.body && seen.add(document.documentElement.className);
      new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
    }, kept);
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/');
    expect(await page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)])).toEqual([theme]);
    await expectTheme(page, theme);
    expect(await stored(page)).toBe(kept);
  });

test('where storage is blocked the theme is dark, and the button still switches it', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await open(page, '/');
  await expectTheme(page, 'dark');
  await press(page, toLight);
  await expectTheme(page, 'light');
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
