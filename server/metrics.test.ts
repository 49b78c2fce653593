import { networkInterfaces } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { trapField } from '../enquiries/core/enquiry.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { databaseAt } from '../start/open-database.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { metricsUrl, scrape, valueOf } from '../start/testing/scrape.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { submit, submitForm } from '../start/testing/submissions.ts';
import type { FrontListener } from './front.ts';
import { alivePath } from './health.ts';
import { createMetrics } from './metrics.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

async function startMeasured(parts: Parameters<typeof startSite>[1] = {}, env: Record<string, string> = {}) {
  const site = await startSite(env, { metrics: createMetrics(0, ['/', '/about']), ...parts });
  const read = async (name: string, labels?: Record<string, string>) => valueOf(await scrape(site), name, labels);
  const requests = (route: string, status: string, method = 'GET') =>
    read('http_requests_total', { route, method, status });
  return { ...site, read, requests };
}

const answers: Readonly<Record<string, number>> = { '/about': 200, '/ABOUT': 308, '/icon.svg': 304, '/x': 404 };
const front: FrontListener = (request, response, next) => {
  const status = answers[request.url?.split('?', 1)[0] ?? ''];
  if (status === undefined) return next();
  response.writeHead(status, { location: '/about' }).end();
};

it.each([
  ['/about?utm=1', 'GET', '/about', '200', 'GET'],
  ['/ABOUT', 'GET', 'redirect', '308', 'GET'],
  ['/icon.svg', 'HEAD', 'asset', '304', 'HEAD'],
  ['/x', 'GET', 'unknown', '404', 'GET'],
  ['/auth/v1/token?grant_type=password', 'POST', '/auth/v1/*', '501', 'POST'],
  [alivePath, 'DELETE', alivePath, '405', 'other'],
])(
  'requests are counted by page or kind, method and status, once answered: %s',
  async (path, method, route, status, by) => {
    const { url, read, requests } = await startMeasured({ front });
    // From 0 on, so that the first error is an increase.
    expect(await requests(sendContactEmailPath, '503', 'POST')).toBe(0);
    await fetch(url + path, { method, redirect: 'manual' });
    await vi.waitFor(async () => expect(await requests(route, status, by)).toBe(1));
    expect(await read('http_request_duration_seconds_count', { route })).toBe(1);
  },
);

describe('enquiries', () => {
  it('are counted by what became of them', async () => {
    const limits = { ...noLimits };
    const site = await startMeasured({ limits });
    const { enquiries } = site.core;
    await submit(site, {});
    for (const key of ['a', 'a', 'a']) await enquiries.receive(fields, { key });
    await enquiries.receive({ ...fields, message: 'Cheap pills', [trapField]: 'x' });
    await site.core.close();
    await submit(site);
    limits.consume = async () => ({ allowed: false, retryAfterSeconds: 60 });
    await submit(site);
    await submitForm(site);
    const counts = (await scrape(site)).filter(({ name }) => name === 'enquiries_received_total');
    expect(Object.fromEntries(counts.map(({ labels, value }) => [labels['outcome'], value]))).toEqual({
      accepted: 1,
      repeated: 2,
      quarantined: 1,
      refused: 1,
      unavailable: 1,
      limited: 2,
    });
  });

  it('show how their mails stand, and when the last backup was made', async () => {
    const peer = await startSmtpPeer({ onMailFrom: (_address, _session, done) => done(refusal(451, 'later')) });
    const site = await startMeasured({}, { SMTP_URL: peer.url });
    const read = async () => ({
      postponed: await site.read('mail_deliveries_total', { outcome: 'postponed' }),
      due: await site.read('enquiries_by_state', { state: 'due' }),
      waiting: await site.read('mail_oldest_undelivered_seconds'),
      failing: await site.read('mail_failing_seconds'),
      backup: await site.read('website_last_backup_timestamp_seconds'),
    });
    expect(await read()).toEqual({ postponed: 0, due: 0, waiting: 0, failing: 0, backup: 0 });
    await submit(site);
    await site.core.enquiries.deliverDue();
    const made = new Date('2026-11-22T08:00:00Z');
    const { database, dialect, close } = databaseAt(site.config.database);
    await createSqlEnquiryStore(database, dialect).remember('backup', made.toISOString());
    await close();
    const some = expect.toSatisfy((seconds) => seconds > 0);
    expect(await read()).toEqual({ postponed: 1, due: 1, waiting: some, failing: some, backup: made.getTime() / 1000 });
  });

  it('show nothing rather than nought when the database does not answer', async () => {
    const site = await startMeasured({ enquiries: { health: () => Promise.reject(new Error('away')) } });
    expect(await site.read('database_up')).toBe(0);
    const unknown = /^enquiries_(by_state|waiting|overdue)|^mail_(?:oldest|failing)|last_backup|^digest|^webhook_s/;
    expect((await scrape(site)).filter(({ name }) => unknown.test(name))).toEqual([]);
  });

  it('say that the database is down where it can be read and takes nothing', async () => {
    const { read } = await startMeasured({
      enquiries: { proveWritable: () => Promise.reject(new Error('read-only')) },
    });
    expect([await read('database_up'), await read('enquiries_waiting')]).toEqual([0, undefined]);
  });
});

it('metrics are answered at one address, to GET and HEAD, and to this machine alone', async () => {
  const url = metricsUrl(await startMeasured());
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  const posted = await fetch(url, { method: 'POST', body: 'x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const outer = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address } of outer.filter(({ family, internal }) => family === 'IPv4' && !internal))
    await expect(fetch(url.replace('127.0.0.1', address))).rejects.toThrow();
});
