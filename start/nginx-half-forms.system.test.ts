import { createServer, type Server } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, openHttp2, openTls } from './testing/https-client.ts';
import { nginx, type Proxy } from './testing/proxies.ts';

const addresses = Array.from({ length: 120 }, (_, host) => `127.0.4.${host + 1}`);
const ofEach = Array.from({ length: 20 });
const [length, half] = [60_000, 'name=Ada&message='];

describe.skipIf(!nginx.testable)(
  '2,400 forms that are left half sent, from 120 addresses,',
  { timeout: 60_000 },
  () => {
    let server: Server;
    let proxy: Proxy;
    let asked = 0;

    beforeAll(async () => {
      server = createServer((request, response) => {
        asked += 1;
        request.resume().once('end', () => response.end('answered'));
      });
      proxy = await nginx.start(server);
      return async () => {
        await proxy.stop();
        server.closeAllConnections();
        server.close();
      };
    });

    const begin = {
      async 'HTTP/2'(from: string) {
        const session = await openHttp2(proxy, { from });
        const headers = { ':method': 'POST', ':path': '/contact', 'content-length': `${length}` };
        for (const _each of ofEach)
          session
            .request(headers)
            .on('error', () => {})
            .write(half);
        return [session];
      },
      'HTTP/1.1': (from: string) =>
        Promise.all(
          ofEach.map(async () => {
            const socket = await openTls(proxy, {}, { from });
            socket.on('error', () => {});
            socket.write(`POST /contact HTTP/1.1\r\nHost: www.example.com\r\nContent-Length: ${length}\r\n\r\n${half}`);
            return socket;
          }),
        ),
    };

    test.each(['HTTP/2', 'HTTP/1.1'] as const)('over %s, hold no place that a visitor needs', async (protocol) => {
      const beginFrom: (address: string) => Promise<{ destroy(): void }[]> = begin[protocol];
      const held = (await Promise.all(addresses.map(beginFrom))).flat();
      const before = asked;
      const from = '127.0.5.1';
      const answers = [
        await ask(proxy, '/', { from }),
        await ask(proxy, '/contact', { from, method: 'POST', body: 'a=b' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(asked - before, 'the server sees none of the halves').toBe(2);
      for (const one of held) one.destroy();
    });
  },
);
