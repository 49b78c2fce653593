import { describe, expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { noLimits } from './testing/no-limits.ts';
import { startSite } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';
import type { SubmissionLimits } from '../server/limits.ts';

/** The address by which a submission with these headers is counted, behind so many proxies. */
async function countedBehind(proxies: number, headers: Record<string, string>): Promise<string | undefined> {
  const addresses: string[] = [];
  const limits: SubmissionLimits = {
    ...noLimits,
    async consume(address) {
      addresses.push(address);
      return { allowed: true };
    },
  };
  const site = await startSite({ TRUST_PROXY: `${proxies}` }, { limits });
  expect((await submit(site, fields, headers)).status).toBe(200);
  return addresses[0];
}

describe('the address of a client', () => {
  it.each([
    [0, { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1'],
    [0, { 'x-real-ip': '192.0.2.1', forwarded: 'for=192.0.2.1', 'cf-connecting-ip': '192.0.2.1' }, '127.0.0.1'],
    [1, {}, '127.0.0.1'],
    [1, { 'x-real-ip': '192.0.2.1', forwarded: 'for=192.0.2.1', 'true-client-ip': '192.0.2.1' }, '127.0.0.1'],
    [1, { 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
    [1, { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' }, '192.0.2.1'],
    [1, { 'x-forwarded-for': '127.0.0.1, ::1, 10.0.0.1, 192.0.2.1' }, '192.0.2.1'],
    [2, { 'x-forwarded-for': '203.0.113.9, 192.0.2.1, 198.51.100.7' }, '192.0.2.1'],
    [2, { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
  ])('behind %i proxies is what these put there, whatever else is said: %j', async (proxies, headers, address) => {
    expect(await countedBehind(proxies, headers)).toBe(address);
  });
});
