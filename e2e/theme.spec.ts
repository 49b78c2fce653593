import type { Page } from '@playwright/test';

import { navigation } from '../src/content/release-content.ts';
import { clickHeaderLink, openPage, waitUntilStarted } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

const { toLight, toDark } = navigation.theme;
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('the button switches the theme, also later and in other tabs, until storage is cleared', async ({
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
  await waitUntilStarted(page);
  await clickHeaderLink(page, '/about');
  await expect(page).toHaveURL('/about');
  await expectTheme(page, 'light');
  await press(page, toDark);
  await expectTheme(page, 'dark');
  await press(page, toLight);
  await expectTheme(other, 'light');
  await page.evaluate(() => localStorage.clear());
  await expectTheme(other, 'dark');
});

for (const { kept, theme, other } of [
  { kept: null, theme: 'dark', other: 'light' },
  { kept: 'light', theme: 'light', other: 'dark' },
  { kept: 'light dark"><script>', theme: 'dark', other: 'light' },
  { kept: undefined, theme: 'dark', other: 'light' },
])
  test(`where the storage ${kept === undefined ? 'is blocked' : `has ${kept}`} the theme is ${theme} before there is anything to paint, until the button switches it`, async ({
    page,
  }) => {
    if (kept === undefined)
      await page.addInitScript(() => {
        const get = () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get });
      });
    else if (kept) await page.addInitScript((value) => localStorage.setItem('theme', value), kept);
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const note = () => document.body && seen.add(document.documentElement.className);
      new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await openPage(page, '/');
    expect(await page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)])).toEqual([theme]);
    await expectTheme(page, theme);
    if (kept !== undefined) expect(await stored(page)).toBe(kept);
    await press(page, theme === 'dark' ? toLight : toDark);
    await expectTheme(page, other);
  });

/** Expects the document's class and its effects: colours, native controls and the browser's own frame. */
async function expectTheme(page: Page, theme: string): Promise<void> {
  await expect(page.locator('html')).toHaveClass(theme);
  const look = await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
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
