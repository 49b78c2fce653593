import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as words from '../content/words.ts';
import { createFront } from '../server/front.ts';
import { readStaticFiles } from '../server/static-files.ts';
import { publish } from './testing/built-pages.ts';
import { ask, askIn, openHttp2, type Answer } from './testing/https-client.ts';
import { age } from './testing/nginx-cache.ts';
import { nginx, siteUrl, startWithSite, type Proxy, type ProxyWithSite } from './testing/proxies.ts';
import { shownTexts } from './testing/stored-site.ts';

const hour = 3600;
const pages = await publish(words, { siteUrl });
const files = readStaticFiles(join(import.meta.dirname, '..', 'build', 'client'));
const addresses = [...files.keys(), ...pages.files.keys()].filter((address) => address !== '/404.html');

describe.skipIf(!nginx.testable)('the shared cache of nginx with the site behind it', () => {
  const encodings = ['gzip, deflate, br, zstd', 'gzip', ''];
  let proxy: ProxyWithSite;

  beforeAll(async () => {
    proxy = await startWithSite();
    return () => proxy.stop();
  });

  /** Visits every page and file once with each set of encodings, and returns how the cache has answered how often. */
  async function visitAll(): Promise<Record<string, number>> {
    const lines = () => proxy.log().match(/ cache=\w+$/gm) ?? [];
    const before = lines().length;
    for (const encoding of encodings) {
      const session = await openHttp2(proxy, { from: `127.0.4.${encodings.indexOf(encoding) + 1}` });
      const headers = { 'accept-encoding': encoding };
      const answers = await Promise.all(addresses.map((address) => askIn(session, address, { headers })));
      session.destroy();
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
    await expect.poll(() => lines().length).toBe(before + addresses.length * encodings.length);
    const counts: Record<string, number> = {};
    for (const line of lines().slice(before)) {
      const status = line.replace(' cache=', '');
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  test('of many visits only the first reaches the server; while it is away all is shown, and fresh when it is back', async () => {
    const all = addresses.length * encodings.length;
    const assets = addresses.filter((address) => address.startsWith('/assets/')).length * encodings.length;
    expect(await visitAll()).toEqual({ MISS: all });
    expect(await visitAll()).toEqual({ HIT: all });

    await proxy.crash();
    for (const hours of [1, 6 * 24]) {
      age(proxy, hours * hour);
      expect(await visitAll()).toEqual({ HIT: assets, STALE: all - assets });
    }
    await proxy.startSite();
    expect(await visitAll()).toEqual({ HIT: assets, REVALIDATED: all - assets });
    expect(await visitAll()).toEqual({ HIT: all });
  });
});

test.skipIf(!nginx.testable)('a page that is gone is gone from the cache of nginx as well', async () => {
  const settings = { siteUrl, trustProxy: 1, allowedOrigins: [] };
  const front = createFront(new Map(), settings, { info: () => {} });
  const show = async (pages: Record<string, string>) =>
    front.show(await shownTexts({ '/404.html': 'Nothing here', ...pages }));
  await show({ '/about': 'About us' });
  const server = createServer((request, response) => front(request, response, () => response.end()));
  const proxy = await nginx.start(server);
  onTestFinished(async () => {
    await proxy.stop();
    server.closeAllConnections();
    server.close();
  });
  expect(String((await ask(proxy, '/about')).body)).toBe('About us');
  await show({});
  age(proxy, hour);
  expect(await ask(proxy, '/about')).toMatchObject({ status: 410, body: Buffer.from('Nothing here') });
});

describe.skipIf(!nginx.testable)('while no server answers, nginx', () => {
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await nginx.start();
    return () => proxy.stop();
  });

  function send(path: string): Promise<Answer> {
    return ask(proxy, path, { method: 'POST', headers: { origin: siteUrl }, body: 'name=Ada' });
  }

  test('tells whoever sends a form so in our words, and how else to reach us', async () => {
    const { email, phone } = words.site.contact;
    for (const answer of [await send('/contact'), await ask(proxy, '/about')]) {
      expect(answer.status).toBe(502);
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html'),
        'cache-control': 'private, no-store',
      });
      for (const text of [words.messagePage.away.title, email, phone]) expect(String(answer.body)).toContain(text);
    }
    // Where no release is, or one without that page, the proxy's own answer says the same by its status.
    rmSync(join(proxy.machine.directory, 'opt/website'), { recursive: true });
    expect((await send('/contact')).status).toBe(502);
  });
});
