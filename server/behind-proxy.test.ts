import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactPage } from '../content/contact.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { ask, type Answer, type Question } from './testing/https-client.ts';
import { caddy, nginx, type Proxy } from './testing/proxies.ts';
import { launch } from './testing/site-process.ts';

const siteUrl = 'https://www.example.com';
const client = join(import.meta.dirname, '..', 'build', 'client');

describe.each([nginx, caddy])('behind $name', ({ name, installed, start }) => {
  if (!installed)
    console.warn(`Not tested: ${name} is not installed. As root on Debian: apt-get install ${name.toLowerCase()}`);
  let proxy: Proxy;

  beforeAll(async () => {
    if (!installed) return undefined;
    const main = join(import.meta.dirname, 'main.ts');
    const site = launch([main], { LOG_LEVEL: 'silent', SITE_URL: siteUrl, TRUST_PROXY: '1' });
    proxy = await start(await site.address());
    return async () => {
      await proxy.stop();
      await site.end('SIGTERM');
    };
  });

  describe.skipIf(!installed)('https', () => {
    test('a page comes as the server has compressed it, with the headers of a site on https', async () => {
      const { status, headers, body } = await ask(proxy, '/', {
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
      });
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBe('br');
      expect(body.equals(readFileSync(join(client, 'index.html.br')))).toBe(true);
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server'] ?? 'nginx').toBe('nginx');
    });

    test('a client that takes no compression gets none', async () => {
      const { headers, body } = await ask(proxy, '/');
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.equals(readFileSync(join(client, 'index.html')))).toBe(true);
    });

    test('a page that the visitor has is not sent again', async () => {
      const { headers } = await ask(proxy, '/about');
      const again = await ask(proxy, '/about', { headers: { 'if-none-match': String(headers['etag']) } });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    });

    test('an unknown address is the 404 page', async () => {
      const { status, headers } = await ask(proxy, '/nowhere');
      expect({ status, cached: headers['cache-control'] }).toEqual({ status: 404, cached: 'no-store' });
    });

    test('another host gets nothing', async () => {
      await expect(ask(proxy, '/', { host: 'other.example.net' })).rejects.toThrow();
    });
  });

  describe.skipIf(!installed)('the one address', () => {
    test('http leads to https', async () => {
      const { statusCode, headers } = await askInPlainText(proxy, '/about?a=b', 'www.example.com');
      expect(statusCode).toBeOneOf([301, 308]);
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

  describe.skipIf(!installed)('the form without JavaScript', () => {
    test('is taken from a page of the site', async () => {
      const { status, body } = await send(proxy, { from: '127.0.1.1' });
      expect(status).toBe(200);
      expect(body.toString()).toContain(contactPage.form.success.title);
    });

    test('is refused from another site, whatever that says of itself', async () => {
      const headers = { origin: 'https://other.example.net', 'x-forwarded-host': 'other.example.net' };
      expect((await send(proxy, { from: '127.0.1.2', headers })).status).toBe(403);
      expect((await send(proxy, { from: '127.0.1.2', headers: { origin: 'null' } })).status).toBe(403);
    });

    test('is counted by the address of the visitor, who cannot choose it', async () => {
      const statuses: number[] = [];
      for (let count = 1; count <= 11; count += 1) {
        const forged = `203.0.113.${count}`;
        const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
        statuses.push(
          (await send(proxy, { from: '127.0.1.3', headers, body: bodyWith(`Call number ${count}`) })).status,
        );
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
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

async function askInPlainText({ httpPort: port }: Proxy, path: string, host: string): Promise<IncomingMessage> {
  const asked = request({ host: '127.0.0.1', port, path, headers: { host } }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}
