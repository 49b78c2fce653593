import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../enquiries/testing/free-port.ts';
import { startAuthServer } from '../start/testing/auth-server.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf } from '../start/testing/submissions.ts';
import { authProxy } from './auth-proxy.ts';

describe('/auth/v1/* without an authentication server', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('answers %s with 501 and says what is missing', async (method) => {
    const { url } = await startSite();
    const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, { method });
    expect(response.status).toBe(501);
    expect(await errorOf(response)).toEqual({
      code: 'not_configured',
      message: expect.stringContaining('AUTH_URL'),
    });
  });
});

describe('/auth/v1/* with an authentication server', () => {
  it('forwards method, path, query, headers and body with the visitor’s address, and brings the answer back', async () => {
    const seen: unknown[] = [];
    const auth = await startAuthServer(async (request, response) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: await text(request) });
      response
        .writeHead(400, { 'content-type': 'application/json', 'x-sb-error-code': 'bad_jwt', server: 'auth/1' })
        .end('{"msg":"no"}');
    });
    // The path of AUTH_URL stays in front.
    const { url } = await startSite({ AUTH_URL: `${auth}/below/` });
    const headers = { 'content-type': 'application/json', apikey: 'anon' };
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': '192.0.2.66' },
      body: '{"a": 1}',
    });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/below/token?grant_type=password',
        // Not what the visitor claims it to be.
        headers: { ...headers, 'x-forwarded-for': '127.0.0.1' },
        body: '{"a": 1}',
      },
    ]);
    expect([response.status, await response.text()]).toEqual([400, '{"msg":"no"}']);
    expect(response.headers.get('x-sb-error-code')).toBe('bad_jwt');
    expect(response.headers.get('server')).toBeNull();
  });

  it.each([
    ['that says so', (body: string) => body],
    ['that does not say so', (body: string) => new Blob([body]).stream()],
  ])('refuses a body of more than 64 KiB %s, of which the authentication server hears nothing', async (_what, send) => {
    const seen: number[] = [];
    const auth = await startAuthServer(async (request, response) => {
      seen.push((await text(request)).length);
      response.end();
    });
    const { url } = await startSite({ AUTH_URL: auth });
    const post = (length: number): Promise<Response> =>
      fetch(`${url}/auth/v1/token`, { method: 'POST', body: send('x'.repeat(length)), duplex: 'half' } as RequestInit);
    const response = await post(64 * 1024 + 1);
    expect(response.status).toBe(413);
    expect(await errorOf(response)).toEqual({ code: 'body_too_large', message: expect.stringContaining('64 KiB') });
    expect((await post(64 * 1024)).status).toBe(200);
    expect(seen).toEqual([64 * 1024]);
  });

  it('does not follow a path out of its place', async () => {
    const seen: (string | undefined)[] = [];
    const auth = await startAuthServer((request, response) => {
      seen.push(request.url);
      response.end();
    });
    const { url } = await startSite({ AUTH_URL: `${auth}/auth/v1` });
    for (const path of ['/auth/v1/%2e%2e/admin', '/auth/v1/..%2fadmin', '/auth/v1/..%5cadmin'])
      expect(Math.floor((await fetch(url + path)).status / 100)).toBe(4);
    expect(seen).toEqual([]);
  });

  it.each([
    ['is down', async () => `http://127.0.0.1:${await freePort()}`],
    ['breaks off', () => startAuthServer((request) => request.socket.destroy())],
  ])('answers 502 in JSON when it %s, and nothing internal', async (_what, startAuth) => {
    const auth = await startAuth();
    const { url } = await startSite({ AUTH_URL: auth });
    const response = await fetch(`${url}/auth/v1/user`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(502);
    const port = new URL(auth).port;
    expect(await errorOf(response)).toEqual({ code: 'bad_gateway', message: expect.not.stringContaining(port) });
  });

  it('answers 504 when it takes too long', async () => {
    const auth = await startAuthServer(() => {});
    const app = Fastify();
    onTestFinished(() => app.close());
    await authProxy(app, auth, 50);
    const response = await app.inject('/auth/v1/user');
    expect(response.statusCode).toBe(504);
    expect(response.json()).toMatchObject({ error: { code: 'gateway_timeout', message: expect.any(String) } });
  });
});
