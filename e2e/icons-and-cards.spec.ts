import sharp from 'sharp';

import { pages } from './pages.ts';
import { expect, test } from './site.ts';

const aDay = /max-age=86400/;

test('every page has a card of its own, of the size that networks ask for and below 80 KB', async ({ request }) => {
  const seen = new Map<string, string>();
  for (const { path } of pages) {
    const address = `/cards${path === '/' ? '/home' : path}.png`;
    const answer = await request.get(address);
    expect([address, answer.status(), answer.headers()['content-type']]).toEqual([address, 200, 'image/png']);
    expect(answer.headers()['cache-control']).toMatch(aDay);
    const body = await answer.body();
    const { format, width, height } = await sharp(body).metadata();
    expect([address, format, width, height]).toEqual([address, 'png', 1200, 630]);
    expect(body.length, address).toBeLessThan(80 * 1024);
    const image = body.toString('base64');
    expect(seen.get(image), `${address} looks like another`).toBeUndefined();
    seen.set(image, address);
  }
});

test('the icons are where pages, systems and browsers by themselves look for them, and are kept for a day', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const links = page.locator('link[rel="icon"], link[rel="manifest"]');
  const named = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  const icons = (manifest as { icons: { src: string; type: string }[] }).icons.map(({ src, type }) => [src, type]);
  expect(named.toSorted()).toEqual(['/favicon.svg', '/manifest.webmanifest']);
  for (const [address = '', type = ''] of [
    ...icons,
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ]) {
    const answer = await request.get(address);
    expect([address, answer.status(), answer.headers()['content-type']]).toEqual([address, 200, type]);
    expect(answer.headers()['cache-control'], address).toMatch(aDay);
  }
});
