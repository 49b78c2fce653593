import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagePage } from '../content/words.ts';
import { sendContactEmailPath } from './http/send-contact-email.ts';
import { ask } from './testing/https-client.ts';
import { caddy, nginx, startWithSite, type Proxy } from './testing/proxies.ts';

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=Ada' };

describe.each([nginx, caddy])('behind $name, without a server that answers', (kind) => {
  let proxy: Proxy;
  beforeAll(async () => {
    if (kind.testable) proxy = await kind.start();
  });
  afterAll(async () => proxy?.stop());

  test.skipIf(!kind.testable)(
    'a form that was sent without scripts gets words of ours, which nobody keeps',
    async () => {
      const { status, headers, body } = await ask(proxy, '/contact', form);
      expect([status, headers['cache-control'], headers['content-type']]).toEqual([
        502,
        'no-store',
        expect.stringContaining('text/html'),
      ]);
      expect(body.toString()).toContain(messagePage.failed.title);
    },
  );

  test.skipIf(!kind.testable)('the call of a form with scripts fails, and so its visitor is told', async () => {
    const call = { ...form, headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await ask(proxy, sendContactEmailPath, call)).status).toBe(502);
  });
});

describe.skipIf(!nginx.testable)('the shared cache of nginx before the real site', () => {
  const addresses = ['/', '/about', '/contact', '/products', '/sitemap.xml', '/favicon.svg'];
  const encodings = ['br', 'gzip', 'gzip, deflate, br, zstd', 'identity'];
  const visit = (proxy: Proxy, path: string, encoding: string) =>
    ask(proxy, path, { headers: { 'accept-encoding': encoding } });

  test('asks the server once for each address and set of encodings, and shows all that it has while the server is away', async () => {
    const proxy = await startWithSite(nginx);
    try {
      for (let round = 0; round < 5; round += 1)
        for (const path of addresses) for (const encoding of encodings) await visit(proxy, path, encoding);
      const asked = proxy.log().match(/cache=\w+/g) ?? [];
      expect(asked).toHaveLength(5 * addresses.length * encodings.length);
      expect(asked.filter((one) => one !== 'cache=HIT')).toEqual(
        addresses.flatMap(() => encodings.map(() => 'cache=MISS')),
      );

      await proxy.endSite();
      for (const path of addresses)
        for (const encoding of encodings) expect((await visit(proxy, path, encoding)).status, path).toBe(200);
    } finally {
      await proxy.stop();
    }
  });
});
