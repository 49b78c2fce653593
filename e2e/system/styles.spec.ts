import { resolve } from 'node:path';
import type { Page } from '@playwright/test';

import { loadRenderer } from '../../src/start/render-check.ts';
import { onePathPerLayout, pages } from '../pages.ts';
import { expect, testReadOnly as test } from '../site.ts';
import { waitForFonts, openPage, waitForAnimations, waitForWholePage } from '../page-actions.ts';

const { styles } = await loadRenderer(resolve('build'));

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(() => test.setTimeout(120_000));

test.describe('by its own styles', () => {
  test.use({ expectedMessages: [/'integrity' attribute|dynamically imported module|status of 404/] });

  for (const { width, paths } of [
    { width: 390, paths: pages.map(({ path }) => path) },
    { width: 1280, paths: onePathPerLayout },
  ])
    test(`each page looks at ${width} px as it does with all that there are`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      // Only the page itself: assets loaded after the first paint are empty.
      await page.route(/\/assets\/.*\.(?:css|js)$/, (route) => route.fulfill({ body: '', contentType: 'text/css' }));
      for (const path of [...paths, '/nowhere']) {
        await page.goto(path);
        await waitForFonts(page);
        const alone = await appearance(page);
        const own = await page.locator('head > style').first().innerText();
        for (const added of [styles, own]) {
          await page.evaluate((css) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(css);
            document.adoptedStyleSheets.push(sheet);
          }, added);
          expect(await appearance(page), `${path}, ${added === own ? 'its own after all' : 'all'}`).toEqual(alone);
        }
      }
    });
});

test('pages that are read ahead change nothing, and then look as when loaded', async ({ page }) => {
  const looks = new Map<string, string[]>();
  const [first = '', ...others] = onePathPerLayout;
  for (const path of [...others, first]) {
    await openPage(page, path);
    await waitForFonts(page);
    looks.set(path, await appearance(page));
  }
  for (const path of others) await readAhead(page, path);
  expect(await appearance(page), `${first}, with the styles of all`).toEqual(looks.get(first));
  for (const path of [...others.toReversed(), first]) {
    await change(page, path);
    expect(await appearance(page), `${path}, changed to`).toEqual(looks.get(path));
  }
});

/** Hovers over a link, and waits for its prefetched page. */
async function readAhead(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse(`**${path}`);
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.dispatchEvent(new Event('pointerover', { bubbles: true }));
    link.remove();
  }, path);
  await (await answered).finished();
}

async function change(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => navigation.navigate(to).finished?.then(() => undefined), path);
  await page.evaluate(() => {
    scrollTo(0, 0);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await waitForAnimations(page);
}

/** Resolves to the position and style of each displayed element, ignoring fractions of a pixel. */
async function appearance(page: Page): Promise<string[]> {
  await waitForWholePage(page);
  await waitForAnimations(page);
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const painted = ['color', 'backgroundColor', 'borderColor', 'font', 'stroke', 'opacity', 'visibility'] as const;
        const box = [x, y, width, height].map(Math.round);
        return [element.tagName, ...box, ...painted.map((name) => style[name])].join(' ');
      }),
  );
}
