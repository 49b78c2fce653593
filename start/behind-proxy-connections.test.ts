import { createServer, type IncomingMessage, type Server } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from './testing/https-client.ts';
import { nginx, type Proxy } from './testing/proxies.ts';

describe.skipIf(!nginx.testable)('the connections of nginx to the server', () => {
  const asked: IncomingMessage[] = [];
  let server: Server;
  let proxy: Proxy;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      request.resume().on('end', () => response.writeHead(200, { 'cache-control': 'no-store' }).end());
    });
    proxy = await nginx.start(server);
    return async () => {
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    };
  });

  const connectionsOf = (method: string) =>
    new Set(asked.filter((request) => request.method === method).map(({ socket }) => socket)).size;

  test('are of its own for each form: no other request has used it', async () => {
    for (let round = 0; round < 6; round += 1) {
      await ask(proxy, '/about');
      await ask(proxy, '/contact', { method: 'POST', body: 'name=Ada' });
    }
    expect(connectionsOf('POST')).toBe(6);
    expect(new Set(asked.map(({ socket }) => socket)).size).toBe(connectionsOf('POST') + connectionsOf('GET'));
  });

  // Of several servers it would take one that closes those it kept for one that is away.
  test('are of its own for each page too', async () => {
    asked.length = 0;
    for (let round = 0; round < 6; round += 1) await ask(proxy, '/about');
    expect(connectionsOf('GET')).toBe(6);
  });
});
