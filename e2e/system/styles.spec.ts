import { resolve } from 'node:path';
import type { Page } from '@playwright/test';

import { loadRenderer } from '../../start/built-pages.ts';
import { fontsAdded } from '../fonts.ts';
import { oneOfEachKind } from '../page-kinds.ts';
import { pages } from '../pages.ts';
import { expect, testOfPages as test } from '../site.ts';
import { started, twoFrames } from '../started.ts';

const { styles } = await loadRenderer(resolve('build'));

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('by its own styles', () => {
  test.use({ expectedMessages: [/'integrity' attribute|dynamically imported module|status of 404/] });

  for (const { width, paths } of [
    { width: 390, paths: pages.map(({ path }) => path) },
    { width: 1280, paths: oneOfEachKind },
  ]) {
    test(`each page looks at ${width} px as it does with all that there are`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 800 });
      // Nothing but the page itself: what comes after its first paint comes empty.
      await page.route(/\/assets\/.*\.(?:css|js)$/, (route) => route.fulfill({ body: '', contentType: 'text/css' }));
      for (const path of [...paths, '/nowhere']) {
        await page.goto(path);
        await fontsAdded(page);
        const alone = await appearance(page);
        expect(alone.length).toBeGreaterThan(50);
        const own = await page.locator('head > style').first().innerText();
        for (const [order, added] of Object.entries({ 'all after its own': styles, 'its own after all': own })) {
          await page.evaluate((css) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(css);
            document.adoptedStyleSheets.push(sheet);
          }, added);
          expect(await appearance(page), `${path}, ${order}`).toEqual(alone);
        }
      }
    });
  }
});

for (const [order, paths] of Object.entries({
  'in their order': oneOfEachKind,
  'in the other order': oneOfEachKind.toReversed(),
}))
  test(`pages that are read ahead ${order} change nothing, and then look as when loaded`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1280, height: 800 });
    const open = async (path: string) => {
      await page.goto(path);
      await started(page);
      await fontsAdded(page);
    };
    const looks = new Map<string, string[]>();
    for (const path of paths) {
      await open(path);
      looks.set(path, await appearance(page));
    }
    const [first = '', ...others] = paths;
    await open(first);
    for (const path of others) await readAhead(page, path);
    expect(await appearance(page), `${first}, with the styles of all`).toEqual(looks.get(first));
    for (const path of [...others, first]) {
      await change(page, path);
      expect(await appearance(page), `${path}, changed to`).toEqual(looks.get(path));
    }
  });

/** Turns to a link as a mouse does, and waits for its page. */
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
  await twoFrames(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}

/** Where each element that is displayed stands, and how it is painted, the differences of a pixel's fraction apart. */
function appearance(page: Page): Promise<string[]> {
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
