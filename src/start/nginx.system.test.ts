import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SecureVersion } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import * as content from '../content/release-content.ts';
import {
  sendHttp2Request,
  sendHttp2Requests,
  sendPlainHttpRequest,
  openHttp2,
  openTls,
  type ProxyRequestOptions,
} from './testing/https-client.ts';
import { ageCache, officeHost, nginx, siteUrl, type Proxy } from './testing/proxies.ts';

const form = '/contact';
const api = '/functions/v1/send-contact-email';
const foreign = 'other.example.net';
const page = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=604800';
const times = (count: number, path: string): string[] => Array.from({ length: count }, () => path);

/** Behind it are stand-ins: for the site, with the Cache-Control that an address names, and /api/held unanswered; and for the office. */
describe.skipIf(!nginx.isTestable)('nginx', () => {
  const asked: IncomingMessage[] = [];
  const askedOfOffice: IncomingMessage[] = [];
  const held: ServerResponse[] = [];
  let isSlow = false;
  let servers: readonly Server[];
  let proxy: Proxy;

  beforeAll(async () => {
    const site = createServer((request, response) => {
      asked.push(request.resume());
      if (request.url === '/api/held' || (isSlow && /^\/(?:slow|contact)/.test(request.url ?? '')))
        return void held.push(response);
      const policy = new URL(request.url ?? '', 'http://server').searchParams.get('policy') ?? 'public, s-maxage=60';
      const etag = `"${String(request.headers['accept-encoding'])}"`;
      response.writeHead(200, { 'cache-control': policy, vary: 'Accept-Encoding', etag }).end(`answer ${asked.length}`);
    });
    const office = createServer((request, response) => {
      askedOfOffice.push(request.resume());
      const headers = { 'content-type': 'text/html', 'cache-control': 'public, s-maxage=60', 'x-request-id': 'the-id' };
      response.writeHead(200, headers).end('x'.repeat(5000));
    });
    servers = [site, office];
    proxy = await nginx.start(servers);
    return async () => {
      await proxy.stop();
      endServers();
    };
  });

  function endServers(): void {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  }

  const ask = (path: string, options?: ProxyRequestOptions) => sendHttp2Request(proxy, path, options);
  const askAll = (paths: readonly string[], options: ProxyRequestOptions) => sendHttp2Requests(proxy, paths, options);
  const askPlain = (path: string, options: ProxyRequestOptions & { port?: number }) =>
    sendPlainHttpRequest(proxy, path, options);

  /** Both addresses of the machine itself, where it has both. */
  const addresses = () => ['127.0.0.1', ...(proxy.machine.hasIPv6 ? ['::1'] : [])];
  const withPolicy = (path: string, policy: string) => `${path}?policy=${encodeURIComponent(policy)}`;
  const bodyOf = async (path: string, policy: string, method = 'GET') =>
    String((await ask(withPolicy(path, policy), { method })).body);

  // Only with such ciphers does the client itself speak old versions.
  const over = (version: SecureVersion) => ({
    minVersion: version,
    maxVersion: version,
    ...(version < 'TLSv1.2' && { ciphers: 'DEFAULT@SECLEVEL=0' }),
  });

  test.each<SecureVersion>(['TLSv1.3', 'TLSv1.2'])('speaks %s, with a certificate for both hosts', async (version) => {
    for (const serverAddress of addresses())
      for (const servername of ['www.example.com', 'example.com']) {
        const socket = await openTls(proxy, { servername, ...over(version) }, { serverAddress });
        expect(socket.getProtocol()).toBe(version);
        socket.destroy();
      }
  });

  test('refuses older TLS and other hosts, and writes down none whom it refuses', async () => {
    const clientAddress = '127.0.4.1';
    await expect(openTls(proxy, over('TLSv1.1'), { clientAddress })).rejects.toThrow('alert protocol version');
    const anyCertificate = { servername: foreign, rejectUnauthorized: false };
    for (const serverAddress of addresses()) {
      await expect(openTls(proxy, anyCertificate, { serverAddress })).rejects.toThrow('alert');
      // Over a connection that was made for the site, too.
      for (const serverName of ['www.example.com', 'inbox.example.com'])
        await expect(ask('/', { host: foreign, serverName, serverAddress })).rejects.toThrow();
      for (const host of [foreign, '192.0.2.1']) await expect(askPlain('/', { host, serverAddress })).rejects.toThrow();
    }
    await expect(openTls(proxy, anyCertificate, { clientAddress })).rejects.toThrow();
    await expect(askPlain('/', { host: foreign, clientAddress })).rejects.toThrow();
    expect((await askPlain('/', { port: 443, clientAddress })).statusCode).toBe(400);
    // A record of TLS with nothing in it that makes sense.
    await buffer(proxy.machine.connect(443, { clientAddress }).end('\u0016\u0003\u0001\0\u0005hello'));
    expect(proxy.log()).not.toContain(clientAddress);
  });

  test('leads from http to https on the same host, over both kinds of addresses', async () => {
    for (const serverAddress of addresses())
      for (const host of ['www.example.com', 'example.com', officeHost]) {
        const { statusCode, headers } = await askPlain('/about?a=b', { host, serverAddress });
        expect([statusCode, headers.location]).toEqual([301, `https://${host}/about?a=b`]);
      }
  });

  test('writes down who saw a page no more than the server does', async () => {
    await ask('/api/statistics', { method: 'POST', body: 'page=%2F' });
    await ask('/api/content/contact');
    await expect.poll(proxy.log).toContain('/api/content/contact');
    expect(proxy.log()).not.toContain('/api/statistics');
  });

  test('makes a connection of its own to the server for each form and each page', async () => {
    const before = asked.length;
    for (let round = 0; round < 6; round += 1) {
      await ask(withPolicy('/about', 'no-store'));
      await ask(form, { method: 'POST', body: 'name=Ada', clientAddress: '127.0.4.2' });
    }
    expect(new Set(asked.slice(before).map(({ socket }) => socket)).size).toBe(12);
  });

  test('leads from the host without www to the site', async () => {
    const headers = { location: `${siteUrl}/about?a=b` };
    expect(await ask('/about?a=b', { host: 'example.com' })).toMatchObject({ status: 301, headers });
  });

  test.each([
    ['www.example.com', asked, askedOfOffice],
    [officeHost, askedOfOffice, asked],
  ])('asks for %s its server alone, and tells it who asks and how, whatever they claim', async (host, own, other) => {
    const before = other.length;
    const told = { host, 'x-forwarded-for': '127.0.2.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
    const claims = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', 'x-forwarded-host': foreign };
    const question = { host, headers: { ...claims, forwarded: 'for=203.0.113.9' }, clientAddress: '127.0.2.1' };
    expect((await ask('/told', question)).headers['server']).toBe('nginx');
    const { headers } = own.at(-1) ?? {};
    expect(headers).toMatchObject(told);
    expect(headers).not.toHaveProperty('forwarded');
    expect(other).toHaveLength(before);
  });

  test.each([
    ['www.example.com', form, asked],
    [officeHost, '/acts', askedOfOffice],
  ])('hands what is a little too large on to the server of %s, which has words for it', async (...of) => {
    const [host, path, own] = of;
    const before = own.length;
    const question = { host, method: 'POST', clientAddress: '127.0.1.5' };
    const post = async (length: number) => (await ask(path, { ...question, body: 'x'.repeat(length) })).status;
    expect([await post(80_000), own.length - before]).toEqual([200, 1]);
    expect([await post(1_000_000), own.length - before]).toEqual([413, 1]);
  });

  describe('in front of the office', () => {
    const askOffice = (path: string, question: ProxyRequestOptions = {}) =>
      ask(path, { host: officeHost, ...question });

    test('keeps no page, whatever it says, and packs none, whose size would tell of its words', async () => {
      const before = askedOfOffice.length;
      for (const _time of [1, 2]) {
        const { headers } = await askOffice('/kept', { headers: { 'accept-encoding': 'gzip, br' } });
        expect(headers['content-encoding']).toBeUndefined();
      }
      expect(askedOfOffice.length - before).toBe(2);
    });

    test('writes down no name that is searched for and no address of who asked', async () => {
      const clientAddress = '127.0.5.3';
      await askOffice('/search?words=Lovelace', { clientAddress });
      await askPlain('/search?words=Lovelace', { host: officeHost, clientAddress });
      // A line of its own, by which that of the server is found.
      await expect.poll(() => proxy.log()).toMatch(/^\S+ GET 200 .* id=the-id$/m);
      expect(proxy.log()).not.toMatch(/Lovelace|127\.0\.5\./);
    });

    test('takes a picture of 20 MB and files of 10 MB with an answer alone, and has a page for those who send more', async () => {
      const answer = '/enquiries/01a222a5-1872-75ee-ab5d-8a57779a8030/reply';
      const send = (path: string, megabytes: number) =>
        askOffice(path, { method: 'POST', clientAddress: '127.0.5.7', body: 'x'.repeat(megabytes * 1024 ** 2) });
      expect((await send(answer, 11)).status).toBe(200);
      expect((await send('/content/pictures', 20)).status).toBe(200);
      for (const { status, body } of [await send(answer, 22), await send(answer.replace('reply', 'note'), 1)])
        expect([status, String(body)]).toEqual([413, expect.stringContaining('larger than 10 MB')]);
    });

    test('slows down a client that asks faster than an office does, and nobody else', async () => {
      const statuses: number[] = [];
      const question = { host: officeHost, clientAddress: '127.0.5.5' };
      // More than 100 in hand would be refused for another reason.
      for (let round = 0; round < 6; round += 1)
        for (const { status } of await askAll(times(80, '/office.css'), question)) statuses.push(status);
      expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(200);
      expect(statuses).toContain(429);
      expect((await askOffice('/office.css', { clientAddress: '127.0.5.6' })).status).toBe(200);
    });
  });

  describe('limits a client', () => {
    /** How many of those that are asked at once got which status. */
    async function count(paths: readonly string[], method: string, ends: ProxyRequestOptions) {
      const counts: Record<number, number> = {};
      for (const { status } of await askAll(paths, { method, ...ends })) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    }

    test('to 20 messages at once, by form and API together; the server sees no more, and others are served', async () => {
      const before = asked.length;
      const counts = await count([...times(20, form), ...times(20, api)], 'POST', { clientAddress: '127.0.3.1' });
      expect(counts[200]).toBeGreaterThan(20);
      expect(counts[429]).toBeGreaterThan(0);
      expect(asked.length - before).toBe(counts[200]);
      expect(await count(times(20, form), 'POST', { clientAddress: '127.0.3.2' })).toEqual({ 200: 20 });
      // A client over the limit can still read pages.
      expect((await ask(form, { clientAddress: '127.0.3.1' })).status).toBe(200);
    });

    test('by the first 64 bits of an IPv6 address', async ({ skip }) => {
      if (!proxy.machine.hasIPv6) skip('This machine has no IPv6.');
      const [one, neighbour, other] = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::a', '2001:db8:0:2::1'];
      const [enter, ...rest] = [...proxy.machine.commandPrefix, 'ip', 'address', 'add', 'dev', 'lo', 'nodad'];
      for (const address of [one, neighbour, other]) spawnSync(enter, [...rest, address]);
      const send = (clientAddress: string | undefined) =>
        count(times(21, form), 'POST', { clientAddress, serverAddress: '::1' });
      const [first, second] = await Promise.all([one, neighbour].map(send));
      expect((first?.[429] ?? 0) + (second?.[429] ?? 0)).toBeGreaterThan(0);
      expect(await send(other)).toEqual({ 200: 21 });
    });

    test('but not an office of which 60 come from one address, 30 in the same instant, with 15 requests each', async () => {
      const visit = ['/', ...Array.from({ length: 14 }, (_, index) => `/assets/${index}.js`)];
      for (const _half of [1, 2]) {
        const visits = Array.from({ length: 30 }, () => count(visit, 'GET', { clientAddress: '127.0.3.3' }));
        for (const counts of await Promise.all(visits)) expect(counts).toEqual({ 200: 15 });
      }
    });

    test('that goes on asking much faster than people do', async () => {
      let counts: Record<number, number>;
      do counts = await count(times(300, '/'), 'GET', { clientAddress: '127.0.3.4' });
      while (counts[429] === undefined);
      expect((await ask('/', { clientAddress: '127.0.3.5' })).status).toBe(200);
    });

    test('to 500 requests in hand', async () => {
      let refused = 0;
      const open = () => openHttp2(proxy, { clientAddress: '127.0.3.6' });
      const sessions = await Promise.all([1, 2, 3, 4, 5, 6].map(open));
      for (const session of sessions)
        for (const path of times(100, '/api/held'))
          session.request({ ':path': path }).on('response', (headers) => {
            if (headers[':status'] === 429) refused += 1;
          });
      await expect.poll(() => [held.length, refused], { timeout: 20_000 }).toEqual([500, 100]);
      expect((await ask('/api/other', { clientAddress: '127.0.3.7' })).status).toBe(200);
      for (const session of sessions) session.destroy();
      for (const response of held.splice(0)) response.end();
    });

    const half = 'name=Ada&message=';
    const left = times(20, form);
    const begin: Record<string, (from: string) => Promise<{ destroy(): void }[]>> = {
      async 'HTTP/2'(clientAddress) {
        const session = await openHttp2(proxy, { clientAddress });
        for (const path of left)
          session
            .request({ ':method': 'POST', ':path': path, 'content-length': '60000' })
            .on('error', () => {})
            .write(half);
        return [session];
      },
      'HTTP/1.1': (clientAddress) =>
        Promise.all(
          left.map(async (path) => {
            const socket = (await openTls(proxy, {}, { clientAddress })).on('error', () => {});
            socket.write(`POST ${path} HTTP/1.1\r\nHost: www.example.com\r\nContent-Length: 60000\r\n\r\n${half}`);
            return socket;
          }),
        ),
    };

    test.each(Object.entries(begin))(
      'of whom 120 leave 20 forms each half sent over %s: they hold no place that a visitor needs',
      { timeout: 60_000 },
      async (_protocol, beginFrom) => {
        const clients = Array.from({ length: 120 }, (_, host) => `127.0.6.${host + 1}`);
        const open = (await Promise.all(clients.map(beginFrom))).flat();
        const before = asked.length;
        const clientAddress = '127.0.7.1';
        expect((await ask(withPolicy('/', 'no-store'), { clientAddress })).status).toBe(200);
        expect((await ask(form, { clientAddress, method: 'POST', body: 'a=b' })).status).toBe(200);
        expect(asked.length - before, 'the server sees none of the halves').toBe(2);
        for (const one of open) one.destroy();
      },
    );

    test('and writes down what was asked, but no address of those who asked, and no token of a draft', async () => {
      await count(times(40, form), 'POST', { clientAddress: '127.0.3.9' });
      await ask('/written?down=no', { clientAddress: '127.0.3.9' });
      await ask('/draft/a-token', { clientAddress: '127.0.3.9' });
      await expect.poll(() => proxy.log()).toContain(' GET /draft/[token] 200 ');
      expect(proxy.log()).toContain(' GET /written 200 ');
      expect(proxy.log()).toContain(' POST /contact 429 ');
      expect(proxy.log()).not.toMatch(/127\.0\.3\.|2001:db8|down=no|a-token/);
    });
  });

  describe('has a shared cache that', () => {
    test('keeps a page as long as it is allowed to in shared caches', async () => {
      expect(await bodyOf('/kept', 's-maxage=60')).toBe(await bodyOf('/kept', 's-maxage=60'));
    });

    test.each([form, '/unkept', '/api/content/contact', api, '/auth/v1/user', '/readyz'])(
      'never keeps %s',
      async (path) => {
        const [policy, method] = [path === '/unkept' ? 'private, no-cache' : page, path === form ? 'POST' : 'GET'];
        expect(await bodyOf(path, policy, method)).not.toBe(await bodyOf(path, policy, method));
      },
    );

    test.each([2, 3600])('asks anew for a page that is %i seconds old', async (seconds) => {
      const first = await bodyOf(`/old-${seconds}`, page);
      ageCache(proxy, seconds);
      expect(await bodyOf(`/old-${seconds}`, page)).not.toBe(first);
    });

    test('asks for it once, however many want it, who get what is kept meanwhile', async () => {
      const first = await bodyOf('/slow', page);
      ageCache(proxy, 120);
      isSlow = true;
      const asking = bodyOf('/slow', page);
      await expect.poll(() => held.length).toBe(1);
      expect(await Promise.all(times(50, '/slow').map((path) => bodyOf(path, page)))).toEqual(times(50, first));
      held.pop()?.writeHead(200, { 'cache-control': page }).end('new');
      expect(await asking).toBe('new');
    });

    test('lets nobody wait for what another visitor gets of a page that is never kept', async () => {
      isSlow = true;
      const asking = [1, 2, 3].map(() => bodyOf(form, 'private, no-cache'));
      // nginx would have each wait for up to 5 s until the one before has its answer.
      await expect.poll(() => held.length, { timeout: 2500 }).toBe(3);
      isSlow = false;
      for (const response of held.splice(0)) response.end();
      await Promise.all(asking);
    });

    test('keeps one answer for each set of encodings', async () => {
      const tags: unknown[] = [];
      for (const encoding of ['br', 'gzip', 'br'])
        tags.push((await ask('/varied', { headers: { 'accept-encoding': encoding } })).headers['etag']);
      expect(tags).toEqual(['"br"', '"gzip"', '"br"']);
      expect(asked.filter(({ url }) => url === '/varied')).toHaveLength(2);
    });
  });

  describe('without a server', () => {
    const lasting = 'public, max-age=3600';

    test('shows what it may keep, however long', async () => {
      const before = await bodyOf('/up', lasting);
      endServers();
      ageCache(proxy, 30 * 24 * 3600);
      expect(await bodyOf('/up', lasting)).toBe(before);
    });

    test('writes down no more of the office', async () => {
      const from = { host: officeHost, clientAddress: '127.0.5.3' };
      expect((await ask('/search?words=Lovelace', from)).status).toBe(502);
      await expect.poll(() => proxy.log()).toMatch(/ GET 502 /);
      expect(proxy.log()).not.toMatch(/Lovelace|127\.0\.5\./);
    });

    test('tells whoever sends a form so in our words, and how else to reach us', async () => {
      const sent = await ask(form, { method: 'POST', body: 'name=Ada', clientAddress: '127.0.4.3' });
      const { email, phone } = content.site.contact;
      for (const { status, headers, body } of [sent, await ask('/never-asked-for')]) {
        expect([status, headers['cache-control']]).toEqual([502, 'private, no-store']);
        expect(headers['content-type']).toContain('text/html');
        for (const text of [content.messagePage.away.title, email, phone]) expect(String(body)).toContain(text);
      }
    });
  });
});
