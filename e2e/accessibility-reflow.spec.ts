import type { Page } from '@playwright/test';

import { pages } from '../app/routes.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { resize, started } from './started.ts';

const narrow = [
  [320, 640],
  [320, 256],
] as const;
const wide = [
  [768, 640],
  [1152, 640],
  [2560, 640],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no page scrolls sideways or loses text, from 320 px to 2560 px, at 400 %, and with text as a reader may space it', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    for (const { path } of pages) {
      const isFirstOfKind = oneOfEachKind.includes(path);
      await page.goto(path);
      // The second is a window of 1280 by 1024 px at 400 %.
      for (const [width, height] of isFirstOfKind ? [...narrow, ...wide] : narrow) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => losses(page), `${path} at ${width} px`).toEqual([]);
        if (isFirstOfKind) expect(await heightOfBreadcrumbs(page), path).toBeLessThanOrEqual(3);
      }
      await spaceText(page);
      for (const width of isFirstOfKind ? [320, 1152, 1280] : [320]) {
        await page.setViewportSize({ width, height: 720 });
        await expect.poll(() => losses(page), `${path} at ${width} px, spaced`).toEqual([]);
      }
    }
  });
});

test('text set to 200 % in the browser grows, and every kind of page still reads and opens its menu', async ({
  page,
}) => {
  test.slow();
  // As in the browser's settings, twice the size that browsers come with.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of oneOfEachKind) {
    await page.goto(path);
    for (const width of [1280, 390]) {
      await resize(page, { width, height: 800 });
      const { size, surplus } = await page.evaluate(() => ({
        size: Number.parseFloat(getComputedStyle(document.body).fontSize),
        surplus: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(size, path).toBeGreaterThanOrEqual(34);
      expect(surplus, `${path} at ${width} px`).toBe(0);
    }
  }
  await started(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const last = page.getByRole('button', { name: 'Light Mode' });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});

/** In rem. */
function heightOfBreadcrumbs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const height = document.querySelector('nav[aria-label=Breadcrumb]')?.getBoundingClientRect().height ?? 0;
    return height / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  });
}

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
