import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSite } from '../testing/site-under-test.ts';

/** Sends bytes as they are; resolves to everything that came back before the connection was closed. */
async function converse(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

describe('the listener', () => {
  it('asks the front first, and the rest only for what the front passes on', async () => {
    const { url } = await startSite(
      {},
      {
        front: (request, response, next) => (request.url === '/healthz' ? response.end('from the front') : next()),
      },
    );
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('from the front');
    expect((await fetch(`${url}/nope`)).status).toBe(404);
  });

  it('answers 500 when the front fails', async () => {
    const { url } = await startSite({}, { front: (_request, _response, next) => next(new Error('secret detail')) });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  });

  it('answers what is no HTTP in the form of all errors', async () => {
    const { url } = await startSite();
    const answer = await converse(url, 'hello\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: { code: 'invalid_request', message: expect.any(String) },
    });
  });

  it('answers 431 to headers above 16 KiB', async () => {
    const { url } = await startSite();
    expect(await converse(url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
});
