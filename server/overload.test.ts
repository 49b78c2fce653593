import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReceiveOutcome } from '../enquiries/receive.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { connectRaw } from '../start/testing/raw-connection.ts';
import { startSite, type SiteUnderTest } from '../start/testing/site-under-test.ts';
import { errorOf, submit, submitForm } from '../start/testing/submissions.ts';
import { contactContentPath } from './contact-content.ts';
import type { FrontListener } from './front.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

const front: FrontListener = (request, response, next) =>
  request.url === '/page' ? response.end('from memory') : next();
const send = async (site: SiteUnderTest) => (await submit(site)).status;
const partOfForm = `POST /contact HTTP/1.1
Host: x
Content-Type: application/x-www-form-urlencoded
Content-Length: 100

a=`.replaceAll('\n', '\r\n');

/** A site whose event loop, which is this process's, is kept busy until `end` is called. */
async function startBusy() {
  const overloadLimits = { delay: 30, sample: 200 };
  const site = await startSite({ ALLOWED_ORIGINS: 'https://cdn.example' }, { front, overloadLimits });
  let busy = true;
  const work = (): void => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    if (busy) setImmediate(work);
  };
  work();
  const end = (): void => void (busy = false);
  onTestFinished(end);
  await expect.poll(() => send(site), { timeout: 5000 }).toBe(503);
  return { ...site, end };
}

describe('a server whose event loop is late', { timeout: 10_000 }, () => {
  it('answers the API with 503 and Retry-After, pages and health checks as ever, and all again once it is over', async () => {
    const site = await startBusy();
    const shed = await submit(site, fields, { origin: 'https://cdn.example' });
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
    expect(shed.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
    expect(await errorOf(shed)).toEqual({ code: 'unavailable', message: expect.stringContaining('try again') });

    const page = await submitForm(site);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');

    // Before the body has come.
    const { socket, received } = await connectRaw(site.url);
    socket.write(partOfForm);
    await expect.poll(received, { timeout: 5000 }).toMatch(/^HTTP\/1\.1 503 /);

    expect(await (await fetch(`${site.url}/page`)).text()).toBe('from memory');
    for (const [path, status] of Object.entries({ '/nowhere': 404, '/healthz?probe=1': 200, '/readyz': 200 }))
      expect([path, (await fetch(site.url + path)).status]).toEqual([path, status]);
    expect(site.log().split('"msg":"overloaded').length).toBe(2);
    expect(site.log()).toContain('"reason":"the event loop is late"');

    site.end();
    await expect.poll(() => send(site), { timeout: 5000 }).toBe(200);
  });
});

/** A site whose core does not take an enquiry until it is released. */
async function startHanging() {
  const hang = Promise.withResolvers<ReceiveOutcome>();
  const release = () => hang.resolve({ outcome: 'accepted', id: 'a', reference: '0000-0001' });
  onTestFinished(release);
  let asked = 0;
  const receive = (): Promise<ReceiveOutcome> => {
    asked += 1;
    return hang.promise;
  };
  const overloadLimits = { delay: Infinity, waiting: 20 };
  const site = await startSite({}, { front, enquiries: { receive }, overloadLimits });
  return { ...site, asked: () => asked, release };
}

describe('requests that wait for an answer', () => {
  it('are answered 503 where too many do already, until their clients have gone, and no other route with them', async () => {
    const site = await startHanging();
    const { socket } = await connectRaw(site.url);
    const head = `POST ${sendContactEmailPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    // One behind the other on its connection.
    socket.write(`${head}Content-Length: 2\r\n\r\n{}`.repeat(20));
    await expect.poll(site.asked).toBe(20);
    const shed = await submit(site);
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await errorOf(shed)).code).toBe('unavailable');
    expect(site.log()).toContain('"reason":"too many requests wait for an answer"');
    expect((await fetch(site.url + contactContentPath)).status).toBe(200);
    socket.destroy();
    site.release();
    const sendMany = () => Promise.all(Array.from({ length: 20 }, () => send(site)));
    await expect.poll(sendMany).toEqual(Array(20).fill(200));
  });

  it('do not count while their body is still on its way', async () => {
    const site = await startSite({}, { overloadLimits: { delay: Infinity, waiting: 20 } });
    for (let count = 0; count < 40; count += 1) (await connectRaw(site.url)).socket.write(partOfForm);
    expect((await submitForm(site)).status).toBe(200);
  });
});
