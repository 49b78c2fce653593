import type { Page } from '@playwright/test';

import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

test.use({ expectedMessages: [/status of 404|^404: /] });

test('every kind of page prints in black on white, without navigation, form, buttons and drawings', async ({
  page,
}) => {
  test.slow();
  for (const path of [...oneOfEachKind, '/nowhere']) {
    await page.goto(path);
    // These styles are among those that come after the first paint.
    await expect.poll(() => page.evaluate(() => document.styleSheets.length), path).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    const expected = { inks: ['rgb(0, 0, 0)'], grounds: ['rgb(255, 255, 255)'], surplus: [] };
    expect(await printed(page), path).toEqual(expected);
    await page.emulateMedia({ media: null });
  }
});

test('a printed link that leads out of the site shows its address', async ({ page }) => {
  await page.goto('/products/shipguru');
  const link = page.locator('main a[href^="http"]').first();
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).toMatch(/^https:/);
  const after = () =>
    link.evaluate((element) => {
      const { content, position, transform } = getComputedStyle(element, '::after');
      return { content, position, transform };
    });
  expect((await after()).content).not.toContain(address);
  await page.emulateMedia({ media: 'print' });
  // In the line, as words are: on the screen what stands there is stretched below the link.
  await expect
    .poll(after)
    .toEqual({ content: expect.stringContaining(address), position: 'static', transform: 'none' });
});

/** The colours of all words and of what lies under them, and whatever is of no use on paper. */
function printed(page: Page): Promise<{ inks: string[]; grounds: string[]; surplus: string[] }> {
  return page.evaluate(() => {
    const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const withWords = shown.filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    const colours = (elements: Element[], property: 'color' | 'backgroundColor') => [
      ...new Set(elements.map((element) => getComputedStyle(element)[property])),
    ];
    return {
      inks: colours(withWords, 'color'),
      grounds: colours([document.documentElement, ...shown], 'backgroundColor').filter(
        (ground) => !ground.endsWith(', 0)'),
      ),
      surplus: shown
        .filter((element) => element.matches('nav, form, button, footer, main svg'))
        .map(({ outerHTML }) => outerHTML),
    };
  });
}
