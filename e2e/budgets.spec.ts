import { globSync, readFileSync } from 'node:fs';

import { pages } from '../app/routes.ts';
import { fontsAdded } from './fonts.ts';
import { fillForm, notification, send } from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

/** What one round trip brings on a new connection: ten segments (RFC 6928). */
const firstRoundTrip = 10 * 1460;

/** In bytes as they are sent. */
const scriptsOfFirstView = 5_000;
const firstView = 65_000;
const contactWithFormUsed = 135_000;

test('every page with its styles and headers comes in the first round trip', async ({ site }) => {
  const sizes = await Promise.all(
    pages.map(async ({ path }) => {
      const { headers } = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
      const lines = [...headers].reduce((size, [name, value]) => size + name.length + value.length + 4, 19);
      return [path, lines + Number(headers.get('content-length'))] as const;
    }),
  );
  expect(sizes.filter(([, size]) => !(size <= firstRoundTrip))).toEqual([]);
});

test('a first view stays within its budget: scripts, and all together', () => {
  const scripts = stored('assets/entry.client-*.js.br');
  const others = sum(['assets/later-*.css.br', 'assets/display-*.woff2', 'assets/text-*.woff2', 'favicon.svg.br']);
  expect(scripts).toBeLessThan(scriptsOfFirstView);
  const sizes = pages.map(({ path }) => [path, stored(`.${path}/index.html.br`) + scripts + others] as const);
  expect(sizes.filter(([, size]) => size > firstView)).toEqual([]);
});

test('a browser loads no more than that, and on the contact page not much more when its form is used', async ({
  page,
}) => {
  const transferred = () =>
    page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
        (total, entry) => total + (entry as PerformanceResourceTiming).encodedBodySize,
        0,
      ),
    );
  await page.goto('/about');
  await fontsAdded(page);
  await started(page);
  expect(await transferred()).toBeLessThan(firstView);

  await page.goto('/contact');
  await started(page);
  await fillForm(page);
  await send(page);
  await expect(notification(page)).toBeVisible();
  expect(await transferred()).toBeLessThan(contactWithFormUsed);
});

function sum(patterns: readonly string[]): number {
  return patterns.reduce((total, pattern) => total + stored(pattern), 0);
}

/** The size of the one file that matches. */
function stored(pattern: string): number {
  const [file, ...others] = globSync(pattern, { cwd: 'build/client' });
  if (file === undefined || others.length > 0) throw new Error(`Not one file: ${pattern}`);
  return readFileSync(`build/client/${file}`).length;
}
