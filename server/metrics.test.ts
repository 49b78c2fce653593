import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { trapField } from '../enquiries/core/enquiry.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { alivePath } from './health.ts';
import { sendContactEmailPath } from './send-contact-email.ts';
import { createMetrics } from './metrics.ts';
import { assembleSite } from '../start/assemble-site.ts';
import { readConfig } from '../start/config.ts';
import { databaseAt } from '../start/open-database.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { connectRaw } from '../start/testing/raw-connection.ts';
import { metricsUrl, scrape, valueOf, type Sample } from '../start/testing/scrape.ts';
import { recordedLog, startSite, temporaryDirectory } from '../start/testing/site-under-test.ts';
import { standInPages } from '../start/testing/stand-in-pages.ts';
import { submit } from '../start/testing/submissions.ts';

type StartedSite = Awaited<ReturnType<typeof startMeasured>>;

function startMeasured(parts: Parameters<typeof startSite>[1] = {}, env: Record<string, string> = {}) {
  return startSite(env, { metrics: createMetrics(0, ['/', '/about']), ...parts });
}

/** A request is counted when its answer is complete, which its sender may learn earlier. */
async function eventually(site: StartedSite, check: (samples: readonly Sample[]) => void): Promise<void> {
  await vi.waitFor(async () => check(await scrape(site)));
}

describe('requests', () => {
  it('are counted from 0 on, so that the first error is an increase', async () => {
    const samples = await scrape(await startMeasured());
    const first = { route: sendContactEmailPath, method: 'POST', status: '503' };
    expect(valueOf(samples, 'http_requests_total', first)).toBe(0);
    expect(valueOf(samples, 'http_requests_total', { route: '/about', method: 'GET', status: '200' })).toBe(0);
    expect(valueOf(samples, 'http_request_duration_seconds_count', { route: '/about' })).toBe(0);
  });

  it('are counted by page, kind, method and status, with what the front answers from memory', async () => {
    const site = await startMeasured({
      front: (request, response, next) => {
        if (request.url?.startsWith('/about')) return response.writeHead(200).end('About');
        if (request.url === '/ABOUT') return response.writeHead(308, { location: '/about' }).end();
        if (request.url === '/icon.svg') return response.writeHead(304).end();
        if (request.url === '/x') return response.writeHead(404).end();
        next();
      },
    });
    const follow = { redirect: 'manual' } as const;
    for (const path of ['/about?utm=1', '/about?utm=2', '/ABOUT', '/icon.svg', '/assets/gone.js', '/x', '/x/y?z']) {
      await fetch(site.url + path, follow);
    }
    await fetch(`${site.url}/auth/v1/token?grant_type=password`, { method: 'POST' });
    await fetch(`${site.url}/about`, { method: 'HEAD' });
    await fetch(site.url + alivePath, { method: 'DELETE' });
    await eventually(site, (samples) => {
      const count = (route: string, status: string, method = 'GET') =>
        valueOf(samples, 'http_requests_total', { route, method, status });
      expect({
        page: count('/about', '200'),
        head: count('/about', '200', 'HEAD'),
        redirect: count('redirect', '308'),
        asset: [count('asset', '304'), count('asset', '404')],
        unknown: count('unknown', '404'),
        auth: count('/auth/v1/*', '501', 'POST'),
        other: count(alivePath, '405', 'other'),
      }).toEqual({ page: 2, head: 1, redirect: 1, asset: [1, 1], unknown: 2, auth: 1, other: 1 });
      expect(valueOf(samples, 'http_request_duration_seconds_count', { route: '/about' })).toBe(3);
      expect(valueOf(samples, 'http_request_duration_seconds_bucket', { route: '/about', le: '+Inf' })).toBe(3);
    });
  });

  it('make no new series, whatever addresses and methods are asked for', async () => {
    const site = await startMeasured();
    const labels = (samples: readonly Sample[]) => new Set(samples.map(({ labels: { route } }) => route));
    const before = labels(await scrape(site));
    for (let count = 0; count < 20; count += 1) {
      await fetch(`${site.url}/${count}/__proto__`);
      await fetch(`${site.url}/auth/v1/${count}`);
      await fetch(`${site.url}/assets/${count}.js`);
      await fetch(`${site.url}/api/%${count}z`);
    }
    await eventually(site, (samples) => {
      expect(valueOf(samples, 'http_request_duration_seconds_count', { route: 'unknown' })).toBe(40);
      expect(labels(samples)).toEqual(before);
    });
  });

  it('count as 499 when the visitor leaves before the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const site = await startMeasured({ front: () => asked.resolve() });
    const { socket } = await connectRaw(site.url);
    socket.write('GET /about HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked.promise;
    socket.destroy();
    await eventually(site, (samples) =>
      expect(valueOf(samples, 'http_requests_total', { route: '/about', method: 'GET', status: '499' })).toBe(1),
    );
  });
});

