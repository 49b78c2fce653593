import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

import type { Page } from '@playwright/test';

import { enquiryFunctionPath, failureMessages, findNotifications, sendForm } from './contact-form.ts';
import { pages } from './pages.ts';
import { clickHeaderLink, waitForFonts, openPage, waitUntilStarted, waitTwoFrames } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

test.use({ expectedMessages: failureMessages });

/** Bytes of the first round trip on a new connection: ten segments (RFC 6928). */
const firstRoundTrip = 10 * 1460;
const words = 1200;

test('styles, headers and markup of every page leave room for its words in the first round trip', async ({ site }) => {
  const sizes = await Promise.all(
    pages.map(async ({ path }) => {
      const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
      const headers = [...answer.headers].reduce((size, [name, value]) => size + name.length + value.length + 4, 19);
      return [path, headers + brotliCompressSync(withoutWords(await answer.text())).length] as const;
    }),
  );
  expect(sizes.filter(([, size]) => !(size <= firstRoundTrip - words))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing moves where half of a drawing and what follows it come after a first paint', async ({ page, site }) => {
    const html = await (await fetch(`${site.url}/about`)).text();
    const middle = html.indexOf('</g>', html.indexOf('<svg', html.indexOf('class="poster')));
    const painted = Promise.withResolvers<void>();
    const server = createServer(async (request, response) => {
      const answer = await fetch(site.url + request.url);
      response.setHeader('content-type', answer.headers.get('content-type') ?? '');
      if (request.url !== '/about') return response.end(await answer.bytes());
      response.write(html.slice(0, middle));
      await painted.promise;
      return response.end(html.slice(middle));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/about`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await waitTwoFrames(page);
      painted.resolve();
      await expect(page.locator('.poster.closing')).toBeAttached();
      await waitTwoFrames(page);
      expect(await readDrawingShifts(page)).toEqual([]);
    } finally {
      server.close();
    }
  });
});

/** Resolves to the drawings that were moved: pixels from the top of the window, before and after. */
function readDrawingShifts(page: Page): Promise<number[][]> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer
      .takeRecords()
      .flatMap((entry) => (entry as PerformanceEntry & { sources: LayoutShiftSource[] }).sources)
      .filter(({ node }) => node instanceof SVGElement)
      .map(({ previousRect, currentRect }) => [previousRect.y, currentRect.y]);
  });
}

interface LayoutShiftSource {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

test('a first view stays within its budget, and so does the contact page once its form is used', async ({ page }) => {
  const transferred = (kind = '') =>
    page.evaluate(
      (end) =>
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .filter(({ name }) => name.endsWith(end))
          .reduce((total, entry) => total + (entry as PerformanceResourceTiming).encodedBodySize, 0),
      kind,
    );
  await page.goto('/about');
  await waitForFonts(page);
  await waitUntilStarted(page);
  expect(await transferred('.js')).toBeLessThan(5000);
  expect(await transferred()).toBeLessThan(56_000);

  await page.route(`**${enquiryFunctionPath}`, (route) => route.abort());
  await openPage(page, '/contact');
  await sendForm(page);
  await expect(findNotifications(page)).toBeVisible();
  expect(await transferred()).toBeLessThan(135_000);
});

test('the fonts are asked for once the page is painted, but from another of our pages before', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await page.goto('/about');
  const first = await fontTimes(page);
  expect(first.asked).toHaveLength(2);
  expect(Math.min(...first.asked)).toBeGreaterThanOrEqual(first.painted);
  await clickHeaderLink(page, '/contact');
  await expect(page).toHaveURL('/contact');
  const second = await fontTimes(page);
  expect(Math.max(...second.asked)).toBeLessThan(second.painted);
});

test('a letter that no page has comes in a file of its own, when somebody writes it', async ({ page }) => {
  await page.goto('/contact');
  await waitForFonts(page);
  const others = page.waitForRequest('**/other-letters-*.woff2');
  await page.locator('#name').fill('Þórarinn');
  await others;
});

/** Resolves to the time of the first paint, and the time of each font's request. */
async function fontTimes(page: Page): Promise<{ painted: number; asked: number[] }> {
  await waitForFonts(page);
  return page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  }));
}

/** Removes the content, whose size is up to its editors. */
function withoutWords(html: string): string {
  return html
    .replaceAll(/<script type="application\/ld\+json">.*?<\/script>/gs, '')
    .replaceAll(/(<(style|script)\b.*?<\/\2>)|>[^<]+/gs, (_, code?: string) => code ?? '>');
}
