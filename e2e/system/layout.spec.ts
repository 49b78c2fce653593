import type { Page } from '@playwright/test';

import config from '../../playwright.config.ts';
import { navigation, site as company } from '../../src/content/schema/site.ts';
import { onePathPerLayout, pages } from '../pages.ts';
import { expect, testReadOnly as test } from '../site.ts';
import { waitForFonts, openPage, resizePage, waitForWholePage, waitTwoFrames } from '../page-actions.ts';
import { findClippedContent } from './accessibility-reflow.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedMessages: [/status of 404|no page at/],
  // With scrollbars that take up space, as on most desktops.
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});
test.slow();

const services = pages.map(({ path }) => path).filter((path) => path.startsWith('/services/'));
/** CSS pixels: phones, one in landscape, both sides of each breakpoint, and screens wider than the page. */
const widths = [320, 390, 480, 639, 640, 691, 799, 800, 844, 1024, 1151, 1152, 1280, 1920, 2560];

for (const path of new Set([...services, ...onePathPerLayout, '/nowhere']))
  test(`on every screen drawings reach the edge, titles align, text keeps its measure: ${path}`, async ({ page }) => {
    await page.goto(path);
    await waitForFonts(page);
    await waitForWholePage(page);
    await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    for (const width of widths) {
      await resizePage(page, { width, height: width === 844 ? 390 : 1300 });
      expect(await flaws(page), `at ${width} px`).toEqual([]);
    }
    await resizePage(page, { width: 320, height: 640 });
    await lengthenWords(page);
    expect(await flaws(page).then((all) => all.filter((flaw) => flaw.startsWith('scrolls'))), 'long words').toEqual([]);
  });

for (const size of [16, 32])
  test(`the longest words that the header takes stay inside it, with text of ${size} px`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await openPage(page, '/');
    await waitForWholePage(page);
    for (const words of ['Incomprehensible & Partners ', 'incomprehensibilities', 'MW']) {
      await setLongestWords(page, words);
      for (const width of [320, 390, 768, 1024, 1151, 1152, 1280, 1920, 2560]) {
        await resizePage(page, { width, height: 800 });
        expect(await findClippedContent(page), `“${words}” at ${width} px`).toEqual([]);
      }
    }
  });

test('each kind of page prints in black on white, without what paper cannot use', async ({ page }) => {
  for (const path of [...onePathPerLayout, '/nowhere']) {
    await page.goto(path);
    // Print styles are loaded after the first paint.
    await expect.poll(() => page.evaluate(() => document.styleSheets.length), path).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const printed = await page.evaluate(() => {
      const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
      const withWords = shown.filter(({ childNodes }) =>
        [...childNodes].some((node) => node instanceof Text && node.data.trim()),
      );
      return {
        inks: [...new Set(withWords.map((element) => getComputedStyle(element).color))],
        grounds: [...new Set(shown.map((element) => getComputedStyle(element).backgroundColor))].toSorted(),
        surplus: shown
          .filter((it) => it.matches('nav, form, button, footer, main svg:not(.closing *, .example *)'))
          .map((it) => it.outerHTML),
        unsaid: [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="http"]')]
          .filter((link) => !getComputedStyle(link, '::after').content.includes(link.href.slice(0, -1)))
          .map(({ href }) => href),
      };
    });
    const isBlackOnWhite = expect.objectContaining({ inks: ['rgb(0, 0, 0)'], surplus: [], unsaid: [] });
    expect(printed, path).toEqual(isBlackOnWhite);
    expect(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'], path).toEqual(expect.arrayContaining(printed.grounds));
    await page.emulateMedia({ media: null });
  }
});

test('the fonts move next to nothing on most pages when they come', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shifts: number[] = [];
  for (const { path } of pages) {
    await page.goto(path);
    await waitForFonts(page);
    await waitForWholePage(page);
    await waitTwoFrames(page);
    shifts.push(await page.evaluate(() => Number(Reflect.get(window, 'shift'))));
  }
  // Some texts fill a line exactly in one typeface, and wrap in another.
  expect(shifts.filter((shift) => shift >= 0.05).length, String(shifts)).toBeLessThanOrEqual(pages.length / 4);
});

