import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReceiveOutcome } from '../enquiries/core/receiving.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { connectRaw } from '../start/testing/raw-connection.ts';
import { startSite, type SiteUnderTest } from '../start/testing/site-under-test.ts';
import { errorOf, submit } from '../start/testing/submissions.ts';
import { contactContentPath } from './contact-content.ts';
import type { FrontListener } from './front.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

const front: FrontListener = (request, response, next) =>
  request.url === '/page' ? response.end('from memory') : next();

/** Keeps the event loop of this process, which the server shares, busy until the test ends. */
function keepBusy(): () => void {
  let busy = true;
  const work = (): void => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    if (busy) setImmediate(work);
  };
  work();
  const end = (): void => void (busy = false);
  onTestFinished(end);
  return end;
}

const form = (url: string): Promise<Response> =>
  fetch(`${url}/contact`, { method: 'POST', body: new URLSearchParams(Object.entries(fields)) });

describe('a server whose event loop is late', { timeout: 10_000 }, () => {
  it('answers the API with 503 and Retry-After, pages and health checks as ever, and all again once it is over', async () => {
    const site = await startSite(
      { ALLOWED_ORIGINS: 'https://cdn.example' },
      { front, overloadLimits: { delay: 30, sample: 200 } },
    );
    const end = keepBusy();
    await expect.poll(async () => (await submit(site)).status, { timeout: 5000 }).toBe(503);

    const stored = await site.core.enquiries.list({ limit: 100 });
    const shed = await submit(site, fields, { origin: 'https://cdn.example' });
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
    expect(shed.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
    expect(await errorOf(shed)).toEqual({ code: 'unavailable', message: expect.stringContaining('try again') });
    expect((await fetch(site.url + contactContentPath)).status).toBe(503);
    expect(await site.core.enquiries.list({ limit: 100 })).toHaveLength(stored.length);

    const page = await form(site.url);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await page.text()).toContain('what you typed is still in the form');

    expect(await (await fetch(`${site.url}/page`)).text()).toBe('from memory');
    expect((await fetch(`${site.url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${site.url}/healthz?probe=1`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect(site.log().split('"msg":"overloaded').length).toBe(2);
    expect(site.log()).toContain('"reason":"the event loop is late"');

    end();
    await expect.poll(async () => (await submit(site)).status, { timeout: 5000 }).toBe(200);
  });

  it('refuses before the body has come', async () => {
    const site = await startSite({}, { overloadLimits: { delay: 30, sample: 200 } });
    keepBusy();
    await expect.poll(async () => (await submit(site)).status, { timeout: 5000 }).toBe(503);
    const { socket, received } = await connectRaw(site.url);
    socket.write('POST /contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n');
    socket.write('Content-Length: 100\r\n\r\n');
    await expect.poll(received, { timeout: 5000 }).toMatch(/^HTTP\/1\.1 503 /);
  });
});

/** A site whose core does not take an enquiry until it is released. */
async function startHanging(waiting: number) {
  const hang = Promise.withResolvers<ReceiveOutcome>();
  const taken = { outcome: 'accepted', id: 'a', reference: '0000-0001' } as const;
  onTestFinished(() => hang.resolve(taken));
  let asked = 0;
  const receive = (): Promise<ReceiveOutcome> => {
    asked += 1;
    return hang.promise;
  };
  const site = await startSite({}, { front, enquiries: { receive }, overloadLimits: { delay: Infinity, waiting } });
  return { ...site, asked: () => asked, release: () => hang.resolve(taken) };
}

const send = (site: SiteUnderTest): Promise<number> => submit(site).then(({ status }) => status);

describe('requests that wait for an answer', () => {
  it('are answered 503 where too many do already, and no other route with them', async () => {
    const site = await startHanging(20);
    const waiting = Array.from({ length: 20 }, () => send(site));
    await expect.poll(site.asked).toBe(20);
    const shed = await submit(site);
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await errorOf(shed)).code).toBe('unavailable');
    expect(site.log()).toContain('"reason":"too many requests wait for an answer"');
    expect((await fetch(site.url + contactContentPath)).status).toBe(200);
    expect(await (await fetch(`${site.url}/page`)).text()).toBe('from memory');

    site.release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200));
    expect(await send(site)).toBe(200);
    expect(site.asked()).toBe(21);
  });

  it('are counted no longer when their client has gone, also those behind another on its connection', async () => {
    const site = await startHanging(20);
    const { socket } = await connectRaw(site.url);
    const head = `POST ${sendContactEmailPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 2\r\n\r\n{}`.repeat(20));
    await expect.poll(site.asked).toBe(20);
    expect(await send(site)).toBe(503);
    socket.destroy();
    site.release();
    await setTimeout(50);
    expect(await Promise.all(Array.from({ length: 20 }, () => send(site)))).toEqual(Array(20).fill(200));
  });

  it('do not count while their body is still on its way', async () => {
    const site = await startSite({}, { overloadLimits: { delay: Infinity, waiting: 20 } });
    for (let count = 0; count < 40; count += 1) {
      const { socket } = await connectRaw(site.url);
      socket.write('POST /contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n');
      socket.write('Content-Length: 100\r\n\r\na=');
    }
    expect((await form(site.url)).status).toBe(200);
  });
});
