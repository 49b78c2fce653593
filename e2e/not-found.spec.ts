import type { Page } from '@playwright/test';

import { notFound } from '../content/words.ts';
import { open, started } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

test.use({ expectedMessages: [/^404: no page at |^Failed to load resource: .* 404/] });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What the page says on the console. */
function recordErrors(page: Page): () => string[] {
  const texts: string[] = [];
  page.on('console', (message) => message.type() === 'error' && texts.push(message.text()));
  return () => texts.filter((text) => text.startsWith('404:'));
}

for (const { path, sent = path } of [
  { path: '/nope/' },
  { path: '/services' },
  { path: '/services/nope?email=ada@example.com', sent: '/services/nope' },
  { path: '/products/nope/../elsewhere', sent: '/products/elsewhere' },
  { path: '/seite/über/你好', sent: '/seite/%C3%BCber/%E4%BD%A0%E5%A5%BD' },
  { path: '/%zz%' },
  { path: `/${'long/'.repeat(800)}` },
  { path: '/404.html' },
])
  test(`there is no page at ${path.slice(0, 40)}, and console and log say so`, async ({ page, site }) => {
    const logged = recordErrors(page);
    const answer = await page.goto(site.url + path);
    expect([answer?.status(), answer?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    await expect(heading(page)).toHaveText('Oops! Page not found');
    await expect.poll(logged).toEqual([expect.stringContaining(`404: no page at ${sent}`)]);
    const lines = site.log().trim().split('\n');
    const unknown = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'unknown path');
    expect(unknown.map((line) => line.path)).toContain(sent.slice(0, 200));
    expect(site.log()).not.toContain('ada@example.com');
  });

test('a link that a mail has broken over two lines still finds its page', async ({ page }) => {
  expect((await page.goto('/about%0A'))?.status()).toBe(200);
  await expect(page).toHaveURL('/about');
});

test('the way home closes the gap in the bridge while it has the pointer or the focus', async ({ page }) => {
  await open(page, '/nowhere');
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
  await expect(heading(page)).not.toHaveText(notFound.title);

  const logged = recordErrors(page);
  await page.goBack();
  await expect(heading(page)).toHaveText(notFound.title);
  await expect.poll(logged).toEqual(['404: no page at /nope']);
});
