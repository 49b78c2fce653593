import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRaw, exchangeBytes } from '../start/testing/raw-connection.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { createHttpServer, drainConnections } from './http-server.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function startListener() {
  const server = createHttpServer(
    (_request, response) => response.end('answered'),
    () => {},
  ).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the listener', () => {
  it('ends a connection that is silent, and none whose request has come while the process was busy', async () => {
    const { server, url } = await startListener();
    let accepted = 0;
    server.on('connection', () => (accepted += 1));
    const [silent, asking, kept] = [await connectRaw(url), await connectRaw(url), await connectRaw(url)];
    await expect.poll(() => accepted).toBe(3);
    kept.socket.write(ask);
    await expect.poll(kept.received).toMatch(/answered$/);

    silent.socket.on('end', () => silent.socket.end());
    // From a timer, as when a server ends: only after it is read what has come.
    await setTimeout(0);
    for (const { socket } of [asking, kept]) socket.write(ask);
    for (const end = performance.now() + 600; performance.now() < end;);
    server.closeIdleConnections();
    expect(await silent.closed).toBe('');
    await expect.poll(asking.received).toMatch(/answered$/);
    await expect.poll(kept.received).toMatch(/answered[^]*answered$/);
    kept.socket.on('end', () => kept.socket.end());
    server.closeIdleConnections();
    await kept.closed;
  });

  it('waits for those who were connected before it ends, and gives time to those who come meanwhile', async () => {
    const { server, url } = await startListener();
    const [silent, slow] = [await connectRaw(url), await connectRaw(url)];
    slow.socket.write(ask.slice(0, -2));
    const drained = drainConnections(server);
    await once(silent.socket.resume(), 'end');
    const late = await connectRaw(url);
    for (const end = performance.now() + 600; performance.now() < end;);
    server.closeIdleConnections();
    await setImmediate();
    late.socket.write(ask);
    await expect.poll(late.received).toMatch(/answered$/);
    silent.socket.end();
    slow.socket.end('\r\n');
    await drained;
  });

  it('answers what is no HTTP in the form of all errors', async () => {
    const { url } = await startTestServer();
    const [head, body = ''] = (await exchangeBytes(url, 'hello\r\n\r\n')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(body)).toEqual({ error: { code: 'invalid_request', message: expect.any(String) } });
  });

  it.each([
    [100_000, 'reads a body that is a little too large, and keeps its connection', /^HTTP.1\.1 413 .*HTTP.1\.1 200 /s],
    [200_000, 'closes the connection of one that is far too large', /^HTTP.1\.1 413 (?!.*HTTP.1\.1 )/s],
  ])('of %i bytes: %s', async (length, _what, answers) => {
    const { url } = await startTestServer();
    const { socket, received, closed } = await connectRaw(url);
    socket.on('end', () => socket.end());
    const headers = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
    socket.write(`POST ${sendContactEmailPath} HTTP/1.1\r\n${headers}\r\n\r\n`);
    await expect.poll(received).toMatch(/^HTTP.1\.1 413 /);
    socket.write('x'.repeat(length));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await closed).toMatch(answers);
  });
});
