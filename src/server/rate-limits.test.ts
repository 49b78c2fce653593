import { describe, expect, it, vi } from 'vitest';
import { executeStatement, openTestPostgres, createTemporarySchema } from '../database/testing/test-postgres.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { startTestServer, type TestServer } from '../start/testing/test-server.ts';
import { submitJson, submitForm } from '../start/testing/submissions.ts';
import { createSubmissionLimits, parseSenderKeys, type SenderLimits } from './rate-limits.ts';

/** Resolves to the number of `count` submissions from an address that pass. */
async function passing(limits: SenderLimits, address: string, count: number): Promise<number> {
  let passed = 0;
  for (let number = 0; number < count; number += 1) passed += (await limits.consume(address)).isAllowed ? 1 : 0;
  return passed;
}

const isSoon = (wait: number) => wait >= 1 && wait <= 60;
const refused = { isAllowed: false, retryAfterSeconds: expect.toSatisfy(isSoon) };
const spam = { isAllowed: true, spamReason: 'more messages came within a minute than the site takes' };

describe('the limits of submissions', () => {
  it.each([
    ['a sender with IPv4', 10, () => '192.0.2.1'],
    ['a sender with IPv6', 10, (count: number) => `2001:db8::${count.toString(16)}:1`],
    ['a network of IPv4', 100, (count: number) => `192.0.2.${count}`],
    ['a network of IPv6', 100, (count: number) => `2001:db8:1:${count.toString(16)}::1`],
  ])('of %s are %i a minute, from however many addresses', async (_whose, allowed, address) => {
    const limits = createSubmissionLimits();
    let passed = 0;
    for (let count = 0; count < 100; count += 1) passed += await passing(limits, address(count), 10);
    expect(passed).toBe(allowed);
    expect(await limits.consume(address(101))).toEqual(refused);
    for (const elsewhere of ['2001:db8:2::1', '192.0.3.1'])
      expect(await limits.consume(elsewhere)).toEqual({ isAllowed: true });
  });

  it('let nobody use up what is there for the neighbours', async () => {
    const limits = createSubmissionLimits();
    for (const neighbour of ['2001:db8:1:1::1', '2001:db8:1:2::1'])
      expect(await passing(limits, neighbour, 1000)).toBe(10);
  });

  it('remember no sender of a network that is used up, however many it has', async () => {
    vi.useFakeTimers();
    const limits = createSubmissionLimits();
    for (let count = 0; count < 100; count += 1) await limits.consume(`2001:db8:1:${(count * 256).toString(16)}::1`);
    // Each stored key has a timer that deletes it.
    const remembered = vi.getTimerCount();
    expect(remembered).toBeGreaterThan(100);
    for (let count = 0; count < 1000; count += 1) await limits.consume(`2001:db8:1:${count.toString(16)}::1`);
    expect(vi.getTimerCount()).toBe(remembered);
  });

  it('are 600 sound ones a minute for all; then some are spam, until they would fill a disk', async () => {
    const limits = createSubmissionLimits();
    for (let count = 0; count < 600; count += 1)
      expect(await limits.consumeShared(30_000)).toEqual({ isAllowed: true });
    for (const bytes of [999_999_000, 1000]) expect(await limits.consumeShared(bytes)).toEqual(spam);
    expect(await limits.consumeShared(1000)).toEqual(refused);
  });

  it('end after a minute, and say how many seconds are left', async () => {
    vi.useFakeTimers();
    const limits = createSubmissionLimits({ perAddress: 1 });
    await limits.consume('192.0.2.1');
    vi.advanceTimersByTime(20_500);
    expect(await limits.consume('192.0.2.1')).toEqual({ isAllowed: false, retryAfterSeconds: 40 });
    vi.advanceTimersByTime(39_500);
    expect(await limits.consume('192.0.2.1')).toEqual({ isAllowed: true });
  });
});

/** Limits that share a database. */
async function shareDatabase(settings: object = {}) {
  const url = await createTemporarySchema();
  const { pool } = await openTestPostgres(url);
  const other = (await openTestPostgres(url)).pool;
  const limits = createSubmissionLimits({ ...settings, pool });
  const otherLimits = createSubmissionLimits({ ...settings, pool: other });
  return { url, pool, limits, otherLimits };
}

