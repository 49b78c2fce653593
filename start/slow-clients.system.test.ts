import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FrontListener } from '../server/front.ts';
import type { ConnectionLimits } from '../server/listener.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { connectRaw, converse, type RawConnection } from './testing/raw-connection.ts';
import { startSite } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

/** More than the kernel takes in for a client that hardly reads (about 4 MB), so that a part of it waits in the server. */
const large = Buffer.alloc(16 * 1024 * 1024, 'x');

/** A site with little patience. `answers`: how many with the large file have begun, and how many of them were cut short. */
async function startWith(limits: Partial<ConnectionLimits> = {}) {
  const answers = { begun: 0, cutShort: 0 };
  const front: FrontListener = (request, response, next) => {
    if (request.method !== 'GET') return next();
    if (request.url === '/small') response.end('small');
    else if (request.url === '/large') {
      answers.begun += 1;
      response.once('close', () => (answers.cutShort += response.writableFinished ? 0 : 1)).end(large);
    } else if (request.url !== '/never') next();
  };
  const quick = { headers: 1000, request: 1000, answer: 1000, checkEvery: 100 };
  return { ...(await startSite({}, { front, connectionLimits: { ...quick, ...limits } })), answers };
}

/** Opens so many connections. `again`: what each does again and again until it is closed. */
async function openSlow(
  url: string,
  count: number,
  begin: (client: RawConnection, index: number) => void,
  again: (client: RawConnection) => void = () => {},
) {
  const clients = await Promise.all(Array.from({ length: count }, () => connectRaw(url)));
  const open = new Set(clients);
  const timer = setInterval(() => open.forEach(again), 100);
  const closed = Promise.all(
    clients.map(async (client, index) => {
      client.socket.on('end', () => client.socket.end());
      begin(client, index);
      return client.closed.finally(() => open.delete(client));
    }),
  ).finally(() => clearInterval(timer));
  return { clients, closed, open: () => open.size };
}

const headers = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
const write =
  (text: string) =>
  ({ socket }: RawConnection): void =>
    void socket.write(text);
const expectOthersServed = async (url: string) => expect(await (await fetch(`${url}/small`)).text()).toBe('small');

describe('hundreds of slow clients are ended, and others served meanwhile:', () => {
  it('with their headers, by 408', async () => {
    const { url } = await startWith({ silence: 500 });
    const slow = await openSlow(url, 250, write(headers('/small')), write('X-A: b\r\n'));
    await expectOthersServed(url);
    expect(slow.open()).toBe(250);
    expect((await slow.closed).filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(250);
  });

  it('with a body', async () => {
    const site = await startWith();
    const targets = [
      [sendContactEmailPath, 'application/json', 408],
      ['/contact', 'application/x-www-form-urlencoded', 408],
      // Answered at once, since nobody wants the body: yet it goes on coming.
      ['/nowhere', 'text/plain', 405],
    ] as const;
    const begin = (client: RawConnection, index: number): void => {
      const [path, type] = targets[index % 3] ?? [];
      write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 60000\r\n\r\n`)(client);
    };
    const slow = await openSlow(site.url, 300, begin, write('a'));
    expect((await submit(site)).status).toBe(200);
    expect(slow.open()).toBe(300);
    const statuses = (await slow.closed).map((answer) => Number(answer.slice(9, 12)));
    expect(statuses).toEqual(statuses.map((_, index) => targets[index % 3]?.[2]));
    expect(await site.core.enquiries.list({ limit: 2 })).toHaveLength(1);
  });

  it('in reading what they asked for', async () => {
    const { url, answers } = await startWith();
    const begin = ({ socket }: RawConnection): void => {
      socket.pause();
      socket.on('data', () => socket.pause());
      socket.write(`${headers('/large')}\r\n`);
    };
    const slow = await openSlow(url, 200, begin, ({ socket }) => socket.resume());
    await expect.poll(() => answers.begun, { timeout: 20_000 }).toBe(200);
    await expectOthersServed(url);
    // A client that is reset still reads what its system has.
    await expect.poll(() => answers.cutShort, { timeout: 20_000 }).toBe(200);
    for (const { socket } of slow.clients) socket.destroy();
    await slow.closed;
  });
});

describe('a connection', () => {
  it('whose client is slow, but reads, brings it everything', async () => {
    const { url } = await startWith({ answer: 2000 });
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

  it('beyond those that there may be is closed as it comes, and others are served as soon as there is room', async () => {
    const { url, log } = await startWith({ headers: 10_000, request: 10_000, connections: 200 });
    const slow = await openSlow(url, 200, write(headers('/small')));
    const get = `${headers('/small')}Connection: close\r\n\r\n`;
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
