import type { Page } from '@playwright/test';

import { resolve } from 'node:path';

import { loadRenderer } from '../start/built-pages.ts';
import { fontsAdded } from './fonts.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { pages } from './pages.ts';
import { expect, test } from './site.ts';
import { started, twoFrames } from './started.ts';

const { styles } = await loadRenderer(resolve('build'));

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('by its own styles', () => {
  test.use({ expectedMessages: [/'integrity' attribute|dynamically imported module|status of 404/] });

  for (const { width, paths } of [
    { width: 390, paths: pages.map(({ path }) => path) },
    { width: 1280, paths: oneOfEachKind },
  ]) {
    test(`each page looks at ${width} px as it does with all that there are, before or after them`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 800 });
      // Nothing but the page itself: what comes after its first paint comes empty.
      await page.route(/\/assets\/.*\.(?:css|js)$/, (route) => route.fulfill({ body: '', contentType: 'text/css' }));
      for (const path of [...paths, '/nowhere']) {
        await page.goto(path);
        await fontsAdded(page);
        const alone = await appearance(page);
        expect(alone.length).toBeGreaterThan(50);
        await addStyles(page, styles);
        expect(await appearance(page), `${path}, all after its own`).toEqual(alone);
        await addStyles(page, await page.locator('head > style').first().innerText());
        expect(await appearance(page), `${path}, its own after all`).toEqual(alone);
      }
    });
  }
});

for (const order of ['in their order', 'in the other order'])
  test(`pages that are read ahead ${order} change nothing on the page that is shown, and then look as when loaded`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1280, height: 800 });
    const paths = order === 'in their order' ? oneOfEachKind : oneOfEachKind.toReversed();
    const looks = new Map<string, string[]>();
    for (const path of paths) {
      await page.goto(path);
      await started(page);
      await fontsAdded(page);
      looks.set(path, await appearance(page));
    }
    const [first = '', ...others] = paths;
    await page.goto(first);
    await started(page);
    await fontsAdded(page);
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

function addStyles(page: Page, text: string): Promise<void> {
  return page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, text);
}

/** Where each element that is displayed stands, and how it is painted, the differences of a pixel's fraction apart. */
function appearance(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        return [
          element.tagName,
          ...[x, y, width, height].map(Math.round),
          style.color,
          style.backgroundColor,
          style.borderColor,
          style.font,
          style.stroke,
          style.opacity,
          style.visibility,
        ].join(' ');
      }),
  );
}
