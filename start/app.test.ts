import { describe, expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { createSubmissionLimits, type SubmissionLimits } from '../server/limits.ts';
import { noLimits } from './testing/no-limits.ts';
import { startSite, type SiteUnderTest } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

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
    const counted: string[] = [];
    const limits: SubmissionLimits = {
      ...noLimits,
      async consume(sender) {
        counted.push(sender);
        return { allowed: true };
      },
    };
    const site = await startSite({ TRUST_PROXY: `${proxies}` }, { limits });
    expect((await submit(site, fields, headers)).status).toBe(200);
    expect(counted).toEqual([address]);
  });
});

/** Both ways in, each for a message that nobody has sent. */
const ways = {
  'the API': (site: SiteUnderTest, from: string, message: string) =>
    submit(site, { ...fields, message }, { 'x-forwarded-for': from }),
  'the form without JavaScript': ({ url }: SiteUnderTest, from: string, message: string) =>
    fetch(`${url}/contact`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: new URLSearchParams({ ...fields, message }),
    }),
};

describe.each(Object.entries(ways))('of a flood of messages to %s', (_way, send) => {
  const reason = 'more messages came within a minute than the site takes';

  async function deliveriesOf(site: SiteUnderTest, text: string) {
    const stored = await site.core.enquiries.list({ text, limit: 2 });
    return stored.map(({ delivery: { state, lastReason } }) => ({ state, lastReason }));
  }

  it('what is too much is set aside, and refused with the time to wait once that might fill the disk', async () => {
    const site = await startSite(
      { TRUST_PROXY: '1' },
      { limits: createSubmissionLimits({ overall: 1, setAside: 5000 }) },
    );
    expect((await send(site, '203.0.113.1', 'first')).status).toBe(200);
    expect((await send(site, '203.0.113.2', `second${' and so on'.repeat(300)}`)).status).toBe(200);
    const refused = await send(site, '203.0.113.3', 'third');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toSatisfy((wait) => wait >= 1 && wait <= 60);
    expect(await deliveriesOf(site, 'first')).toEqual([{ state: 'due', lastReason: null }]);
    expect(await deliveriesOf(site, 'second')).toEqual([{ state: 'quarantined', lastReason: reason }]);
    expect(await deliveriesOf(site, 'third')).toEqual([]);
  });

  it('those with faults count for their senders alone', async () => {
    const site = await startSite({ TRUST_PROXY: '1' }, { limits: createSubmissionLimits({ overall: 1 }) });
    for (const body of [{}, '{', { ...fields, email: 'nobody' }, {}, {}, {}, {}, {}, {}, {}])
      expect((await submit(site, body, { 'x-forwarded-for': '192.0.2.1' })).status).toBeLessThan(429);
    expect((await submit(site, {}, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(429);
    expect((await send(site, '203.0.113.7', 'of a visitor')).status).toBe(200);
    expect(await deliveriesOf(site, 'of a visitor')).toEqual([{ state: 'due', lastReason: null }]);
  });
});
