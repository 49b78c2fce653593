import type { Page } from '@playwright/test';

import config from '../../playwright.config.ts';
import { navigationSchema, siteSchema } from '../../content/schema/site.ts';
import { controls } from '../../content/words.ts';
import { losses } from '../accessibility-reflow.ts';
import { fontsAdded } from '../fonts.ts';
import { oneOfEachKind } from '../page-kinds.ts';
import { pages } from '../pages.ts';
import { expect, testOfPages as test } from '../site.ts';
import { resize, started } from '../started.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Scrollbars that take room, as most desktops have them.
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

test.slow();

const boxOf = async (page: Page, selector: string) => {
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await page.locator(selector).first().boundingBox()) ?? {};
  return { x, y, right: x + width, height };
};
const surplus = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fontsAdded(page);
}

test('on a phone held sideways the header leaves two thirds of the screen to the heading', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (const { path } of pages) {
    await open(page, path);
    expect((await boxOf(page, 'header')).height, path).toBeLessThanOrEqual(390 / 3);
    expect((await boxOf(page, 'h1')).y, path).toBeLessThan(390 - 40);
    expect(await surplus(page), path).toBe(0);
  }
});

for (const path of oneOfEachKind) {
  test(`the page does not scroll sideways for the scrollbar’s room: ${path}`, async ({ page }) => {
    await open(page, path);
    for (const width of [390, 1280, 1920]) {
      await resize(page, { width, height: 800 });
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
      expect(await surplus(page), `at ${width} px`).toBe(0);
    }
  });

  test(`text keeps to its measure and its margins on 2560 px, and a drawing to the screen: ${path}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 2560, height: 1300 });
    await open(page, path);
    expect(await surplus(page)).toBe(0);
    const { margin, longestLine, tallestDrawing } = await measures(page);
    expect(margin).toBeGreaterThan(20);
    expect(longestLine).toBeLessThan(60);
    expect(tallestDrawing).toBeLessThanOrEqual(1300);
  });

  test(`long words and a long name of the company break nothing at 320 px: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, path);
    const before = await boxOf(page, 'header');
    await started(page);
    await lengthenWords(page);
    expect(await surplus(page)).toBe(0);
    expect(await beyondTheEdge(page)).toEqual([]);
    const button = await boxOf(page, `header [aria-label="${controls.menu}"]`);
    expect((await boxOf(page, '.site-logo')).right).toBeLessThanOrEqual(button.x);
    // The menus begin where the header ends.
    expect((await boxOf(page, 'header')).height).toBe(before.height);
  });
}

for (const size of [16, 32])
  test(`the longest words that the header takes stay inside it, with text of ${size} px`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await page.goto('/');
    await started(page);
    for (const words of ['Incomprehensible & Partners ', 'Consultation ', 'incomprehensibilities', 'MW']) {
      await setLongestWords(page, words);
      for (const width of [320, 390, 768, 1024, 1151, 1152, 1280, 1440, 1920, 2304, 2560]) {
        await resize(page, { width, height: 800 });
        expect([...(await losses(page)), ...(await wordsOutside(page))], `“${words}” at ${width} px`).toEqual([]);
      }
    }
  });

/** In rem, but for the drawings. */
function measures(page: Page): Promise<{ margin: number; longestLine: number; tallestDrawing: number }> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const lines = (place: Element) => {
      const range = document.createRange();
      range.selectNodeContents(place);
      return [...range.getClientRects()];
    };
    const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const longest = Math.max(
      ...all('main p:not(.font-display)')
        .flatMap(lines)
        .map(({ width }) => width),
    );
    return {
      margin: Math.min(...all('h1, h2, main p').map((it) => it.getBoundingClientRect().left)) / size,
      longestLine: longest / size,
      tallestDrawing: Math.max(...all('main svg').map((it) => it.getBoundingClientRect().height)),
    };
  });
}

/** Every text below the header becomes one long word, every name of the company a long name. */
function lengthenWords(page: Page): Promise<void> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: place, textContent: text } = texts.currentNode;
      if (place?.matches('.site-logo, .site-footer .font-display'))
        texts.currentNode.textContent = 'One company whose name has 40 characters';
      else if (/[a-z]/i.test(text ?? '') && place?.closest('main, footer'))
        texts.currentNode.textContent = 'Antidisestablishmentarianism'.repeat(3).slice(0, 60);
    }
  });
}

/** What is cut off at the edge of the window, but for what only screen readers get. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    return [...document.body.querySelectorAll(':not(.sr-only, .sr-only *, .skip-link, .trap, .trap *)')].flatMap(
      (it) => {
        const texts = [...it.childNodes].filter((node) => node instanceof Text);
        const isBeyond = texts.some((text) => {
          range.selectNodeContents(text);
          return range.getBoundingClientRect().right > innerWidth;
        });
        return isBeyond && it.checkVisibility() ? [`${it.tagName}.${it.className}`] : [];
      },
    );
  });
}

/** As many links as there may be, and each text as long as it may be, of these words. */
function setLongestWords(page: Page, words: string): Promise<void> {
  const { services, links } = navigationSchema.entries;
  const of = (length: number) => words.repeat(length).slice(0, length).trim();
  const longest = {
    count: maxOf(links),
    logo: of(maxOf(siteSchema.entries.logoText)),
    button: of(maxOf(services.entries.label)),
    label: of(maxOf(links.item.entries.label)),
  };
  return page.evaluate(({ count, logo, button, label }) => {
    document.querySelector('.site-logo > svg')?.nextSibling?.replaceWith(logo);
    const list = document.querySelector('#site-menu > ul');
    const missing = Math.max(0, count - (list?.children.length ?? 0));
    list?.append(...Array.from({ length: missing }, () => list.lastElementChild?.cloneNode(true) ?? ''));
    for (const it of document.querySelectorAll('[popovertarget="services-menu"] > span')) it.textContent = button;
    for (const it of list?.querySelectorAll('a > span') ?? []) it.textContent = label;
  }, longest);
}

/** The most characters, or entries, that a field takes. */
function maxOf(field: { pipe: readonly object[] }): number {
  const rule = field.pipe.find((it) => 'type' in it && it.type === 'max_length');
  if (!rule || !('requirement' in rule) || typeof rule.requirement !== 'number') throw new Error('has no limit');
  return rule.requirement;
}

/** Words that reach beyond their item to the side, and items that lie on the one before. */
function wordsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll('header :is(.site-logo, .nav-item, .icon-button)')]
      .filter((item) => item.checkVisibility() && !item.closest('.services-menu'))
      .map((item) => ({ item, box: item.getBoundingClientRect() }));
    const outside = items.filter(({ item, box }, index) => {
      const before = items[index - 1]?.box;
      const isBeyond = item.scrollWidth > item.clientWidth + 1 && !item.matches('.icon-button');
      // Rows may overlap a little, where nothing is written.
      const middle = (box.top + box.bottom) / 2;
      return isBeyond || (before && before.top < middle && before.bottom > middle && before.right > box.left + 1);
    });
    return outside.map(({ item }) => item.textContent);
  });
}
