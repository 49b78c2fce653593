import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { trapField } from '../enquiries/core/enquiry.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { alivePath } from './health.ts';
import type { FrontListener } from './front.ts';
import { sendContactEmailPath } from './send-contact-email.ts';
import { createMetrics } from './metrics.ts';
import { assembleSite } from '../start/assemble-site.ts';
import { readConfig } from '../start/config.ts';
import { databaseAt } from '../start/open-database.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { connectRaw } from '../start/testing/raw-connection.ts';
import { metricsUrl, scrape, valueOf } from '../start/testing/scrape.ts';
import { recordedLog, startSite, temporaryDirectory } from '../start/testing/site-under-test.ts';
import { standInPages } from '../start/testing/stand-in-pages.ts';
import { submit } from '../start/testing/submissions.ts';

async function startMeasured(parts: Parameters<typeof startSite>[1] = {}, env: Record<string, string> = {}) {
  const site = await startSite(env, { metrics: createMetrics(0, ['/', '/about']), ...parts });
  const read = async (name: string, labels?: Record<string, string>) => valueOf(await scrape(site), name, labels);
  const requests = (route: string, status: string, method = 'GET') =>
    read('http_requests_total', { route, method, status });
  const routes = async () => new Set((await scrape(site)).map(({ labels: { route } }) => route));
  return { ...site, read, requests, routes };
}

const answers: Readonly<Record<string, number>> = { '/about': 200, '/ABOUT': 308, '/icon.svg': 304, '/x': 404 };
const front: FrontListener = (request, response, next) => {
  const status = answers[request.url?.split('?', 1)[0] ?? ''];
  if (status === undefined) return next();
  response.writeHead(status, { location: '/about' }).end();
};

describe('requests', () => {
  it('are counted from 0 on, so that the first error is an increase', async () => {
    const { read, requests } = await startMeasured();
    expect(await requests(sendContactEmailPath, '503', 'POST')).toBe(0);
    expect(await requests('/about', '200')).toBe(0);
    expect(await read('http_request_duration_seconds_count', { route: '/about' })).toBe(0);
  });

  it.each([
    ['/about?utm=1', 'GET', '/about', '200', 'GET'],
    ['/about', 'HEAD', '/about', '200', 'HEAD'],
    ['/ABOUT', 'GET', 'redirect', '308', 'GET'],
    ['/icon.svg', 'GET', 'asset', '304', 'GET'],
    ['/assets/gone.js', 'GET', 'asset', '404', 'GET'],
    ['/x', 'GET', 'unknown', '404', 'GET'],
    ['/x/y?z', 'GET', 'unknown', '404', 'GET'],
    ['/auth/v1/token?grant_type=password', 'POST', '/auth/v1/*', '501', 'POST'],
    [alivePath, 'DELETE', alivePath, '405', 'other'],
  ])('are counted by page or kind, method and status, once answered: %s', async (path, method, route, status, by) => {
    const { url, read, requests } = await startMeasured({ front });
    await fetch(url + path, { method, redirect: 'manual' });
    await vi.waitFor(async () => expect(await requests(route, status, by)).toBe(1));
    expect(await read('http_request_duration_seconds_count', { route })).toBe(1);
    expect(await read('http_request_duration_seconds_bucket', { route, le: '+Inf' })).toBe(1);
  });

  it('make no new series, whatever addresses and methods are asked for', async () => {
    const { url, read, routes } = await startMeasured();
    const before = await routes();
    for (let count = 0; count < 20; count += 1)
      for (const path of [`/${count}/__proto__`, `/auth/v1/${count}`, `/assets/${count}.js`, `/api/%${count}z`])
        await fetch(url + path);
    await vi.waitFor(async () =>
      expect(await read('http_request_duration_seconds_count', { route: 'unknown' })).toBe(40),
    );
    expect(await routes()).toEqual(before);
  });

  it('count as 499 when the visitor leaves before the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const { url, requests } = await startMeasured({ front: () => asked.resolve() });
    const { socket } = await connectRaw(url);
    socket.write('GET /about HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked.promise;
    socket.destroy();
    await vi.waitFor(async () => expect(await requests('/about', '499')).toBe(1));
  });
});

