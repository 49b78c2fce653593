import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startAuthServer } from '../start/testing/auth-server.ts';
import { connectRaw } from '../start/testing/raw-connection.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { apiHeaders } from './api.ts';

describe('the headers between visitors and the authentication server', () => {
  it('passes on the headers that are named, and none under which a visitor could claim an address', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const auth = await startAuthServer(({ headers }, response) => {
      seen.push(headers);
      response.end();
    });
    const { url } = await startSite({ AUTH_URL: auth });
    const passed = {
      authorization: 'Bearer token',
      apikey: 'anon',
      accept: '*/*',
      'accept-encoding': 'gzip',
      'accept-language': 'en',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey',
      origin: 'https://www.example.com',
      referer: 'https://www.example.com/',
      'user-agent': 'browser',
      'x-client-info': 'gotrue-js/2',
      'x-supabase-api-version': '2024-01-01',
    };
    const claims = ['x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'sb-forwarded-for', 'forwarded'];
    const rest = [...claims, 'x-forwarded-port', 'x-forwarded-prefix', 'cookie', 'if-none-match', 'te', 'proxy-x'];
    const { socket, received } = await connectRaw(url);
    const lines = [
      ...Object.entries(passed),
      ...rest.map((name) => [name, '192.0.2.66']),
      ['connection', 'keep-alive, Apikey'],
    ].map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET /auth/v1/user HTTP/1.1\r\nHost: site.example\r\n${lines.join('')}\r\n`);
    await expect.poll(received).toContain('HTTP/1.1 200');
    const { apikey: _ofTheConnection, ...expected } = passed;
    expect(seen).toEqual([
      {
        ...expected,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'site.example',
        'x-forwarded-proto': 'http',
        'x-request-id': expect.any(String),
        // Of the proxy's own connection.
        host: new URL(auth).host,
        connection: 'keep-alive',
      },
    ]);
  });

  it('passes on of an answer what is named, and keeps the site’s own headers', async () => {
    const passed = {
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      'retry-after': '7',
      vary: 'Origin',
      'x-sb-error-code': 'over_request_rate_limit',
      'x-supabase-api-version': '2024-01-01',
    };
    const refused = {
      'content-security-policy': "default-src 'self' https://other.example",
      'referrer-policy': 'unsafe-url',
      'x-content-type-options': 'sniff',
      'cache-control': 'public, max-age=600',
      'x-request-id': 'theirs',
      'set-cookie': 'a=b',
      server: 'auth/1',
      'x-powered-by': 'auth',
      'proxy-authenticate': 'Basic',
      'access-control-max-age': '600',
      connection: 'keep-alive, Access-Control-Max-Age',
    };
    const auth = await startAuthServer((_request, response) => {
      response.writeHead(429, { ...passed, ...refused }).end('{}');
    });
    const { url } = await startSite({ AUTH_URL: auth });
    const { headers } = await fetch(`${url}/auth/v1/token`);
    const { 'x-request-id': id, date: _date, ...received } = Object.fromEntries(headers);
    expect(received).toEqual({
      ...passed,
      ...apiHeaders,
      'transfer-encoding': 'chunked',
      connection: 'keep-alive',
    });
    expect(id).not.toBe('theirs');
  });

  it('sends the browser where the authentication server sends it', async () => {
    const location = 'https://provider.example/login?state=1';
    const auth = await startAuthServer((_request, response) => response.writeHead(302, { location }).end());
    const { url } = await startSite({ AUTH_URL: auth });
    const response = await fetch(`${url}/auth/v1/authorize?provider=x`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  });
});
