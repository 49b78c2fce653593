import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { honeypotFieldName } from '../enquiries/enquiry.ts';
import { storeMeta } from '../database/meta.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { refuse, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { submitJson } from '../start/testing/submissions.ts';
import { createMetricsCollector } from './metrics.ts';

/** A site that counts, and what it says of a metric that has this name, or begins so. */
async function startMeasured(parts: Parameters<typeof startTestServer>[1] = {}, env: Record<string, string> = {}) {
  const site = await startTestServer(env, { metrics: createMetricsCollector(0), ...parts });
  const url = /"url":"(http:\S+\/metrics)","msg":"metrics"/.exec(site.log())?.[1] ?? '';
  async function read(name: string): Promise<Readonly<Record<string, number>>> {
    const lines = (await (await fetch(url)).text()).split('\n').filter((line) => line.startsWith(name));
    return Object.fromEntries(lines.map((line) => line.split(' ')).map(([sample, value]) => [sample, Number(value)]));
  }
  return { ...site, metricsUrl: url, read };
}

describe('metrics', () => {
  it('count requests by the class of their status once they are answered, those of the pages too', async () => {
    const { url, read } = await startMeasured({
      pageHandler: ({ url: path = '' }, response, next) => (path === '/about' ? void response.end() : next()),
    });
    const counts = (ok: number, unknown: number) => ({
      'http_requests_total{status="2xx"}': ok,
      'http_requests_total{status="3xx"}': 0,
      'http_requests_total{status="4xx"}': unknown,
      'http_requests_total{status="5xx"}': 0,
    });
    expect(await read('http_requests_total')).toEqual(counts(0, 0));
    for (const path of ['/about', '/healthz', '/x']) await fetch(url + path);
    await expect.poll(() => read('http_requests_total')).toEqual(counts(2, 1));
  });

  it('count submissions by what became of them', async () => {
    const site = await startMeasured();
    const { enquiries } = site.core;
    await submitJson(site, {});
    for (const idempotencyKey of ['a', 'a', 'a']) await enquiries.receive(sampleFields, { idempotencyKey });
    await enquiries.receive({ ...sampleFields, message: 'Cheap pills', [honeypotFieldName]: 'x' });
    await site.core.close();
    await submitJson(site);
    expect(await site.read('enquiries_received_total')).toEqual({
      'enquiries_received_total{outcome="accepted"}': 1,
      'enquiries_received_total{outcome="repeated"}': 2,
      'enquiries_received_total{outcome="spam"}': 1,
      'enquiries_received_total{outcome="refused"}': 1,
      'enquiries_received_total{outcome="unavailable"}': 1,
    });
  });

  it('show what was delivered, what waits, and how old the last backup is', async () => {
    const peer = await startTestSmtpServer({ onMailFrom: refuse(451) });
    const { core, read, ...site } = await startMeasured({}, { SMTP_URL: peer.url });
    expect(await read('backup_age_seconds')).toEqual({});
    await submitJson(site);
    await core.outbox.deliverDue();
    await storeMeta(core.database.database, 'backup', new Date().toISOString());
    expect({ ...(await read('deliver')), ...(await read('backup')) }).toEqual({
      'deliveries_total{outcome="delivered"}': 0,
      'deliveries_total{outcome="due"}': 1,
      'deliveries_total{outcome="failed"}': 0,
      'deliveries_total{outcome="suppressed"}': 0,
      'deliveries_total{outcome="unconfirmed"}': 0,
      deliveries_waiting: 1,
      deliveries_oldest_waiting_seconds: expect.toSatisfy((seconds) => seconds > 0),
      backup_age_seconds: expect.toSatisfy((seconds) => seconds >= 0 && seconds < 60),
    });
  });

  it('show nothing rather than nought when the database does not answer', async () => {
    const { read } = await startMeasured({
      enquiries: { readMailAndBackupHealth: () => Promise.reject(new Error('away')) },
    });
    expect(await read('deliveries_waiting')).toEqual({});
  });

  it('are answered at one address, to GET alone, and to this machine alone', async () => {
    const { metricsUrl: url } = await startMeasured();
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(405);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const outer = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of outer.filter(({ family, internal }) => family === 'IPv4' && !internal))
      await expect(fetch(url.replace('127.0.0.1', address))).rejects.toThrow();
  });
});
