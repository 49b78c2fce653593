import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { execute, openPostgres, temporarySchema } from '../../enquiries/testing/postgres.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { startSite } from '../testing/site-under-test.ts';
import { errorOf, submit } from '../testing/submissions.ts';
import { countedAs, createSubmissionLimits, type SubmissionLimits } from './submission-limit.ts';

/** How many of `count` submissions from an address pass. */
async function passing(limits: SubmissionLimits, address: string, count: number): Promise<number> {
  let passed = 0;
  for (let number = 0; number < count; number += 1) passed += (await limits.consume(address)).allowed ? 1 : 0;
  return passed;
}

const refused = { allowed: false, retryAfterSeconds: expect.toSatisfy((wait) => wait >= 1 && wait <= 60) };

describe('the limits of submissions', () => {
  it('are ten a minute for one address and 600 for all', async () => {
    const limits = createSubmissionLimits();
    expect(await passing(limits, '192.0.2.1', 15)).toBe(10);
    expect(await passing(limits, '2001:db8::1', 15)).toBe(10);
    // The same sender in another way of writing, and the same network.
    for (const again of ['::ffff:192.0.2.1', '2001:db8::2:3']) expect(await limits.consume(again)).toEqual(refused);
    let all = 20;
    for (let visitor = 0; visitor < 100; visitor += 1) all += await passing(limits, `198.51.100.${visitor}`, 10);
    expect(all).toBe(600);
  });

  it('end after a minute, and say how many seconds are left', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const limits = createSubmissionLimits({ perAddress: 1 });
    await limits.consume('192.0.2.1');
    vi.advanceTimersByTime(20_500);
    expect(await limits.consume('192.0.2.1')).toEqual({ allowed: false, retryAfterSeconds: 40 });
    vi.advanceTimersByTime(39_499);
    expect(await limits.consume('192.0.2.1')).toEqual({ allowed: false, retryAfterSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(await limits.consume('192.0.2.1')).toEqual({ allowed: true });
  });
});

describe('the limits on PostgreSQL', () => {
  it('hold across instances, for one address and for all', async () => {
    const url = await temporarySchema();
    const settings = { perAddress: 3, overall: 5 };
    const one = createSubmissionLimits({ ...settings, pool: (await openPostgres(url)).pool });
    const other = createSubmissionLimits({ ...settings, pool: (await openPostgres(url)).pool });
    expect(await passing(one, '192.0.2.1', 2)).toBe(2);
    expect(await passing(other, '192.0.2.1', 9)).toBe(1);
    expect(await one.consume('192.0.2.1')).toEqual(refused);
    expect(await passing(one, '192.0.2.2', 9)).toBe(2);
    expect(await other.consume('192.0.2.3')).toEqual(refused);
  });

  it('keep no address in the database', async () => {
    const url = await temporarySchema();
    await createSubmissionLimits({ pool: (await openPostgres(url)).pool }).consume('192.0.2.1');
    const rows = await execute<{ key: string; expire: string }>(url, 'SELECT * FROM submission_limits');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    for (const { expire } of rows) expect(Number(expire) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('answer a sender who is over the limit without a query', async () => {
    const { pool } = await openPostgres(await temporarySchema());
    const limits = createSubmissionLimits({ pool, perAddress: 2 });
    await passing(limits, '192.0.2.1', 2);
    const query = vi.spyOn(pool, 'query');
    expect(await passing(limits, '192.0.2.1', 20)).toBe(0);
    expect(query).not.toHaveBeenCalled();
    await limits.consume('192.0.2.2');
    expect(query).toHaveBeenCalled();
  });

  it('are each instance’s own while the database is away', async () => {
    const url = await temporarySchema();
    const pool = new pg.Pool({ connectionString: Object.assign(new URL(url), { port: '1' }).href });
    onTestFinished(() => pool.end());
    const limits = createSubmissionLimits({ pool, perAddress: 2 });
    expect(await passing(limits, '192.0.2.1', 5)).toBe(2);
    expect(await limits.consume('192.0.2.1')).toEqual(refused);
  });

  it('do not wait long for a database that does not answer', async () => {
    const url = await temporarySchema();
    const { pool } = await openPostgres(url);
    const locking = await pool.connect();
    await locking.query('BEGIN; LOCK TABLE submission_limits');
    const limits = createSubmissionLimits({ pool, perAddress: 1 });
    expect(await limits.consume('192.0.2.1')).toEqual({ allowed: true });
    expect(await limits.consume('192.0.2.1')).toEqual(refused);
    await locking.query('ROLLBACK');
    locking.release();
  });
});

describe('a submission over the limit', () => {
  it('is answered 429 with Retry-After, by the API and the form alike', async () => {
    const site = await startSite({}, { limits: createSubmissionLimits({ perAddress: 3 }) });
    await submit(site);
    await submit(site, {});
    const form = () =>
      fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(Object.entries(fields)) });
    expect((await form()).status).toBe(200);
    const response = await submit(site);
    expect([response.status, (await errorOf(response)).code]).toEqual([429, 'too_many_requests']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await form()).status).toBe(429);
  });
});

describe('a client address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:db8:0001:0002::7', '2001:db8:1:2'],
    ['[2001:db8:1:2::7]:50123', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::192.0.2.1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s counts as %s', (address, expected) => {
    expect(countedAs(address)).toBe(expected);
  });
});
