import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import * as words from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { publish, textsOf } from './testing/built-pages.ts';
import { ask, type Answer, type Question } from './testing/https-client.ts';
import { nginx, siteUrl, startWithSite, type Proxy } from './testing/proxies.ts';

const home = textsOf(await publish(words, { siteUrl })).get('/');

const installed = join(siteDirectory, 'node_modules/.observatory');
const observatory = join(installed, 'node_modules/@mdn/mdn-http-observatory');
const hasObservatory = existsSync(join(installed, 'installed-lock'));
if (!hasObservatory)
  console.warn('Not tested: Mozilla’s Observatory is not installed. As root on Debian, npm run test:system does it.');

describe.skipIf(!nginx.testable)('behind nginx', () => {
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await startWithSite();
    return () => proxy.stop();
  });

  const exampleForm = (message = fields.message) => new URLSearchParams({ ...fields, message }).toString();

  /** Sends the form. */
  function send({ headers, body = exampleForm(), from = '' }: Question): Promise<Answer> {
    const usual = { 'content-type': 'application/x-www-form-urlencoded', origin: siteUrl };
    return ask(proxy, '/contact', { method: 'POST', headers: { ...usual, ...headers }, body, from });
  }

  describe('https', () => {
    test('a page comes as the server has compressed it, with the headers of a site on https', async () => {
      const { status, headers, body } = await ask(proxy, '/', {
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
      });
      expect([status, headers['content-encoding']]).toEqual([200, 'br']);
      expect(String(brotliDecompressSync(body))).toBe(home);
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
      expect(headers['x-powered-by']).toBeUndefined();
    });

    test('a page that the visitor has is not sent again', async () => {
      const { headers } = await ask(proxy, '/about');
      const again = await ask(proxy, '/about', { headers: { 'if-none-match': String(headers['etag']) } });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    });

    const hsts = { 'strict-transport-security': 'max-age=63072000' };

    test.each([
      ['an unknown address is the 404 page', '/nowhere', {}, 404, { 'cache-control': 'private, no-store' }],
      ['another spelling leads to the page, on the same host', '/About/', {}, 308, { location: '/about' }],
      [
        'the host without www leads to the one with it',
        '/about?a=b',
        { host: 'example.com' },
        301,
        { location: `${siteUrl}/about?a=b`, ...hsts },
      ],
    ])('%s', async (_what, path, question, status, headers) => {
      expect(await ask(proxy, path, question)).toMatchObject({ status, headers });
    });
  });

  test('no answer tells a version', async () => {
    const answers = [
      ...(await Promise.all(['/', '/nowhere', '/About/', '/healthz'].map((path) => ask(proxy, path)))),
      await ask(proxy, '/', { host: 'example.com' }),
      await send({ from: '127.0.1.6', body: exampleForm('x'.repeat(1_000_000)) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 308, 200, 301, 413]);
    for (const { headers } of answers) {
      expect(headers['server']).toBe('nginx');
      expect(headers).not.toHaveProperty('via');
    }
    for (const [port, host, status] of [
      [80, 'Host: www.example.com\r\n', 301],
      [80, '', 400],
      [443, 'Host: www.example.com\r\n', 400],
    ] as const) {
      const socket = proxy.machine.connect(port);
      socket.write(`GET / HTTP/1.1\r\nConnection: close\r\n${host}\r\n`);
      const answer = await text(socket);
      expect(Number(answer.slice(9, 12))).toBe(status);
      expect(answer.slice('HTTP/1.1'.length)).not.toMatch(/\/\d|\d\.\d/);
    }
  });

  describe('the form without JavaScript', () => {
    test('is refused from another site, whatever that says of itself', async () => {
      for (const origin of ['https://other.example.net', 'null']) {
        const headers = { origin, 'x-forwarded-host': 'other.example.net' };
        expect((await send({ from: '127.0.1.2', headers })).status).toBe(403);
      }
    });

    test('is counted by the address of the visitor, who cannot choose it', async () => {
      const answers: Answer[] = [];
      for (let count = 1; count <= 11; count += 1) {
        const forged = `203.0.113.${count}`;
        const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
        answers.push(await send({ from: '127.0.1.3', headers, body: exampleForm(`Call number ${count}`) }));
      }
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
      // By the server, with what was typed still there: the proxy's own limits are wider.
      expect(String(answers.at(-1)?.body)).toContain('Call number 11');
      expect((await send({ from: '127.0.1.4' })).status).toBe(200);
    });

    test('is refused when it is too large: in our words where it is a little', async () => {
      const little = await send({ from: '127.0.1.5', body: exampleForm('x'.repeat(80_000)) });
      const much = await send({ from: '127.0.1.5', body: exampleForm('x'.repeat(1_000_000)) });
      expect([little.status, much.status]).toEqual([413, 413]);
      expect(little.headers['x-request-id']).toBeDefined();
    });
  });

  // 100, and all that is given beyond it to a site without cookies that is on no list of browsers.
  test.skipIf(!hasObservatory).each(['www.example.com', 'example.com'])(
    '%s has the full score of Mozilla’s Observatory',
    (host) => expect(scan(proxy, host)).toMatchObject({ scan: { score: 130, testsFailed: 0 } }),
  );
});

function scan({ machine, certificate }: Proxy, host: string): unknown {
  // The hosts of which browsers know that they have https. Its install script would fetch them.
  writeFileSync(join(observatory, 'conf/hsts-preload.json'), '{}');
  const authority = join(machine.directory, 'authority.pem');
  writeFileSync(authority, certificate);
  const [program, ...rest] = [...machine.within, process.execPath, join(observatory, 'src/scan.js'), host];
  // It would give up after 10 s, which is no fault of the site.
  const patience = { ABORT_TIMEOUT: '25000', CLIENT_TIMEOUT: '25000' };
  const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: authority, ...patience };
  return JSON.parse(execFileSync(program, rest, { env, encoding: 'utf8' }));
}
