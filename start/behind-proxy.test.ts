import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import * as words from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { publish, textsOf } from './testing/built-pages.ts';
import { ask, askInPlainText, type Answer, type Question } from './testing/https-client.ts';
import { nginx, siteUrl, startWithSite, type Proxy } from './testing/proxies.ts';

const home = textsOf(await publish(words, { siteUrl })).get('/');

describe.skipIf(!nginx.testable)('behind nginx', () => {
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await startWithSite();
    return () => proxy.stop();
  });

  describe('https', () => {
    test('a page comes as the server has compressed it, with the headers of a site on https', async () => {
      const { status, headers, body } = await ask(proxy, '/', {
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
      });
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBe('br');
      expect(String(brotliDecompressSync(body))).toBe(home);
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
      expect(headers['x-powered-by']).toBeUndefined();
    });

    test('a client that takes no compression gets none', async () => {
      const { headers, body } = await ask(proxy, '/');
      expect(headers['content-encoding']).toBeUndefined();
      expect(String(body)).toBe(home);
    });

    test('a page that the visitor has is not sent again', async () => {
      const { headers } = await ask(proxy, '/about');
      const again = await ask(proxy, '/about', { headers: { 'if-none-match': String(headers['etag']) } });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    });

    test('an unknown address is the 404 page', async () => {
      const { status, headers } = await ask(proxy, '/nowhere');
      expect({ status, cached: headers['cache-control'] }).toEqual({ status: 404, cached: 'private, no-store' });
    });
  });

  describe('the one address', () => {
    test('http leads to https', async () => {
      const { statusCode, headers } = await askInPlainText(proxy, '/about?a=b');
      expect(statusCode).toBe(301);
      expect(headers.location).toBe(`${siteUrl}/about?a=b`);
    });

    test('the host without www leads to the one with it', async () => {
      const { status, headers } = await ask(proxy, '/about?a=b', { host: 'example.com' });
      expect(status).toBe(301);
      expect(headers).toMatchObject({
        location: `${siteUrl}/about?a=b`,
        'strict-transport-security': 'max-age=63072000',
      });
    });

    test('another spelling leads to the page, on the same host', async () => {
      const { status, headers } = await ask(proxy, '/About/');
      expect({ status, location: headers['location'] }).toEqual({ status: 308, location: '/about' });
    });
  });

  test('no answer tells a version', async () => {
    const answers = [
      ...(await Promise.all(['/', '/nowhere', '/About/', '/healthz'].map((path) => ask(proxy, path)))),
      await ask(proxy, '/', { host: 'example.com' }),
      await send(proxy, { from: '127.0.1.6', body: bodyWith('x'.repeat(1_000_000)) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 308, 200, 301, 413]);
    for (const { headers } of answers) {
      expect(headers['server']).toBe('nginx');
      expect(headers).not.toHaveProperty('via');
    }
    const question = 'GET / HTTP/1.1\r\nConnection: close\r\n';
    const plain = [
      await exchange(proxy, 80, `${question}Host: www.example.com\r\n\r\n`),
      await exchange(proxy, 80, `${question}\r\n`),
      await exchange(proxy, 443, `${question}Host: www.example.com\r\n\r\n`),
    ];
    expect(plain.map((answer) => answer.split(' ', 2)[1])).toEqual(['301', '400', '400']);
    for (const answer of plain) expect(answer.replace(/^HTTP\/1\.[01]/, '')).not.toMatch(/\/\d|\d\.\d/);
  });

  describe('the form without JavaScript', () => {
    test('is taken from a page of the site', async () => {
      const { status, body } = await send(proxy, { from: '127.0.1.1' });
      expect(status).toBe(200);
      expect(body.toString()).toContain(words.contactPage.form.success.title);
    });

    test('is refused from another site, whatever that says of itself', async () => {
      const headers = { origin: 'https://other.example.net', 'x-forwarded-host': 'other.example.net' };
      expect((await send(proxy, { from: '127.0.1.2', headers })).status).toBe(403);
      expect((await send(proxy, { from: '127.0.1.2', headers: { origin: 'null' } })).status).toBe(403);
    });

    test('is counted by the address of the visitor, who cannot choose it', async () => {
      const answers: Answer[] = [];
      for (let count = 1; count <= 11; count += 1) {
        const forged = `203.0.113.${count}`;
        const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
        answers.push(await send(proxy, { from: '127.0.1.3', headers, body: bodyWith(`Call number ${count}`) }));
      }
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
      // By the server, with what was typed still there: the proxy's own limits are wider.
      expect(answers.at(-1)?.body.toString()).toContain('Call number 11');
      expect((await send(proxy, { from: '127.0.1.4' })).status).toBe(200);
    });

    test('is refused when it is too large: in our words where it is a little', async () => {
      const little = await send(proxy, { from: '127.0.1.5', body: bodyWith('x'.repeat(80_000)) });
      expect(little.status).toBe(413);
      expect(little.headers['x-request-id']).toBeDefined();
      expect((await send(proxy, { from: '127.0.1.5', body: bodyWith('x'.repeat(1_000_000)) })).status).toBe(413);
    });
  });
});

function send(proxy: Proxy, { headers, body = bodyWith(fields.message), from = '' }: Question): Promise<Answer> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: siteUrl };
  return ask(proxy, '/contact', { method: 'POST', headers: { ...form, ...headers }, body, from });
}

function bodyWith(message: string): string {
  return new URLSearchParams({ ...fields, message }).toString();
}

/** All that comes back over plain TCP. */
function exchange({ machine }: Proxy, port: number, question: string): Promise<string> {
  const socket = machine.connect(port);
  socket.write(question);
  return text(socket);
}