describe('enquiries', () => {
  it('are counted by what became of them', async () => {
    const site = await startMeasured();
    const { enquiries } = site.core;
    await submit(site, {});
    for (const key of ['a', 'a', 'a']) await enquiries.receive(fields, { key });
    await enquiries.receive({ ...fields, message: 'Cheap pills', [trapField]: 'x' });
    await site.core.close();
    await submit(site);
    const counts = (await scrape(site)).filter(({ name }) => name === 'enquiries_received_total');
    expect(Object.fromEntries(counts.map(({ labels, value }) => [labels['outcome'], value]))).toEqual({
      accepted: 1,
      repeated: 2,
      quarantined: 1,
      refused: 1,
      unavailable: 1,
      limited: 0,
    });
  });

  it('are counted as limited where too many come, by the API and the form', async () => {
    const limits = { ...noLimits, consume: async () => ({ allowed: false, retryAfterSeconds: 60 }) as const };
    const site = await startMeasured({ limits });
    await submit(site);
    await fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(Object.entries(fields)) });
    await vi.waitFor(async () => expect(await site.read('enquiries_received_total', { outcome: 'limited' })).toBe(2));
  });

  it('show how their mails stand', async () => {
    const peer = await startSmtpPeer({ onMailFrom: (_address, _session, done) => done(refusal(451, 'later')) });
    const site = await startMeasured({}, { SMTP_URL: peer.url });
    const read = async () => ({
      postponed: await site.read('mail_deliveries_total', { outcome: 'postponed' }),
      delivered: await site.read('mail_deliveries_total', { outcome: 'delivered' }),
      due: await site.read('enquiries_by_state', { state: 'due' }),
      failed: await site.read('enquiries_by_state', { state: 'failed' }),
      waiting: await site.read('mail_oldest_undelivered_seconds'),
      failing: await site.read('mail_failing_seconds'),
    });
    expect(await read()).toEqual({ postponed: 0, delivered: 0, due: 0, failed: 0, waiting: 0, failing: 0 });
    await submit(site);
    await site.core.enquiries.deliverDue();
    const some = expect.toSatisfy((seconds) => seconds > 0);
    expect(await read()).toEqual({ postponed: 1, delivered: 0, due: 1, failed: 0, waiting: some, failing: some });
  });

  it('are in a backup of a time that is shown, 0 as long as there is none', async () => {
    const site = await startMeasured();
    expect(await site.read('website_last_backup_timestamp_seconds')).toBe(0);
    const made = new Date('2026-11-22T08:00:00Z');
    const { database, dialect, close } = databaseAt(site.config.database);
    await createSqlEnquiryStore(database, dialect).remember('backup', made.toISOString());
    await close();
    expect(await site.read('website_last_backup_timestamp_seconds')).toBe(made.getTime() / 1000);
  });

  it('show nothing rather than nought when the database does not answer', async () => {
    const state = { isAway: false };
    const health = async () => {
      if (state.isAway) throw new Error('away');
      return {
        counts: { due: 1, delivered: 2, failed: 3, quarantined: 4 },
        oldestDue: null,
        oldestFailing: null,
        isDigestFailing: false,
        isWebhookOff: false,
        lastBackupAt: null,
        begunAt: null,
      };
    };
    const site = await startMeasured({ enquiries: { health } });
    expect(await site.read('enquiries_by_state', { state: 'failed' })).toBe(3);
    state.isAway = true;
    expect(await site.read('database_up')).toBe(0);
    const unknown = /^enquiries_(by_state|waiting|overdue)|^mail_(?:oldest|failing)|last_backup|^digest|^webhook_s/;
    expect((await scrape(site)).filter(({ name }) => unknown.test(name))).toEqual([]);
    state.isAway = false;
    expect([await site.read('database_up'), await site.read('mail_failing_seconds')]).toEqual([1, 0]);
  });

  it('say that the database is down where it can be read and takes nothing', async () => {
    const { read } = await startMeasured({
      enquiries: { proveWritable: () => Promise.reject(new Error('read-only')) },
    });
    expect([await read('database_up'), await read('enquiries_waiting')]).toEqual([0, undefined]);
  });
});

describe('metrics', () => {
  it('are served from when the server listens until it ends', async () => {
    const config = readConfig({ DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}` });
    const { log, lines } = recordedLog();
    const { app, core } = await assembleSite(config, log, { pages: standInPages(), metrics: createMetrics(0) });
    onTestFinished(core.close);
    expect(lines.join('')).not.toContain('metrics');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const url = metricsUrl({ log: () => lines.join('') });
    expect((await fetch(url)).status).toBe(200);
    await app.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('tell the versions that run, and how the process does', async () => {
    const site = await startMeasured();
    const build = (await scrape(site)).find(({ name }) => name === 'site_build_info');
    expect(build?.labels).toEqual({ version: expect.stringMatching(/^\d+\./), node: process.version });
    expect(await site.read('process_resident_memory_bytes')).toBeGreaterThan(0);
  });
});
