import { expect, it, onTestFinished } from 'vitest';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { connectRaw } from '../start/testing/raw-connection.ts';
import { startTestServer, type TestServer } from '../start/testing/test-server.ts';
import { expectApiError, submitJson, submitForm } from '../start/testing/submissions.ts';
import type { ConnectMiddleware } from './page-handler.ts';

const pageHandler: ConnectMiddleware = (request, response, next) =>
  request.url === '/page' ? response.end('from memory') : next();
const send = async (site: TestServer) => (await submitJson(site)).status;
const partOfForm = `POST /contact HTTP/1.1
Host: x
Content-Type: application/x-www-form-urlencoded
Content-Length: 100

a=`.replaceAll('\n', '\r\n');

/** A site whose event loop, which is this process's, is kept busy until `end` is called. */
async function startBusy() {
  const overloadLimits = { maxEventLoopDelay: 30, sampleInterval: 200 };
  const site = await startTestServer({ ALLOWED_ORIGINS: 'https://cdn.example' }, { pageHandler, overloadLimits });
  let busy = true;
  const work = (): void => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    if (busy) setImmediate(work);
  };
  work();
  const end = (): void => void (busy = false);
  onTestFinished(end);
  await expect.poll(() => send(site)).toBe(503);
  return { ...site, end };
}

it('a server whose event loop is late answers the API with 503, pages and health checks as ever, and all again once that is over', async () => {
  const site = await startBusy();
  const shed = await submitJson(site, sampleFields, { origin: 'https://cdn.example' });
  expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
  expect(shed.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
  expect(await expectApiError(shed)).toEqual({ code: 'unavailable', message: expect.stringContaining('try again') });

  const page = await submitForm(site);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');

  // Before the body has come.
  const { socket, received } = await connectRaw(site.url);
  socket.write(partOfForm);
  await expect.poll(received).toMatch(/^HTTP\/1\.1 503 /);

  expect(await (await fetch(`${site.url}/page`)).text()).toBe('from memory');
  for (const [path, status] of Object.entries({ '/nowhere': 404, '/healthz?probe=1': 200, '/readyz': 200 }))
    expect([path, (await fetch(site.url + path)).status]).toEqual([path, status]);
  expect(site.log().split('"msg":"overloaded').length).toBe(2);
  expect(site.log()).toContain('"reason":"the event loop is late"');

  site.end();
  await expect.poll(() => send(site)).toBe(200);
});
