import { describe, expect, it, vi } from 'vitest';
import type { Health } from '../enquiries/core/enquiries.ts';
import { createReadiness, mailMayFailFor } from './health.ts';
import { recordedLog } from '../start/testing/site-under-test.ts';

const well: Health = {
  counts: { due: 0, delivered: 0, failed: 0, quarantined: 0 },
  oldestDue: null,
  oldestFailing: null,
  isDigestFailing: false,
  isWebhookOff: false,
  lastBackupAt: null,
};

/** A check with a clock that only moves when it is told to, of a database that behaves as `prove` and `health` have it. */
function readinessOf({ prove = async () => {}, health = async () => well, patience = 2000 } = {}) {
  const clock = { now: Date.parse('2025-01-01T12:00:00Z') };
  const time = { now: () => new Date(clock.now), elapsed: () => clock.now };
  const { log, lines } = recordedLog();
  const proveWritable = vi.fn<() => Promise<void>>(prove);
  const enquiries = { proveWritable, health };
  const concerns = { purgeRefused: false, nobodyMailed: false };
  const check = createReadiness({ enquiries, concerns: () => concerns, log, clock: time, patience });
  const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { check, clock, concerns, proveWritable, messages };
}

const refuse = () => Promise.reject(new Error('database or disk is full'));

describe('readiness', () => {
  it('is degraded once mail has been failing for more than 15 minutes', async () => {
    const oldestFailing = new Date('2025-01-01T12:00:00Z');
    const { check, clock, messages } = readinessOf({ health: async () => ({ ...well, oldestFailing }) });
    clock.now += mailMayFailFor;
    expect(await check()).toEqual({ status: 'ok' });
    clock.now += 5000;
    expect(await check()).toEqual({ status: 'degraded', mail: 'failing' });
    expect(mailMayFailFor).toBe(900_000);
    expect(messages()).toEqual(['ready, but somebody has to look']);
  });

  it('is degraded as long as a mail was given up and nobody has looked after it', async () => {
    const { check } = readinessOf({ health: async () => ({ ...well, counts: { ...well.counts, failed: 1 } }) });
    expect(await check()).toEqual({ status: 'degraded', mail: 'failing' });
  });

  it('is degraded where mail reaches nobody, and where the purge was refused, and logs each', async () => {
    const { check, clock, concerns, messages } = readinessOf();
    concerns.nobodyMailed = true;
    expect(await check()).toEqual({ status: 'degraded', mail: 'reaches nobody' });
    concerns.purgeRefused = true;
    clock.now += 5000;
    expect(await check()).toEqual({ status: 'degraded', mail: 'reaches nobody', purge: 'refused' });
    expect(messages()).toHaveLength(2);
  });

  it('is degraded where the digest could not be mailed, and where the webhook is switched off', async () => {
    const { check } = readinessOf({ health: async () => ({ ...well, isDigestFailing: true, isWebhookOff: true }) });
    expect(await check()).toEqual({ status: 'degraded', digest: 'failing', webhook: 'switched off' });
  });

  it('is degraded once the last good backup is older than two days and two hours', async () => {
    const lastBackupAt = new Date('2025-01-01T12:00:00Z');
    const { check, clock } = readinessOf({ health: async () => ({ ...well, lastBackupAt }) });
    clock.now += 50 * 60 * 60_000;
    expect(await check()).toEqual({ status: 'ok' });
    clock.now += 5000;
    expect(await check()).toEqual({ status: 'degraded', backup: 'overdue' });
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
    expect(await check()).toEqual({ status: 'unavailable', database: 'not answering' });
    clock.now += 5000;
    expect(await check()).toEqual({ status: 'unavailable', database: 'not answering' });
    expect(proveWritable).toHaveBeenCalledTimes(1);
    answer.resolve();
    clock.now += 5000;
    await vi.waitFor(async () => expect(await check()).toEqual({ status: 'ok' }));
  });

  it('logs each change once', async () => {
    let isFull = false;
    const { check, clock, messages } = readinessOf({ prove: () => (isFull ? refuse() : Promise.resolve()) });
    for (const full of [false, true, true, false, false]) {
      isFull = full;
      await check();
      clock.now += 5000;
    }
    expect(messages()).toEqual(['not ready', 'ready']);
  });
});
