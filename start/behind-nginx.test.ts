import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askIn, openHttp2 } from './testing/https-client.ts';
import type { Ends, Machine } from './testing/machine.ts';
import { nginx, type Proxy } from './testing/proxies.ts';

const form = '/contact';
const api = '/functions/v1/send-contact-email';

/** A stand-in for the site that takes everything, and leaves /api/held unanswered. */
describe.skipIf(!nginx.testable)('nginx in front', () => {
  const held: ServerResponse[] = [];
  let messages = 0;
  let proxy: Proxy;

  beforeAll(async () => {
    const server = createServer((request, response) => {
      if (request.method === 'POST') messages += 1;
      if (request.url === '/api/held') held.push(response);
      else response.writeHead(200, { 'cache-control': 'public, s-maxage=60' }).end();
    });
    proxy = await nginx.start(server);
    return async () => {
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    };
  });

  /** Asks all at once over one connection, and returns how many got which status. */
  async function askAll(paths: readonly string[], method: string, ends: Ends): Promise<Map<number, number>> {
    const session = await openHttp2(proxy, ends);
    const answers = await Promise.all(paths.map((path) => askIn(session, path, { method })));
    session.destroy();
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    return counts;
  }

  describe('limits a client', () => {
    const twenty = (path: string): string[] => Array.from({ length: 20 }, () => path);

    test('to 20 messages at once, by the form and the API together; the server sees no more, and others are served', async () => {
      const counts = await askAll([...twenty(form), ...twenty(api)], 'POST', { from: '127.0.3.1' });
      expect(counts.get(200)).toBeGreaterThan(20);
      expect(counts.get(429)).toBeGreaterThan(0);
      expect(messages).toBe(counts.get(200));
      expect(await askAll(twenty(form), 'POST', { from: '127.0.3.2' })).toEqual(new Map([[200, 20]]));
      // Who sends too much can still read.
      expect((await ask(proxy, form, { from: '127.0.3.1' })).status).toBe(200);
    });

    test('by the first 64 bits of an IPv6 address', async ({ skip }) => {
      if (!proxy.machine.hasIPv6) skip('This machine has no IPv6.');
      const [one, neighbour, other] = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::a', '2001:db8:0:2::1'];
      for (const address of [one, neighbour, other])
        run(proxy.machine, 'ip', 'address', 'add', `${address}/128`, 'dev', 'lo', 'nodad');
      const [first, second] = await Promise.all(
        [one, neighbour].map((from) => askAll([...twenty(form), form], 'POST', { from, to: '::1' })),
      );
      expect((first?.get(429) ?? 0) + (second?.get(429) ?? 0)).toBeGreaterThan(0);
      expect(await askAll([...twenty(form), form], 'POST', { from: other, to: '::1' })).toEqual(new Map([[200, 21]]));
    });

    test('but not an office of which 60 come from one address, 30 in the same instant, with 15 requests each', async () => {
      const visit = ['/', ...Array.from({ length: 14 }, (_, index) => `/assets/${index}.js`)];
      for (const _half of [1, 2]) {
        const visits = Array.from({ length: 30 }, () => askAll(visit, 'GET', { from: '127.0.3.3' }));
        for (const counts of await Promise.all(visits)) expect(counts).toEqual(new Map([[200, 15]]));
      }
    });

    test('that goes on asking much faster than people do', async () => {
      const hundreds = Array.from({ length: 300 }, () => '/');
      let counts: Map<number, number>;
      do counts = await askAll(hundreds, 'GET', { from: '127.0.3.4' });
      while (!counts.has(429));
      expect((await ask(proxy, '/', { from: '127.0.3.5' })).status).toBe(200);
    });

    test('to 500 requests in hand', async () => {
      let refused = 0;
      const sessions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openHttp2(proxy, { from: '127.0.3.6' })));
      for (const session of sessions)
        for (let count = 0; count < 100; count += 1)
          session.request({ ':path': '/api/held' }).on('response', (headers) => {
            if (headers[':status'] === 429) refused += 1;
          });
      await expect.poll(() => [held.length, refused], { timeout: 20_000 }).toEqual([500, 100]);
      expect((await ask(proxy, '/api/other', { from: '127.0.3.7' })).status).toBe(200);
      for (const session of sessions) session.destroy();
      for (const response of held) response.end();
    });
  });

  test('says nothing of its version to those whom it refuses', async () => {
    const flood = await openHttp2(proxy, { from: '127.0.3.8' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => askIn(flood, form, { method: 'POST' })));
    flood.destroy();
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['server']).toBe('nginx');
    expect(refused?.body.toString()).toContain('<center>nginx</center>');
  });

  test('writes down what was asked, and no address of those who asked', async () => {
    await askAll(
      Array.from({ length: 40 }, () => form),
      'POST',
      { from: '127.0.3.9' },
    );
    await ask(proxy, '/written?down=no', { from: '127.0.3.9' });
    await expect.poll(() => proxy.log()).toContain(' GET /written 200 ');
    expect(proxy.log()).toContain(' POST /contact 429 ');
    expect(proxy.log()).not.toMatch(/127\.0\.3\.|2001:db8|down=no/);
  });

  test('refuses to run beside the site that Debian brings', () => {
    const { directory } = proxy.machine;
    expect(run(proxy.machine, 'nginx', '-t').status).toBe(0);
    const debians = readFileSync('/etc/nginx/sites-available/default');
    writeFileSync(join(directory, 'etc/nginx/sites-enabled/default'), debians);
    expect(run(proxy.machine, 'nginx', '-t')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a duplicate default server for 0.0.0.0:80'),
    });
  });
});

function run({ within }: Machine, ...command: string[]) {
  const [program = '', ...rest] = [...within, ...command];
  return spawnSync(program, rest, { encoding: 'utf8' });
}