describe('enquiries', () => {
  it('are counted by what became of them', async () => {
    const site = await startMeasured();
    const { enquiries } = site.core;
    await submit(site, {});
    await enquiries.receive(fields, { key: 'a' });
    await enquiries.receive(fields, { key: 'a' });
    await enquiries.receive({ ...fields, message: 'Cheap pills', [trapField]: 'x' });
    await site.core.close();
    await submit(site);
    const samples = await scrape(site);
    const counts = samples.filter(({ name }) => name === 'enquiries_received_total');
    expect(Object.fromEntries(counts.map(({ labels, value }) => [labels['outcome'], value]))).toEqual({
      accepted: 1,
      repeated: 1,
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
    await eventually(site, (samples) =>
      expect(valueOf(samples, 'enquiries_received_total', { outcome: 'limited' })).toBe(2),
    );
  });

  it('show how their mails stand', async () => {
    const peer = await startSmtpPeer({ onMailFrom: (_address, _session, done) => done(refusal(451, 'later')) });
    const site = await startMeasured({}, { SMTP_URL: peer.url });
    const read = async () => {
      const samples = await scrape(site);
      const [postponed, delivered] = ['postponed', 'delivered'].map((outcome) =>
        valueOf(samples, 'mail_deliveries_total', { outcome }),
      );
      const [due, failed] = ['due', 'failed'].map((state) => valueOf(samples, 'enquiries_by_state', { state }));
      const waiting = valueOf(samples, 'mail_oldest_undelivered_seconds');
      return { postponed, delivered, due, failed, waiting, failing: valueOf(samples, 'mail_failing_seconds') };
    };
    expect(await read()).toEqual({ postponed: 0, delivered: 0, due: 0, failed: 0, waiting: 0, failing: 0 });
    await submit(site);
    await site.core.enquiries.deliverDue();
    const some = expect.toSatisfy((seconds) => seconds > 0);
    expect(await read()).toEqual({ postponed: 1, delivered: 0, due: 1, failed: 0, waiting: some, failing: some });
  });

  it('are in a backup of a time that is shown, 0 as long as there is none', async () => {
    const site = await startMeasured();
    const backup = async () => valueOf(await scrape(site), 'website_last_backup_timestamp_seconds');
    expect(await backup()).toBe(0);
    const made = new Date('2026-11-22T08:00:00Z');
    const { database, dialect, close } = databaseAt(site.config.database);
    await createSqlEnquiryStore(database, dialect).remember('backup', made.toISOString());
    await close();
    expect(await backup()).toBe(made.getTime() / 1000);
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
      };
    };
    const site = await startMeasured({ enquiries: { health } });
    expect(valueOf(await scrape(site), 'enquiries_by_state', { state: 'failed' })).toBe(3);
    state.isAway = true;
    const away = await scrape(site);
    expect(valueOf(away, 'database_up')).toBe(0);
    expect(away.filter(({ name }) => /^enquiries_by_state|^mail_(?:oldest|failing)|last_backup/.test(name))).toEqual(
      [],
    );
    state.isAway = false;
    const back = await scrape(site);
    expect([valueOf(back, 'database_up'), valueOf(back, 'mail_failing_seconds')]).toEqual([1, 0]);
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
    const samples = await scrape(await startMeasured());
    expect(samples.find(({ name }) => name === 'site_build_info')?.labels).toEqual({
      version: expect.stringMatching(/^\d+\./),
      node: process.version,
    });
    expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  });
});