/** Resolves to the layout faults of the page at its present size, a sentence each. */
function flaws(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const drawings = all('main svg').filter((svg) => boxOf(svg).width > 150);
    return [
      ...(scrollWidth > clientWidth ? [`scrolls ${scrollWidth - clientWidth} px sideways`] : []),
      ...(boxOf(document.querySelector('header')).height > clientHeight / 3 ? ['the header takes the screen'] : []),
      ...(boxOf(document.querySelector('h1')).top > clientHeight - 40 ? ['the title is not seen'] : []),
      ...(boxOf(document.querySelector('main p')).left < 10 ? ['text has no margin'] : []),
      ...drawings.filter((svg) => boxOf(svg).height > 1300).map(() => 'a drawing is taller than the screen'),
      ...inMidAir(),
      ...outOfLine(),
      ...badlyMeasured(),
    ];

    /** Checks the first drawing, or the right one of two side by side. Papers in links hang from their own line. */
    function inMidAir(): string[] {
      const first = drawings.find((svg) => !svg.closest('a'));
      if (!first) return [];
      const section = first.closest('section, header');
      const frame = ancestorsOf(first).find((it) => it.clientLeft > 0);
      const edge = frame ? boxOf(frame).right - frame.clientLeft : clientWidth;
      const beside = drawings.filter((svg) => svg === first || section?.contains(svg));
      // Lines may extend beyond their paper.
      const ends = beside.flatMap((svg) => [svg, ...svg.querySelectorAll('*')]).map((line) => boxOf(line).right);
      const gap = edge - Math.max(...ends);
      return gap > 1 ? [`the drawing ends ${gap} px before the edge`] : [];
    }

    function ancestorsOf(element: Element | null | undefined): HTMLElement[] {
      const parent = element?.parentElement;
      return parent ? [parent, ...ancestorsOf(parent)] : [];
    }

    function outOfLine(): string[] {
      return all('main :is(ul, ol, dl)').flatMap((list) => {
        const shown = [...list.children].filter((item) => item.checkVisibility());
        const titled = shown.filter((item) => item.querySelector('h2, h3, h4, dt'));
        const titleOf = (item: Element | undefined) => boxOf(item?.querySelector('h2, h3, h4, dt'));
        return titled.flatMap((item, index) => {
          const before = titled[index - 1];
          const isBeside = before && Math.abs(boxOf(before).top - boxOf(item).top) <= 1;
          if (!isBeside) return [];
          // Titles stand on one line, or on their feet, as plates do on masts.
          const [one, other] = [titleOf(before), titleOf(item)];
          const isApart = Math.abs(one.top - other.top) > 1 && Math.abs(one.bottom - other.bottom) > 1;
          return isApart ? [`out of line: ${item.textContent}`] : [];
        });
      });
    }

    /** Finds texts of more than 75 characters a line on average, or less than 11 over many lines. */
    function badlyMeasured(): string[] {
      const range = document.createRange();
      return all('main :is(p, dd, li), footer p').flatMap((block) =>
        [...block.childNodes].flatMap((node) => {
          if (!(node instanceof Text)) return [];
          range.selectNodeContents(node);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          if (node.length > 75 * Math.max(lines, 1) && lines > 0) return [`too long: ${node.data}`];
          return lines > 3 && node.length < 11 * lines ? [`crammed: ${node.data}`] : [];
        }),
      );
    }
  });
}

/** Replaces every text below the header by one long word, and the company's name by a long one. */
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

/** Fills the content to its limits: as many links, and as long texts, as the schemas allow. */
function setLongestWords(page: Page, words: string): Promise<void> {
  const { services: menu, links } = navigation.entries;
  const of = (length: number) => words.repeat(length).slice(0, length).trim();
  const longest = {
    count: maxOf(links),
    logo: of(maxOf(company.entries.logoText)),
    button: of(maxOf(menu.entries.label)),
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

/** Returns the maximum length of a schema field, in characters or entries. */
function maxOf(field: { pipe: readonly object[] }): number {
  const rules = field.pipe.flatMap((it) => ('pipe' in it ? (it.pipe as readonly object[]) : it));
  const rule = rules.find((it) => 'type' in it && it.type === 'max_length');
  if (!rule || !('requirement' in rule) || typeof rule.requirement !== 'number') throw new Error('has no limit');
  return rule.requirement;
}
