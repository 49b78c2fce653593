import { once } from 'node:events';
import { request } from 'node:http';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { anna, startTestOffice } from '../testing/office-under-test.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const drawn = sharp({ create: { width: 200, height: 100, channels: 3, background: '#00f', noise } });
const png = await drawn.png().toBuffer();

async function start() {
  const office = await startTestOffice();
  const browser = await office.browserOf(anna, 'content');
  async function upload(...files: readonly Uint8Array<ArrayBuffer>[]) {
    const form = new FormData();
    for (const file of files) form.append('picture', new File([file], 'a.jpg'));
    const response = await browser.postFiles('/content/pictures', form);
    return [response.status, await response.json()];
  }
  return { ...office, browser, upload, png: new Uint8Array(png) };
}

it('an uploaded picture is stored, and shown in the office', async () => {
  const { upload, browser, png, openBrowser } = await start();
  const [status, { picture }] = await upload(png);
  expect([status, picture]).toMatchObject([200, { width: 200, height: 100 }]);
  const path = `/assets/picture-${picture.file}-480.avif`;
  const { headers } = await browser.get(path);
  expect(headers.get('content-type')).toBe('image/avif');
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect([await browser.getStatus(`${path}x`), await openBrowser().getStatus(path)]).toEqual([404, 302]);
});

it.each([
  ['of another kind', [new TextEncoder().encode('%PDF-1.7')], 'no JPEG'],
  ['over 20 MB', [new Uint8Array(22 * 2 ** 20)], 'larger than 20 MB'],
  ['that is missing', [], 'missing'],
])('a file %s is refused in words', async (_what, files, problem) => {
  const { upload, assetStore } = await start();
  expect(await upload(...files)).toEqual([422, { problem: expect.stringContaining(problem) }]);
  expect(await assetStore.listPaths()).toEqual([]);
});

it('a full disk is said in words', async () => {
  const { upload, database, png } = await start();
  await sql`PRAGMA max_page_count = 1`.execute(database);
  expect(await upload(png)).toEqual([503, { problem: expect.stringContaining('Try again') }]);
});

it('an upload that breaks off stores nothing, and the next one is stored', async () => {
  const { upload, url, origin, browser, assetStore, png } = await start();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join();
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 10_000_000, cookie, origin };
  const sent = request(`${url}/content/pictures`, { method: 'POST', headers }).on('error', () => {});
  sent.write('--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n');
  sent.write(png);
  await once(sent, 'socket');
  sent.destroy();
  expect(await upload(png)).toMatchObject([200, {}]);
  expect(await assetStore.listPaths()).toHaveLength(2);
});
