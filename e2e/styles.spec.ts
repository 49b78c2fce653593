import type { Page } from '@playwright/test';

import { pages } from '../app/routes.ts';
import { fontsAdded } from './fonts.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedMessages: [/'integrity' attribute|dynamically imported module|status of 404/],
});

for (const { width, paths } of [
  { width: 390, paths: pages.map(({ path }) => path) },
  { width: 1280, paths: oneOfEachKind },
]) {
  test(`pages look at ${width} px as they do once the whole stylesheet has come`, async ({ page, site }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    // Nothing but the page itself: what comes after its first paint comes empty.
    await page.route(/\/assets\/.*\.(?:css|js)$/, (route) => route.fulfill({ body: '', contentType: 'text/css' }));
    for (const path of [...paths, '/nowhere']) {
      await page.goto(site.url + path);
      await fontsAdded(page);
      const alone = await appearance(page);
      expect(alone.length).toBeGreaterThan(50);
      await addWholeStylesheet(page);
      expect(await appearance(page), path).toEqual(alone);
    }
  });
}

async function addWholeStylesheet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('head > link[rel=stylesheet]');
    const whole = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${link?.href}?whole` });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    Object.assign(whole, { onload: resolve, onerror: reject });
    document.head.append(whole);
    await promise;
  });
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
