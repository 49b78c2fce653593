import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import type { Health } from '../enquiries/core/enquiries.ts';
import { release as version } from '../process/site-directory.ts';
import { recordedLog, startSite, temporaryDirectory } from '../start/testing/site-under-test.ts';
import { concernOfBackups, createReadiness, type BackupsOf } from './health.ts';

it.each([
  ['/healthz', { status: 'ok' }],
  ['/readyz', { status: 'ok', version }],
])('%s says that all is well', async (path, told) => {
  const { url } = await startSite();
  const response = await fetch(url + path);
  expect([response.status, await response.json()]).toEqual([200, told]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('/healthz does not look at the database', async () => {
  const { url } = await startSite({}, { enquiries: { proveWritable: () => Promise.reject(new Error('full')) } });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('/readyz answers 503 with Retry-After when nothing can be stored, and tells nobody why', async () => {
  const path = join(temporaryDirectory(), 'site.db');
  const { url, log } = await startSite({ DATABASE_URL: `sqlite:${path}` });
  const operator = new DatabaseSync(path);
  operator.exec('DROP TABLE settings');
  operator.close();
  const response = await fetch(`${url}/readyz`);
  const { status, headers } = response;
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
  expect(await response.json()).toEqual({ status: 'unavailable', database: 'not writable', version });
  expect(log()).toContain('no such table: settings');
});

const start = new Date('2025-01-01T12:00:00Z');
const minutes = 60_000;
const counts = { due: 0, delivered: 0, failed: 0, quarantined: 0 };
const well: Health = {
  counts,
  oldestDue: null,
  oldestFailing: null,
  isDigestFailing: false,
  isWebhookOff: false,
  lastBackupAt: null,
  begunAt: start,
};
const refuse = () => Promise.reject(new Error('database or disk is full'));

/** A check with a clock that only moves when it is told to, of a database that behaves as `prove` and `health` have it. */
function readinessOf({ prove = async () => {}, health = async () => well, concerns = {}, patience = 2000 } = {}) {
  const clock = { now: start.getTime() };
  const time = { now: () => new Date(clock.now), elapsed: () => clock.now };
  const { log, lines } = recordedLog();
  const proveWritable = vi.fn<() => Promise<void>>(prove);
  const check = createReadiness({
    enquiries: { proveWritable, health },
    concerns: () => ({
      purgeRefused: false,
      nobodyMailed: false,
      backups: { by: 'own', isPublic: false },
      ...concerns,
    }),
    log,
    clock: time,
    patience,
  });
  const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { check, clock, proveWritable, messages };
}

describe('backups', () => {
  const ago = (hours: number) => new Date(start.getTime() - hours * 60 * minutes);
  it.each<[string, Date | null, number, BackupsOf, ReturnType<typeof concernOfBackups>]>([
    ['made 50 hours ago', ago(50), 100, { by: 'own', isPublic: true }, null],
    ['older than 50 hours', ago(50.1), 100, { by: 'own', isPublic: false }, 'overdue'],
    ['dated 51 hours ahead by a wrong clock', ago(-51), 100, { by: 'own', isPublic: true }, 'overdue'],
    ['that never were, of a public site of 50 hours', null, 50, { by: 'own', isPublic: true }, null],
    ['that never were, of an older public site', null, 50.1, { by: 'own', isPublic: true }, 'never made'],
    ['that never were, of a site for this machine', null, 100, { by: 'own', isPublic: false }, null],
    ['that somebody else makes', null, 100, { by: 'external', isPublic: true }, null],
    ['of before somebody else made them', ago(100), 200, { by: 'external', isPublic: true }, null],
  ])('%s', (_what, lastBackupAt, age, backups, concern) => {
    expect(concernOfBackups({ lastBackupAt, begunAt: ago(age) }, backups, start)).toBe(concern);
  });
});

describe('readiness', () => {
  it.each<[string, number, Partial<Health>, object]>([
    ['mail has been failing for more than 15 minutes', 15 * minutes, { oldestFailing: start }, { mail: 'failing' }],
    ['the last good backup is older than 50 hours', 3000 * minutes, { lastBackupAt: start }, { backup: 'overdue' }],
  ])('is degraded once %s, and logs it', async (_what, allowed, health, found) => {
    const { check, clock, messages } = readinessOf({ health: async () => ({ ...well, ...health }) });
    clock.now += allowed;
    expect(await check()).toEqual({ status: 'ok' });
    clock.now += 5000;
    expect(await check()).toEqual({ status: 'degraded', ...found });
    expect(messages()).toEqual(['ready, but somebody has to look']);
  });

  it.each<[string, Partial<Health>, object, object]>([
    ['a mail was given up', { counts: { ...counts, failed: 1 } }, {}, { mail: 'failing' }],
    ['mail reaches nobody', {}, { nobodyMailed: true }, { mail: 'reaches nobody' }],
    ['the purge was refused', {}, { purgeRefused: true }, { purge: 'refused' }],
    ['the digest could not be mailed', { isDigestFailing: true }, {}, { digest: 'failing' }],
    ['the webhook is switched off', { isWebhookOff: true }, {}, { webhook: 'switched off' }],
  ])('is degraded as long as %s', async (_what, health, concerns, found) => {
    const { check } = readinessOf({ health: async () => ({ ...well, ...health }), concerns });
    expect(await check()).toEqual({ status: 'degraded', ...found });
  });

  it('is not given when the database cannot be read', async () => {
    const { check } = readinessOf({ health: refuse });
    expect(await check()).toEqual({ status: 'unavailable', database: 'not writable' });
  });

  it('looks once in 5 seconds, however often it is asked', async () => {
    const { check, clock, proveWritable } = readinessOf();
    await Promise.all([check(), check(), check()]);
    clock.now += 4999;
    await check();
    expect(proveWritable).toHaveBeenCalledTimes(1);
    clock.now += 1;
    await check();
    expect(proveWritable).toHaveBeenCalledTimes(2);
  });

  it('is not given when the database hangs, which is asked no second time meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    const { check, clock, proveWritable } = readinessOf({ prove: () => answer.promise, patience: 20 });
    for (const _time of [1, 2]) {
      expect(await check()).toEqual({ status: 'unavailable', database: 'not answering' });
      clock.now += 5000;
    }
    expect(proveWritable).toHaveBeenCalledTimes(1);
    answer.resolve();
    await vi.waitFor(async () => expect(await check()).toEqual({ status: 'ok' }));
  });

  it('logs each change once, also to other concerns', async () => {
    const now = { isFull: false, purgeRefused: false, nobodyMailed: false };
    const prove = () => (now.isFull ? refuse() : Promise.resolve());
    const { check, clock, messages } = readinessOf({ prove, concerns: now });
    for (const change of [{}, { isFull: true }, { isFull: false }, { nobodyMailed: true }, { purgeRefused: true }]) {
      Object.assign(now, change);
      for (const _time of [1, 2]) {
        await check();
        clock.now += 5000;
      }
    }
    const degraded = 'ready, but somebody has to look';
    expect(messages()).toEqual(['not ready', 'ready', degraded, degraded]);
  });
});
