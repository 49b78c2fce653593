import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import type { MailAndBackupHealth } from '../enquiries/health.ts';
import { packageVersion as version } from '../process/package-info.ts';
import { createRecordedLog, startTestServer, createTemporaryDirectory } from '../start/testing/test-server.ts';
import type { Concern } from '../enquiries/concerns.ts';
import { createReadinessCheck, registerHealthRoutes } from './health.ts';

it('/readyz answers 503 with Retry-After when nothing can be stored, and tells nobody why; /healthz goes on', async () => {
  const path = join(createTemporaryDirectory(), 'site.db');
  const { url, log } = await startTestServer({ DATABASE_URL: `sqlite:${path}` });
  const operator = new DatabaseSync(path);
  operator.exec('DROP TABLE meta');
  operator.close();
  const ready = await fetch(`${url}/readyz`);
  expect(Object.fromEntries(ready.headers)).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'unavailable', database: 'not writable', version },
  ]);
  expect(log()).toContain('no such table: meta');
  const alive = await fetch(`${url}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
});

it('/readyz has each concern in a field, and of several about mail that it is held', async () => {
  const app = fastify();
  registerHealthRoutes(app, async () => ({
    status: 'degraded',
    concerns: ['mail: failing', 'disk: nearly full', 'mail: held'],
  }));
  const response = await app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { status: 'degraded', disk: 'nearly full', mail: 'held', version },
  ]);
});

const start = new Date('2025-01-01T12:00:00Z');
const ago = (minutes: number) => new Date(start.getTime() - minutes * 60_000);
const well: MailAndBackupHealth = {
  dueMessages: 0,
  failedMails: 0,
  unsentReplies: 0,
  oldestDueAt: null,
  oldestFailingAt: null,
  heldSince: null,
  isDigestFailing: false,
  lastBackupAt: null,
  lastCopyAt: null,
  databaseCreatedAt: start,
  lastProbeAt: null,
};

/** A check with a clock that only moves when it is told to, of a database that behaves as `prove` and `health` have it. */
function readinessOf({
  prove = async () => {},
  health = {},
  concerns = [] as Concern[],
  patience: databaseTimeout = 2000,
} = {}) {
  const clock = { time: start.getTime(), now: () => new Date(clock.time), monotonicNow: () => clock.time };
  const { log, lines } = createRecordedLog();
  const verifyWritable = vi.fn<() => Promise<void>>(prove);
  const check = createReadinessCheck({
    enquiries: { verifyWritable, readMailAndBackupHealth: async () => ({ ...well, ...health }) },
    getConcerns: () => [...concerns],
    backupPolicy: { madeBy: 'own', isPublic: false, isCopied: true },
    log,
    clock,
    databaseTimeout,
  });
  const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { check, clock, proveWritable: verifyWritable, lines, messages };
}

describe('readiness', () => {
  it('is degraded once mail has been failing for more than 15 minutes', async () => {
    const { check, clock } = readinessOf({ health: { oldestFailingAt: ago(15) } });
    expect(await check()).toEqual({ status: 'ok', concerns: [] });
    clock.time += 5000;
    expect(await check()).toEqual({ status: 'degraded', concerns: ['mail: failing'] });
  });

  it.each<[string, Partial<MailAndBackupHealth>, Concern[], Concern[]]>([
    ['a mail was given up', { failedMails: 1 }, [], ['mail: failing']],
    ['mail is held', { heldSince: start }, ['mail: reaches nobody'], ['mail: reaches nobody', 'mail: held']],
    ['the purge was refused', {}, ['purge: refused'], ['purge: refused']],
    ['the digest could not be mailed', { isDigestFailing: true }, [], ['digest: failing']],
    ['the last backup is old', { lastBackupAt: ago(4000) }, [], ['backup: overdue']],
    ['the last copy elsewhere is old', { lastCopyAt: ago(3001) }, [], ['copy: overdue']],
    ['none was ever copied elsewhere', { databaseCreatedAt: ago(3001) }, [], ['copy: overdue']],
  ])('is degraded as long as %s, and the log says of what', async (_what, health, concerns, found) => {
    const { check, lines } = readinessOf({ health, concerns });
    expect(await check()).toEqual({ status: 'degraded', concerns: found });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining({ concerns: found })]);
  });

  it('is not given when the database hangs, which is asked no second time meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    const { check, clock, proveWritable } = readinessOf({ prove: () => answer.promise, patience: 20 });
    for (const _time of [1, 2]) {
      expect(await check()).toEqual({ status: 'unavailable', database: 'not answering' });
      clock.time += 5000;
    }
    expect(proveWritable).toHaveBeenCalledTimes(1);
    answer.resolve();
    await expect.poll(check).toEqual({ status: 'ok', concerns: [] });
  });

  it('looks once in 5 seconds, however often it is asked, and logs each change once', async () => {
    const now = { isFull: false };
    const concerns: Concern[] = [];
    const prove = () => (now.isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve());
    const { check, clock, proveWritable, messages } = readinessOf({ prove, concerns });
    for (const [isFull, found] of [
      [false, []],
      [true, []],
      [false, []],
      [false, ['mail: reaches nobody']],
      [false, ['purge: refused']],
    ] as const) {
      now.isFull = isFull;
      concerns.push(...found);
      for (const _time of [1, 2]) {
        await Promise.all([check(), check()]);
        clock.time += 4999;
        await check();
        clock.time += 1;
      }
    }
    expect(proveWritable).toHaveBeenCalledTimes(10);
    const degraded = 'ready, but somebody has to look';
    expect(messages()).toEqual(['not ready', 'ready', degraded, degraded]);
  });
});
