import type { Page } from '@playwright/test';

import { pages } from '../app/routes.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false });

const everyPage = pages.map(({ path }) => path);

test('no page scrolls sideways or cuts off text, from 320 px to 2560 px, and at 400 %', async ({ page }) => {
  test.setTimeout(120_000);
  for (const { width, height, paths } of [
    { width: 320, height: 640, paths: everyPage },
    // A window of 1280 by 1024 px at 400 %.
    { width: 320, height: 256, paths: oneOfEachKind },
    { width: 768, height: 640, paths: oneOfEachKind },
    { width: 1152, height: 640, paths: oneOfEachKind },
    { width: 2560, height: 640, paths: oneOfEachKind },
  ]) {
    await page.setViewportSize({ width, height });
    for (const path of paths) {
      await page.goto(path);
      await expect.poll(() => losses(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('no page loses anything with the spacing of text that a reader may set', async ({ page }) => {
  test.setTimeout(120_000);
  for (const { width, paths } of [
    { width: 320, paths: everyPage },
    { width: 1152, paths: oneOfEachKind },
    { width: 1280, paths: oneOfEachKind },
  ]) {
    await page.setViewportSize({ width, height: 720 });
    for (const path of paths) {
      await page.goto(path);
      await spaceText(page);
      await expect.poll(() => losses(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

/** The four figures of WCAG 1.4.12. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = [sheet];
  });
}

/** What a reader cannot get at, or sees lying on something else: beyond the edge of the page, of a box, of the header. */
function losses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const surplus = document.documentElement.scrollWidth - innerWidth;
    const shown = [...document.querySelectorAll<HTMLElement>('body :not(svg, svg *)')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1,
    );
    const cut = shown.filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isClipped = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip');
      return isClipped && [...element.querySelectorAll('a, button, h1, h2, h3, p, li')].some(reachesBeyond(element));
    });
    const header = document.querySelector('header');
    const spilt = [...(header?.querySelectorAll<HTMLElement>('.wrap > *, #site-menu > *, #site-menu a') ?? [])]
      .filter((element) => element.checkVisibility() && !element.closest('#services-menu'))
      .filter(reachesBeyond(header));
    return [
      ...(surplus > 0 ? [`${surplus} px sideways`] : []),
      ...[...cut, ...spilt].map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`),
    ];

    function reachesBeyond(box: Element | null): (element: Element) => boolean {
      const outer = box?.getBoundingClientRect();
      return (element) => {
        const { left, right, bottom, width } = element.getBoundingClientRect();
        if (!outer || width <= 1) return false;
        return left < outer.left - 1 || right > outer.right + 1 || bottom > outer.bottom + 1;
      };
    }
  });
}
