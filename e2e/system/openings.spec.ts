import { resolve } from 'node:path';
import type { Page } from '@playwright/test';

import * as content from '../../src/content/release-content.ts';
import { createSite } from '../../src/site/routes.ts';
import { loadRenderer } from '../../src/start/render-check.ts';
import { waitForFonts, waitForWholePage } from '../page-actions.ts';
import { pages } from '../pages.ts';
import { expect, testReadOnly as test } from '../site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedMessages: [/^404: no page at|status of 404/] });

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`no words or controls in the sky of a poster cross its shapes at ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await serveErrorScreen(page);
    const crossings: string[] = [];
    for (const path of [...pages.map((one) => one.path), '/nowhere', '/error-screen']) {
      await page.goto(path);
      await waitForFonts(page);
      await waitForWholePage(page);
      crossings.push(...(await page.evaluate(findCrossings)).map((crossing) => `${path}: ${crossing}`));
    }
    expect(crossings).toEqual([]);
  });
}

/** Serves the error screen, which no address shows, in the styles of the 404 page. */
async function serveErrorScreen(page: Page): Promise<void> {
  const { renderPage } = await loadRenderer(resolve('build'));
  const site = createSite(content, { siteUrl: '', lastChanges: {}, code: { entry: '', integrity: {} } });
  const main = /<main.*<\/main>/s;
  const [screen = ''] = main.exec(renderPage(site, '/', { error: new Error('Unexpected Server Error') }).body) ?? [];
  await page.route('/error-screen', async (route) => {
    const response = await route.fetch({ url: new URL('/nowhere', route.request().url()).href });
    await route.fulfill({ response, body: (await response.text()).replace(main, () => screen) });
  });
}

/**
 * Lists the words and controls of openings and closings that touch a shape, the labels of the picture that cross the
 * edge of one, and what leaves its section. Runs in the browser.
 */
function findCrossings(): string[] {
  const [airBeside, airAbove, step] = [8, 4, 5];
  const scenes = [...document.querySelectorAll('.poster, .home-hero')];
  const shapes = [...(scenes[0]?.querySelectorAll<SVGPathElement>(':scope > svg path') ?? [])];
  const lineWidths = new Map(
    shapes
      .map((shape) => [shape, getComputedStyle(shape)] as const)
      .flatMap(([shape, { stroke, strokeWidth }]) =>
        stroke === 'none' ? [] : [[shape, Number.parseFloat(strokeWidth)] as const],
      ),
  );
  const listBoxes = (scene: Element) => {
    const boxes = [...scene.querySelectorAll('.wrap:not(ul) .button, :scope > svg text')].map((element) => {
      return { name: element.textContent, rect: element.getBoundingClientRect(), isLabel: element.matches('text') };
    });
    const range = document.createRange();
    for (const wrap of scene.querySelectorAll('.wrap:not(ul)')) {
      const texts = document.createTreeWalker(wrap, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        if (texts.currentNode.parentElement?.closest('.button')) continue;
        range.selectNodeContents(texts.currentNode);
        boxes.push(...[...range.getClientRects()].map((rect) => ({ name: range.toString(), rect, isLabel: false })));
      }
    }
    return boxes.filter(({ rect }) => rect.width > 1);
  };
  if (shapes.length === 0) return ['no picture'];
  return scenes.flatMap((scene) => {
    const matrix = scene.querySelector<SVGSVGElement>(':scope > svg')?.getScreenCTM() ?? new DOMMatrix();
    const inverse = matrix.inverse();
    const edges = scene.getBoundingClientRect();
    // So wide that the grid of points meets each line.
    for (const [line, width] of lineWidths) line.style.strokeWidth = `${Math.max(width, (1.5 * step) / matrix.a)}`;
    return listBoxes(scene).flatMap(({ name, rect, isLabel }) => {
      const [left, right] = [rect.left - airBeside, rect.right + airBeside];
      const [top, bottom] = [rect.top - airAbove, rect.bottom + airAbove];
      const points: DOMPoint[] = [];
      for (let x = left; x <= right; x += step)
        for (let y = top; y <= bottom; y += step) points.push(new DOMPoint(x, y).matrixTransform(inverse));
      const crossed = shapes.filter((shape) => {
        const width = lineWidths.get(shape);
        const isHit = (point: DOMPoint) => (width ? shape.isPointInStroke(point) : shape.isPointInFill(point));
        const box = shape.getBBox();
        const start = new DOMPoint(box.x, box.y).matrixTransform(matrix);
        const end = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
        const [beside, above] = [Math.max(start.x - right, left - end.x), Math.max(start.y - bottom, top - end.y)];
        if (Math.max(beside, above) > (width ?? 0) * matrix.a) return false;
        return points.some(isHit) && !(isLabel && points.every(isHit));
      });
      const leaves = rect.left < edges.left || rect.right > edges.right || rect.bottom > edges.bottom;
      const faults = crossed.map((shape) => shape.getAttribute('class') ?? '');
      return [...faults, ...(leaves ? ['the edge of its section'] : [])].map((fault) => `"${name}" meets ${fault}`);
    });
  });
}