describe('the limits on PostgreSQL', () => {
  it('hold across instances, for one address and for all', async () => {
    const { limits, otherLimits } = await shareDatabase({ perAddress: 3, overall: 5, spam: 100 });
    expect(await passing(limits, '192.0.2.1', 2)).toBe(2);
    expect(await passing(otherLimits, '192.0.2.1', 9)).toBe(1);
    expect(await limits.consume('192.0.2.1')).toEqual(refused);
    const both = [limits, otherLimits];
    for (const one of [...both, ...both, limits]) expect(await one.consumeShared(1)).toEqual({ isAllowed: true });
    for (const one of both) expect(await one.consumeShared(50)).toEqual(spam);
    for (const one of both) expect(await one.consumeShared(50)).toEqual(refused);
  });

  it('keep no address in the database', async () => {
    const { url, limits } = await shareDatabase();
    await limits.consume('192.0.2.1');
    const rows = await executeStatement<{ key: string; expire: string }>(url, 'SELECT * FROM submission_limits');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    for (const { expire } of rows) expect(Number(expire) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('do not wait long for a database that does not answer', async () => {
    const { pool, limits } = await shareDatabase({ perAddress: 1 });
    const locking = await pool.connect();
    await locking.query('BEGIN; LOCK TABLE submission_limits');
    expect(await limits.consume('192.0.2.1')).toEqual({ isAllowed: true });
    expect(await limits.consume('192.0.2.1')).toEqual(refused);
    await locking.query('ROLLBACK');
    locking.release();
  });
});

describe('of a flood of messages', () => {
  const startLimited = (limits: Parameters<typeof createSubmissionLimits>[0]) =>
    startTestServer({ TRUST_PROXY: '1' }, { submissionLimits: createSubmissionLimits(limits) });
  const send = (site: TestServer, from: string, message: string) =>
    submitJson(site, { ...sampleFields, message }, { 'x-forwarded-for': from });

  it('those of one sender are refused with the time to wait, with scripts and without together', async () => {
    const site = await startLimited({ perAddress: 3 });
    const visitor = '192.0.2.1';
    expect((await send(site, visitor, 'one')).status).toBe(200);
    expect((await submitForm(site, sampleFields, { 'x-forwarded-for': visitor })).status).toBe(200);
    expect((await submitJson(site, {}, { 'x-forwarded-for': visitor })).status).toBe(422);
    const refusal = await send(site, visitor, 'too many');
    expect([refusal.status, Number(refusal.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy(isSoon)]);
    expect((await send(site, '192.0.2.2', 'of a visitor')).status).toBe(200);
  });

  it('what is too much is spam, and refused with the time to wait once that might fill the disk', async () => {
    const site = await startLimited({ overall: 1, spam: 5000 });
    const found = async (query: string) => (await site.core.enquiries.list({ query, limit: 2 }))[0];
    // Invalid submissions count for their sender only.
    for (const body of [{}, '{']) await submitJson(site, body, { 'x-forwarded-for': '192.0.2.1' });
    expect((await send(site, '203.0.113.1', 'first')).status).toBe(200);
    expect((await send(site, '203.0.113.2', `second${' and so on'.repeat(300)}`)).status).toBe(200);
    const refusal = await send(site, '203.0.113.3', 'third');
    expect([refusal.status, Number(refusal.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy(isSoon)]);
    expect(await found('first')).toMatchObject({ status: 'open', mail: { state: 'due' } });
    expect(await found('second')).toMatchObject({ status: 'spam', spamReason: spam.spamReason });
    expect(await found('third')).toBeUndefined();
  });
});

it.each([
  [0, { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1'],
  [1, {}, '127.0.0.1'],
  [1, { 'x-real-ip': '192.0.2.1', forwarded: 'for=192.0.2.1', 'true-client-ip': '192.0.2.1' }, '127.0.0.1'],
  [1, { 'x-forwarded-for': '127.0.0.1, ::1, 203.0.113.9, 192.0.2.1' }, '192.0.2.1'],
  [2, { 'x-forwarded-for': '203.0.113.9, 192.0.2.1, 198.51.100.7' }, '192.0.2.1'],
  [2, { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
])('a client behind %i proxies has the address that these put there: %j', async (proxies, headers, address) => {
  const consume = vi.fn(noLimits.consume);
  const site = await startTestServer({ TRUST_PROXY: `${proxies}` }, { submissionLimits: { ...noLimits, consume } });
  expect((await submitJson(site, sampleFields, headers)).status).toBe(200);
  expect(consume.mock.calls).toEqual([[address]]);
});

it.each([
  ['192.0.2.1:50123', { senderKey: '192.0.2.1', networkKey: '192.0.2.0/24' }],
  ['::FFFF:c000:0201', { senderKey: '192.0.2.1', networkKey: '192.0.2.0/24' }],
  ['[2001:DB8:0001:2345::7%eth0]:50123', { senderKey: '2001:db8:1:2345::/64', networkKey: '2001:db8:1::/48' }],
  ['unknown', { senderKey: 'unknown', networkKey: 'unknown' }],
])('a client address %s counts as %j', (address, sender) => expect(parseSenderKeys(address)).toEqual(sender));
