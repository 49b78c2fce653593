import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { ConnectionOptions, SecureVersion } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askInPlainText, openTls, startTls } from './testing/https-client.ts';
import { nginx, type Proxy } from './testing/proxies.ts';

const foreign = 'other.example.net';

/** No site behind them: what is asked here, they answer themselves. */
describe.skipIf(!nginx.testable)('nginx by itself', () => {
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await nginx.start();
    return () => proxy.stop();
  });

  /** Both addresses of the machine itself, where it has both. */
  const addresses = () => ['127.0.0.1', ...(proxy.machine.hasIPv6 ? ['::1'] : [])];
  const over = (version: SecureVersion) => ({ minVersion: version, maxVersion: version });

  describe('TLS', () => {
    test.each<SecureVersion>(['TLSv1.3', 'TLSv1.2'])(
      '%s is spoken, with a certificate for both hosts',
      async (version) => {
        for (const to of addresses())
          for (const servername of ['www.example.com', 'example.com']) {
            const socket = await openTls(proxy, { servername, ...over(version) }, { to });
            expect(socket.getProtocol()).toBe(version);
            socket.destroy();
          }
      },
    );

    test.each<SecureVersion>(['TLSv1.1', 'TLSv1'])('%s is refused', async (version) => {
      // Only so does the client itself speak it.
      const options = { ...over(version), ciphers: 'DEFAULT@SECLEVEL=0' };
      await expect(openTls(proxy, options)).rejects.toThrow('alert protocol version');
    });

    test('a client that names no version gets TLS 1.3', async () => {
      const socket = await openTls(proxy);
      expect(socket.getProtocol()).toBe('TLSv1.3');
      socket.destroy();
    });

    test.each<SecureVersion>(['TLSv1.3', 'TLSv1.2'])('a session of %s is resumed', async (version) => {
      const session = await sessionOf(proxy, over(version));
      const again = await openTls(proxy, { ...over(version), session });
      expect(again.isSessionReused()).toBe(true);
      again.destroy();
    });
  });

  describe('another host', () => {
    test('gets no certificate', async () => {
      const anyCertificate = { servername: foreign, rejectUnauthorized: false };
      for (const to of addresses()) await expect(openTls(proxy, anyCertificate, { to })).rejects.toThrow('alert');
    });

    test('gets no answer over a connection that was made for the site', async () => {
      for (const to of addresses())
        await expect(ask(proxy, '/', { host: foreign, serverName: 'www.example.com', to })).rejects.toThrow();
    });

    test('gets no answer over http', async () => {
      for (const to of addresses()) {
        await expect(askInPlainText(proxy, '/', { host: foreign, to })).rejects.toThrow();
        await expect(askInPlainText(proxy, '/', { host: '192.0.2.1', to })).rejects.toThrow();
      }
    });
  });

  test('whom it refuses it does not write down', async () => {
    const from = { from: '127.0.4.1' };
    await expect(openTls(proxy, { servername: foreign }, from)).rejects.toThrow();
    await expect(openTls(proxy, { ...over('TLSv1.1'), ciphers: 'DEFAULT@SECLEVEL=0' }, from)).rejects.toThrow();
    await expect(askInPlainText(proxy, '/', { host: foreign, ...from })).rejects.toThrow();
    expect((await askInPlainText(proxy, '/', { port: 443, ...from })).statusCode).toBe(400);
    // A record of TLS with nothing in it that makes sense.
    await buffer(proxy.machine.connect(443, from).end('\u0016\u0003\u0001\0\u0005hello'));
    expect(proxy.log()).not.toContain(from.from);
  });

  test('http leads to https on the same host, over both kinds of addresses', async () => {
    for (const to of addresses())
      for (const host of ['www.example.com', 'example.com']) {
        const { statusCode, headers } = await askInPlainText(proxy, '/about?a=b', { host, to });
        expect(statusCode).toBe(301);
        expect(headers.location).toBe(`https://${host}/about?a=b`);
      }
  });
});

/** In TLS 1.3 it comes with the first bytes after the handshake, or while that still goes on. */
async function sessionOf(proxy: Proxy, options: ConnectionOptions): Promise<Buffer> {
  const socket = startTls(proxy, options);
  const [session] = (await once(socket, 'session')) as [Buffer];
  socket.destroy();
  return session;
}
