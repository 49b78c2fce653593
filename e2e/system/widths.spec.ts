import type { Page } from '@playwright/test';

import { pages } from '../pages.ts';
import { fontsAdded } from '../fonts.ts';
import { oneOfEachKind } from '../page-kinds.ts';
import { expect, testOfPages as test } from '../site.ts';

/** CSS pixels: phones, both sides of each breakpoint, and screens that are wider than the page. */
const widths = [320, 390, 480, 639, 640, 691, 799, 800, 1024, 1151, 1152, 1280, 1920, 2560];

const services = pages.map(({ path }) => path).filter((path) => path.startsWith('/services/'));

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedMessages: [/status of 404|no page at/] });

for (const path of new Set([...services, ...oneOfEachKind, '/nowhere'])) {
  test(`drawings reach an edge, titles stand in line and lines are short: ${path}`, async ({ page }) => {
    await page.goto(path);
    await fontsAdded(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // A flaw of the first moment, before the page has followed its window, is none.
      await expect.poll(() => flaws(page), { message: `${path} at ${width} px`, timeout: 5000 }).toEqual([]);
    }
  });
}

/** What is wrong with the page in its present window, a sentence each. */
function flaws(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    return [...sideways(), ...inMidAir(), ...outOfLine(), ...tooLong()];

    function sideways(): string[] {
      const surplus = document.documentElement.scrollWidth - innerWidth;
      return surplus > 0 ? [`scrolls ${surplus} px sideways`] : [];
    }

    /** The drawing at the top, or the two that stand there side by side. */
    function inMidAir(): string[] {
      const isDrawing = (svg: Element) => svg.getBoundingClientRect().width > 150;
      const first = [...main.querySelectorAll('svg')].find(isDrawing);
      const title = main.querySelector('h1');
      if (!first || !title) return ['has no drawing, or no title'];
      const section = first.closest('section, header');
      const drawings = [...(section?.querySelectorAll<SVGSVGElement>('svg:not(svg *)') ?? [first])].filter(isDrawing);
      const shown = drawings.map(clipOf);
      const [left, right] = [Math.min(...shown.map((box) => box.left)), Math.max(...shown.map((box) => box.right))];
      const bottom = Math.max(...shown.map((box) => box.bottom));
      const frame = frameOf(first);
      const titleBox = title.getBoundingClientRect();
      const isBeside = shown.some((box) => box.top < titleBox.bottom && box.bottom > titleBox.top);
      const isAbove = (first.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const end = section?.getBoundingClientRect().bottom;
      return [
        ...drawings.flatMap((drawing) => shortOfItsPlace(drawing, isBeside)),
        ...(right < frame.right - 1 ? [`the drawing ends ${frame.right - right} px before the right edge`] : []),
        ...(left > frame.left + 1 && !isBeside ? [`the drawing begins ${left} px after the left edge`] : []),
        // The section's own line is one pixel.
        ...(end && !isAbove && Math.abs(end - bottom) > 2 ? [`the drawing ends ${end - bottom} px up`] : []),
      ];
    }

    /**
     * Whether lines end within their place, where neither the paper nor what runs on beyond it fills the place's width. Beside the
     * title a structure may end in its own supports.
     */
    function shortOfItsPlace(drawing: SVGSVGElement, isBeside: boolean): string[] {
      const { left, right } = clipOf(drawing);
      const toScreen = drawing.getScreenCTM() ?? undefined;
      const papers = [drawing.getBBox(), ...(drawing.hasAttribute('viewBox') ? [drawing.viewBox.baseVal] : [])];
      const from = papers.map(({ x, y }) => new DOMPoint(x, y).matrixTransform(toScreen).x);
      const to = papers.map(({ x, y, width }) => new DOMPoint(x + width, y).matrixTransform(toScreen).x);
      const isShort = (!isBeside && Math.min(...from) > left + 1) || Math.max(...to) < right - 1;
      return isShort ? [`lines end in mid-air between ${left} and ${right}`] : [];
    }

    /** As far as the drawing can be seen: it, or whatever around it cuts off what runs on. */
    function clipOf(drawing: Element) {
      const clip = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity };
      for (const element of ancestorsOf(drawing)) {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const { overflowX, overflowY } = getComputedStyle(element);
        if (overflowX !== 'visible') {
          clip.left = Math.max(clip.left, left);
          clip.right = Math.min(clip.right, right);
        }
        if (overflowY !== 'visible') {
          clip.top = Math.max(clip.top, top);
          clip.bottom = Math.min(clip.bottom, bottom);
        }
      }
      return clip;
    }

    /** The window, or the box with a line around it in which a drawing stands. */
    function frameOf(drawing: Element) {
      const boxes = [...ancestorsOf(drawing)];
      const box = boxes.find((element) => element instanceof HTMLElement && element.clientLeft > 0);
      if (!box) return { left: 0, right: document.documentElement.clientWidth };
      const left = box.getBoundingClientRect().left + box.clientLeft;
      return { left, right: left + box.clientWidth };
    }

    function* ancestorsOf(element: Element | null): Generator<Element> {
      if (!element) return;
      yield element;
      yield* ancestorsOf(element.parentElement);
    }

    function outOfLine(): string[] {
      return [...main.querySelectorAll('ul, ol, dl')].flatMap((list) => {
        const items = [...list.children].flatMap((item) => {
          const title = item.querySelector('h2, h3, h4, dt');
          const [at, row] = [title, item].map((it) => it?.getBoundingClientRect().top ?? NaN);
          return title && at !== undefined && row !== undefined ? [{ name: title.textContent, at, row }] : [];
        });
        return items.flatMap(({ name, at, row }, index) => {
          const before = items[index - 1];
          const isOut = before && Math.abs(before.row - row) <= 1 && Math.abs(before.at - at) > 1;
          return isOut ? [`“${name}” stands ${at - before.at} px below “${before.name}”`] : [];
        });
      });
    }

    function tooLong(): string[] {
      const blocks = [...document.querySelectorAll('p, dd, li, :is(p, dd, li) span')];
      return blocks.flatMap((block) =>
        linesOf(block)
          .filter(({ length }) => length > 75)
          .map((line) => `a line of ${line.length} characters: ${line}`),
      );
    }

    /** The lines of the text that stands in the element itself. */
    function linesOf(block: Element): string[] {
      const lines: string[] = [];
      // No letter is narrower on average than two fifths of its height.
      const isNarrow =
        block.clientWidth > 0 && block.clientWidth < 30 * Number.parseFloat(getComputedStyle(block).fontSize);
      if (isNarrow) return lines;
      const range = document.createRange();
      let last = Infinity;
      for (const node of block.childNodes) {
        if (!(node instanceof Text) || node.length <= 75) continue;
        for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const { left } = range.getBoundingClientRect();
          lines.push(left > last ? `${lines.pop()} ${word}` : word);
          last = left;
        }
      }
      return lines;
    }
  });
}
