import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSite } from '../testing/site-under-test.ts';
import { authProxy } from './auth-proxy.ts';

async function startAuthServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

describe('/auth/v1/* without an authentication server', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('answers %s with 501 and says what is missing', async (method) => {
    const { url } = await startSite();
    const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, { method });
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({
      error: { code: 'not_configured', message: expect.stringContaining('AUTH_URL'), requestId: expect.any(String) },
    });
  });
});

describe('/auth/v1/* with an authentication server', () => {
  it('forwards method, path, query, headers and body, and brings the answer back', async () => {
    const seen: unknown[] = [];
    const auth = await startAuthServer(async (request, response) => {
      const { method, url, headers } = request;
      seen.push({ method, url, apikey: headers['apikey'], type: headers['content-type'], body: await textOf(request) });
      response
        .writeHead(400, { 'content-type': 'application/json', 'x-sb-error-code': 'bad_jwt', server: 'auth/1' })
        .end('{"msg":"no"}');
    });
    const { url } = await startSite({ AUTH_URL: auth });
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: 'anon' },
      body: '{"a": 1}',
    });
    expect(seen).toEqual([
      { method: 'POST', url: '/token?grant_type=password', apikey: 'anon', type: 'application/json', body: '{"a": 1}' },
    ]);
    expect([response.status, await response.text()]).toEqual([400, '{"msg":"no"}']);
    expect(response.headers.get('x-sb-error-code')).toBe('bad_jwt');
    expect(response.headers.get('server')).toBeNull();
  });

  it('keeps the path of AUTH_URL in front', async () => {
    const auth = await startAuthServer((request, response) => response.end(request.url));
    const { url } = await startSite({ AUTH_URL: `${auth}/auth/v1/` });
    expect(await (await fetch(`${url}/auth/v1/user`)).text()).toBe('/auth/v1/user');
  });

  it('tells it the visitor’s address, not what the visitor claims it to be', async () => {
    const auth = await startAuthServer((request, response) => response.end(String(request.headers['x-forwarded-for'])));
    const { url } = await startSite({ AUTH_URL: auth });
    const response = await fetch(`${url}/auth/v1/user`, { headers: { 'x-forwarded-for': '192.0.2.66' } });
    expect(await response.text()).toBe('127.0.0.1');
  });

  it('passes a body on while it still comes', async () => {
    const auth = await startAuthServer((request, response) => {
      request.once('data', (part) => response.end(`got ${part}`));
    });
    const { url } = await startSite({ AUTH_URL: auth });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /auth/v1/x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nfirst',
    );
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toContain('HTTP/1.1 200');
  });

  it('does not follow a path out of its place', async () => {
    const seen: (string | undefined)[] = [];
    const auth = await startAuthServer((request, response) => {
      seen.push(request.url);
      response.end();
    });
    const { url } = await startSite({ AUTH_URL: `${auth}/auth/v1` });
    for (const path of ['/auth/v1/%2e%2e/admin', '/auth/v1/..%2fadmin', '/auth/v1/..%5cadmin']) {
      const response = await fetch(url + path);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    expect(seen).toEqual([]);
  });

  it('answers 502 in JSON when it is down, and nothing internal', async () => {
    const gone = createTcpServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const { url } = await startSite({ AUTH_URL: `http://127.0.0.1:${port}` });
    const response = await fetch(`${url}/auth/v1/user`);
    expect(response.status).toBe(502);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      error: { code: 'bad_gateway', message: expect.any(String), requestId: expect.any(String) },
    });
    expect(text).not.toContain(String(port));
  });

  it('answers 504 when it takes too long', async () => {
    const auth = await startAuthServer(() => {});
    const app = Fastify();
    onTestFinished(() => app.close());
    await authProxy(app, auth, 50);
    const response = await app.inject('/auth/v1/user');
    expect(response.statusCode).toBe(504);
    expect(response.json()).toEqual({
      error: { code: 'gateway_timeout', message: expect.any(String), requestId: expect.any(String) },
    });
  });

  it('answers 502 when it breaks off', async () => {
    const auth = await startAuthServer((request) => request.socket.destroy());
    const { url } = await startSite({ AUTH_URL: auth });
    expect((await fetch(`${url}/auth/v1/user`, { method: 'POST', body: '{}' })).status).toBe(502);
  });
});
