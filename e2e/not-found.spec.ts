import type { Page } from '@playwright/test';

import { notFound } from '../content/words.ts';
import { started } from './started.ts';
import { expect, test, type Site } from './site.ts';

test.use({ expectedMessages: [/^404: no page at |^Failed to load resource: .* 404/] });

/** Paths as a browser sends them, where that differs from what was typed. */
const paths: { path: string; sent?: string }[] = [
  { path: '/nope' },
  { path: '/nope/' },
  { path: '/services' },
  { path: '/services/nope?email=ada@example.com', sent: '/services/nope' },
  { path: '/products/nope/../elsewhere', sent: '/products/elsewhere' },
  { path: '/seite/über/你好', sent: '/seite/%C3%BCber/%E4%BD%A0%E5%A5%BD' },
  { path: '/%zz%' },
  { path: `/${'long/'.repeat(800)}` },
  { path: '/404.html' },
];

test('a link that a mail has broken over two lines still finds its page', async ({ page }) => {
  const answer = await page.goto('/about%0A');
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL('/about');
});

test('the way home closes the gap in the bridge, under the pointer and under the focus, and opens it again', async ({
  page,
}) => {
  await page.goto('/nowhere');
  await started(page);
  const home = page.getByRole('main').getByRole('link');
  const piece = page.locator('.missing-piece');
  await expect(piece).toHaveCSS('opacity', '0');
  await home.hover();
  await expect(piece).toHaveCSS('opacity', '1');
  await expect(piece).toHaveCSS('transform', 'none');
  await page.mouse.move(0, 0);
  await expect(piece).toHaveCSS('opacity', '0');
  await page.keyboard.press('Tab');
  await home.focus();
  await expect(piece).toHaveCSS('opacity', '1');
});

test('there is no page at any other address, however it is written', async ({ page, site }) => {
  test.slow();
  const logged = recordErrors(page);
  for (const { path, sent = path } of paths) {
    const answer = await page.goto(site.url + path);
    expect([answer?.status(), answer?.headers()['content-type']], path).toEqual([404, 'text/html; charset=utf-8']);
    await started(page);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Oops! Page not found');
    await expect(page.getByRole('main').getByRole('link'), path).toHaveAttribute('href', '/');
    const inWords = expect.stringContaining(`404: no page at ${sent}`);
    await expect.poll(() => logged.filter((text) => text.startsWith('404:'))).toEqual([inWords]);
    logged.length = 0;
    expect(unknownPaths(site)).toContain(sent.slice(0, 200));
  }
  expect(site.log()).not.toContain('ada@example.com');
});

test('the page for unknown addresses has the frame of all others, and its link leads home', async ({ page }) => {
  await page.goto('/nope');
  expect(await page.title()).toContain(notFound.seo.title);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await started(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(notFound.title);

  const logged = recordErrors(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title);
  await expect.poll(() => logged).toContain('404: no page at /nope');
});

function recordErrors(page: Page): string[] {
  const texts: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') texts.push(message.text());
  });
  return texts;
}

/** The paths that the server has logged as unknown. */
function unknownPaths(site: Site): string[] {
  const lines = site.log().trim().split('\n');
  return lines.map((line) => JSON.parse(line)).flatMap(({ msg, path }) => (msg === 'unknown path' ? [path] : []));
}
