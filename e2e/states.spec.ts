import type { Page } from '@playwright/test';

import { pages } from './pages.ts';
import config from '../playwright.config.ts';
import { controls } from '../content/words.ts';
import { fontsAdded } from './fonts.ts';
import { resize, started } from './started.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

const longWord = 'Antidisestablishmentarianism'.repeat(3).slice(0, 60);
const longName = 'One company whose name has 40 characters';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Scrollbars that take room, as most desktops have them.
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

test('on a phone held sideways the header leaves two thirds of the screen, and each heading begins there', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 844, height: 390 });
  for (const { path } of pages) {
    await open(page, path);
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height, path).toBeLessThanOrEqual(390 / 3);
    const heading = await page.locator('h1').boundingBox();
    expect(heading?.y, path).toBeLessThan(390 - 40);
    expect(await surplus(page), path).toBe(0);
  }
});

test('no kind of page scrolls sideways for the scrollbar’s room, strays on 2560 px, or breaks at 320 px by long words', async ({
  page,
}) => {
  test.slow();
  for (const path of oneOfEachKind) {
    await resize(page, { width: 1280, height: 800 });
    await open(page, path);
    for (const width of [390, 1280, 1920]) {
      await resize(page, { width, height: 800 });
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
      expect(await surplus(page), `${path} at ${width} px`).toBe(0);
    }

    await resize(page, { width: 2560, height: 1300 });
    expect(await surplus(page), path).toBe(0);
    const { margin, longestLine, tallestDrawing } = await measures(page);
    expect(margin, path).toBeGreaterThan(20);
    expect(longestLine, path).toBeLessThan(60);
    expect(tallestDrawing, path).toBeLessThanOrEqual(1300);

    await resize(page, { width: 320, height: 640 });
    const heightBefore = (await page.getByRole('banner').boundingBox())?.height;
    await started(page);
    await replaceWords(page);
    expect(await surplus(page), path).toBe(0);
    expect(await beyondTheEdge(page), path).toEqual([]);
    const logo = await page.locator('.site-logo').boundingBox();
    const button = await page.getByRole('button', { name: controls.menu, exact: true }).boundingBox();
    expect((logo?.x ?? 0) + (logo?.width ?? 0), path).toBeLessThanOrEqual(button?.x ?? 0);
    // The menus begin where the header ends.
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height, path).toBe(heightBefore);
  }
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fontsAdded(page);
}

function surplus(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Text keeps to its measure, and what a page shows to its margins: in rem, but for the drawings. */
function measures(page: Page): Promise<{ margin: number; longestLine: number; tallestDrawing: number }> {
  return page.evaluate(() => {
    const boxes = (places: string, box = (place: Element) => [place.getBoundingClientRect()]) =>
      [...document.querySelectorAll(places)].flatMap(box);
    const lines = (place: Element) => {
      const range = document.createRange();
      range.selectNodeContents(place);
      return [...range.getClientRects()];
    };
    const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return {
      margin: Math.min(...boxes('h1, h2, main p').map(({ left }) => left)) / size,
      longestLine: Math.max(...boxes('main p:not(.font-display)', lines).map(({ width }) => width)) / size,
      tallestDrawing: Math.max(...boxes('main svg').map(({ height }) => height)),
    };
  });
}

/** Every text below the header becomes one long word, every name of the company a long name. */
function replaceWords(page: Page): Promise<void> {
  return page.evaluate(
    ([word, name]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement: place, textContent } = texts.currentNode;
        if (/[a-z]/i.test(textContent ?? '') && place?.closest('main, footer')) texts.currentNode.textContent = word;
        if (place?.matches('.site-logo, .site-footer .font-display')) texts.currentNode.textContent = name;
      }
    },
    [longWord, longName] as const,
  );
}

/** What is cut off at the edge of the window, but for what only screen readers get. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const beyond = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      const place = texts.currentNode.parentElement;
      const isShown = place?.checkVisibility() && !place.closest('.sr-only, .skip-link, .trap');
      if (place && isShown && range.getBoundingClientRect().right > innerWidth)
        beyond.push(`${place.tagName}.${place.className}`);
    }
    return beyond;
  });
}
