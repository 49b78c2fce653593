import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { execute, openPostgres, temporarySchema } from '../enquiries/testing/postgres.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf, submit } from '../start/testing/submissions.ts';
import { createSubmissionLimits, networksOf, type SenderLimits } from './limits.ts';

/** How many of `count` submissions from an address pass. */
async function passing(limits: SenderLimits, address: string, count: number): Promise<number> {
  let passed = 0;
  for (let number = 0; number < count; number += 1) passed += (await limits.consume(address)).allowed ? 1 : 0;
  return passed;
}

const refused = { allowed: false, retryAfterSeconds: expect.toSatisfy((wait) => wait >= 1 && wait <= 60) };

describe('the limits of submissions', () => {
  it('are ten a minute for one address', async () => {
    const limits = createSubmissionLimits();
    expect(await passing(limits, '192.0.2.1', 15)).toBe(10);
    expect(await passing(limits, '2001:db8::1', 15)).toBe(10);
    // The same sender in another way of writing, and the same line.
    for (const again of ['::ffff:192.0.2.1', '2001:db8::2:3']) expect(await limits.consume(again)).toEqual(refused);
  });

  it.each([
    {
      network: 'a household',
      addresses: (count: number) => `2001:db8:1:${(0x100 + count).toString(16)}::1`,
      allowed: 30,
    },
    { network: 'a company', addresses: (count: number) => `2001:db8:1:${count.toString(16)}00::1`, allowed: 60 },
    { network: 'a company with IPv4', addresses: (count: number) => `192.0.2.${count}`, allowed: 60 },
    { network: 'a provider', addresses: (count: number) => `2001:db8:${count.toString(16)}::1`, allowed: 600 },
  ])('are $allowed a minute for $network, from however many addresses', async ({ addresses, allowed }) => {
    const limits = createSubmissionLimits();
    let passed = 0;
    for (let count = 0; count < 100; count += 1) passed += await passing(limits, addresses(count), 10);
    expect(passed).toBe(allowed);
    expect(await limits.consume(addresses(101))).toEqual(refused);
    for (const elsewhere of ['2001:db9::1', '198.51.100.1'])
      expect(await limits.consume(elsewhere)).toEqual({ allowed: true });
  });

  it('let nobody use up what is there for the neighbours', async () => {
    const limits = createSubmissionLimits();
    expect(await passing(limits, '2001:db8:1:1::1', 1000)).toBe(10);
    expect(await passing(limits, '2001:db8:1:2::1', 1000)).toBe(10);
  });

  it('remember no sender of a network that is used up, however many it has', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const limits = createSubmissionLimits();
    for (let count = 0; count < 60; count += 1) await limits.consume(`2001:db8:1:${(count * 256).toString(16)}::1`);
    // What is remembered has a timer that ends it.
    const remembered = vi.getTimerCount();
    expect(remembered).toBeGreaterThan(60);
    for (let count = 0; count < 1000; count += 1) await limits.consume(`2001:db8:1:${count.toString(16)}::1`);
    expect(vi.getTimerCount()).toBe(remembered);
  });

  it('are 600 sound ones a minute for all; then some are set aside, until they would fill a disk', async () => {
    const limits = createSubmissionLimits();
    for (let count = 0; count < 600; count += 1) expect(await limits.consumeShared(30_000)).toEqual({ allowed: true });
    const setAside = { allowed: true, suspicion: 'more messages came within a minute than the site takes' };
    expect(await limits.consumeShared(999_999_000)).toEqual(setAside);
    expect(await limits.consumeShared(1000)).toEqual(setAside);
    expect(await limits.consumeShared(1000)).toEqual(refused);
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
    const settings = { perAddress: 3, overall: 5, setAside: 100 };
    const one = createSubmissionLimits({ ...settings, pool: (await openPostgres(url)).pool });
    const other = createSubmissionLimits({ ...settings, pool: (await openPostgres(url)).pool });
    expect(await passing(one, '192.0.2.1', 2)).toBe(2);
    expect(await passing(other, '192.0.2.1', 9)).toBe(1);
    expect(await one.consume('192.0.2.1')).toEqual(refused);
    for (const limits of [one, other, one, other, one])
      expect(await limits.consumeShared(1)).toEqual({ allowed: true });
    const setAside = { allowed: true, suspicion: expect.any(String) };
    for (const limits of [one, other]) expect(await limits.consumeShared(50)).toEqual(setAside);
    for (const limits of [one, other]) expect(await limits.consumeShared(50)).toEqual(refused);
  });

  it('keep no address in the database', async () => {
    const url = await temporarySchema();
    await createSubmissionLimits({ pool: (await openPostgres(url)).pool }).consume('192.0.2.1');
    const rows = await execute<{ key: string; expire: string }>(url, 'SELECT * FROM submission_limits');
    expect(rows).toHaveLength(1);
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

  it('answer what is beyond all limits without a query', async () => {
    const { pool } = await openPostgres(await temporarySchema());
    const limits = createSubmissionLimits({ pool, overall: 1, setAside: 50 });
    await limits.consumeShared(50);
    await limits.consumeShared(50);
    const query = vi.spyOn(pool, 'query');
    for (let count = 0; count < 20; count += 1) expect(await limits.consumeShared(50)).toEqual(refused);
    expect(query).not.toHaveBeenCalled();
  });

  it('ask the database once for a sender, and once more for a sound submission', async () => {
    const { pool } = await openPostgres(await temporarySchema());
    const limits = createSubmissionLimits({ pool });
    const query = vi.spyOn(pool, 'query');
    await limits.consume('2001:db8:1:2::1');
    expect(query).toHaveBeenCalledTimes(1);
    await limits.consumeShared(1000);
    expect(query).toHaveBeenCalledTimes(2);
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

const senderOf = (address: string) => networksOf(address).find(({ kind }) => kind === 'sender')?.name;

describe('a client address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['192.0.2.1:50123', '192.0.2.1/32'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::FFFF:c000:0201', '192.0.2.1/32'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:0001:0002::7', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::192.0.2.1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is of the sender %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender);
  });

  it.each([
    ['192.0.2.1', ['sender 192.0.2.1/32', 'company 192.0.2.0/24']],
    ['::ffff:192.0.2.1', ['sender 192.0.2.1/32', 'company 192.0.2.0/24']],
    [
      '2001:db8:1:2345::6',
      [
        'sender 2001:db8:1:2345::/64',
        'household 2001:db8:1:2300::/56',
        'company 2001:db8:1::/48',
        'provider 2001:db8::/32',
      ],
    ],
    ['unknown', ['sender unknown']],
  ])('%s stands in these networks, from small to large', (address, networks) => {
    expect(networksOf(address).map(({ kind, name }) => `${kind} ${name}`)).toEqual(networks);
  });
});
