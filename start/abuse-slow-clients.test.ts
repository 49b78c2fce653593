import type { ServerResponse } from 'node:http';
import { setInterval, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { connectRaw, converse, type RawConnection } from './testing/raw-connection.ts';
import { startSite } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';
import type { FrontListener } from '../server/front.ts';
import type { ConnectionLimits } from '../server/listener.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';

const limits: Partial<ConnectionLimits> = { headers: 1000, request: 1000, answer: 1000, checkEvery: 100 };

/** More than the kernel takes in for a client that hardly reads (about 4 MB), so that a part of it waits in the server. */
const large = Buffer.alloc(16 * 1024 * 1024, 'x');

const front: FrontListener = (request, response, next) => {
  if (request.method === 'GET' && request.url === '/large') response.end(large);
  else if (request.method === 'GET' && request.url === '/small') response.end('small');
  else next();
};

interface Slow {
  count: number;
  begin: (client: RawConnection, index: number) => void;
  /** Done again and again until the connection is closed. */
  again: (client: RawConnection) => void;
}

async function openSlow(url: string, { count, begin, again }: Slow) {
  const clients = await Promise.all(Array.from({ length: count }, () => connectRaw(url)));
  const allClosed = new AbortController();
  const open = new Set(clients);
  const closed = Promise.all(
    clients.map(async (client, index) => {
      begin(client, index);
      const answer = await client.closed;
      open.delete(client);
      return answer;
    }),
  ).finally(() => allClosed.abort());
  void repeat(() => open.forEach((client) => again(client)), allClosed.signal);
  return { clients, closed, open: () => open.size };
}

async function repeat(act: () => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(100, undefined, { signal })) act();
  } catch {
    // Aborted: that is its end.
  }
}

const beginHeaders = ({ socket }: RawConnection): void => {
  socket.on('end', () => socket.end());
  socket.write('GET /small HTTP/1.1\r\nHost: x\r\n');
};
const oneMoreHeader = ({ socket }: RawConnection): void => void socket.write('X-A: b\r\n');

describe('hundreds of clients that are slow on purpose', { timeout: 15_000 }, () => {
  it('with their headers are ended with 408, and others are served meanwhile', async () => {
    const { url } = await startSite({}, { front, connectionLimits: limits });
    const slow = await openSlow(url, { count: 250, begin: beginHeaders, again: oneMoreHeader });
    expect(await (await fetch(`${url}/small`)).text()).toBe('small');
    expect(slow.open()).toBe(250);
    const answers = await slow.closed;
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(250);
  });

  it('with a body are ended, and others are served meanwhile', async () => {
    const site = await startSite({}, { front, connectionLimits: limits });
    const targets = [
      { path: sendContactEmailPath, type: 'application/json', status: 408 },
      { path: '/contact', type: 'application/x-www-form-urlencoded', status: 408 },
      // Answered at once, since nobody wants the body: yet it goes on coming.
      { path: '/nowhere', type: 'text/plain', status: 405 },
    ] as const;
    const target = (index: number) => targets[index % targets.length] ?? targets[0];
    const begin = ({ socket }: RawConnection, index: number): void => {
      const { path, type } = target(index);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 60000\r\n\r\n`);
    };
    const slow = await openSlow(site.url, { count: 300, begin, again: ({ socket }) => socket.write('a') });
    expect((await submit(site)).status).toBe(200);
    expect(slow.open()).toBe(300);
    const statuses = (await slow.closed).map((answer) => Number(answer.slice(9, 12)));
    expect(statuses).toEqual(statuses.map((_, index) => target(index).status));
    expect(await site.core.enquiries.list({ limit: 2 })).toHaveLength(1);
  });

  it('in reading what they asked for are ended, and others are served meanwhile', async () => {
    // Seen from the server: a client that is reset still reads what its own system has taken in for it.
    let begun = 0;
    const cutShort: ServerResponse[] = [];
    const watched: FrontListener = (request, response, next) => {
      if (request.url === '/large') {
        begun += 1;
        response.once('close', () => {
          if (!response.writableFinished) cutShort.push(response);
        });
      }
      front(request, response, next);
    };
    const { url } = await startSite({}, { front: watched, connectionLimits: limits });
    const begin = ({ socket }: RawConnection): void => {
      socket.pause();
      socket.on('data', () => socket.pause());
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    };
    const slow = await openSlow(url, { count: 200, begin, again: ({ socket }) => socket.resume() });
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(200);
    expect(await (await fetch(`${url}/small`)).text()).toBe('small');
    await expect.poll(() => cutShort.length, { timeout: 10_000 }).toBe(200);
    for (const { socket } of slow.clients) socket.destroy();
    await slow.closed;
  });
});

describe('connections on which nothing comes or goes', { timeout: 15_000 }, () => {
  const silent: FrontListener = (request, response, next) => {
    if (request.url === '/never') return;
    front(request, response, next);
  };

  it.each([
    ['between two requests', 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 200 [^]*small$/],
    ['while an answer is waited for', 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n', /^$/],
  ])('are closed: %s', async (_when, bytes, received) => {
    const { url } = await startSite({}, { front: silent, connectionLimits: { ...limits, silence: 500 } });
    const begin = ({ socket }: RawConnection): void => {
      socket.on('end', () => socket.end());
      socket.write(bytes);
    };
    const idle = await openSlow(url, { count: 100, begin, again: () => {} });
    for (const answer of await idle.closed) expect(answer).toMatch(received);
  });

  it('are not those on which a request arrives, however slowly', async () => {
    const { url } = await startSite({}, { front, connectionLimits: { ...limits, silence: 300 } });
    const slow = await openSlow(url, { count: 20, begin: beginHeaders, again: oneMoreHeader });
    for (const answer of await slow.closed) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('are kept as long as something does', async () => {
    const { url } = await startSite({}, { front: silent, connectionLimits: { ...limits, silence: 500 } });
    const { socket, received } = await connectRaw(url);
    for (let count = 1; count <= 5; count += 1) {
      socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(() => received().split('small').length).toBe(count + 1);
      await setTimeout(200);
    }
  });
});

describe('a client that is slow, but reads', () => {
  it('gets all of it', async () => {
    const { url } = await startSite({}, { front, connectionLimits: { ...limits, answer: 2000 } });
    const { body } = await fetch(`${url}/large`);
    let bytes = 0;
    let pauses = 0;
    for await (const part of body ?? []) {
      bytes += part.length;
      // A second in all, and never long without a byte.
      if (bytes > (pauses * large.length) / 12) {
        pauses += 1;
        await setTimeout(80);
      }
    }
    expect(bytes).toBe(large.length);
  });
});

describe('more connections than there may be', () => {
  it('are closed as they come, and others are served as soon as there is room', async () => {
    const { url, log } = await startSite({}, { front, connectionLimits: { connections: 200 } });
    const slow = await openSlow(url, { count: 200, begin: beginHeaders, again: oneMoreHeader });
    const get = 'GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const refused = await Promise.all(Array.from({ length: 100 }, () => converse(url, get)));
    expect(refused.filter((answer) => answer !== '')).toEqual([]);
    expect(slow.open()).toBe(200);
    expect(log().split('too many connections').length).toBe(2);
    slow.clients[0]?.socket.destroy();
    await expect.poll(() => converse(url, get)).toContain('small');
    for (const { socket } of slow.clients) socket.destroy();
    await slow.closed;
  });
});
