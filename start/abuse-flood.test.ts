import { describe, expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { startSite, type SiteUnderTest } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';
import { createSubmissionLimits, type SubmissionLimitSettings } from '../server/limits.ts';

const reason = 'more messages came within a minute than the site takes';

const startFlooded = (settings: SubmissionLimitSettings = {}) =>
  startSite({ TRUST_PROXY: '1' }, { limits: createSubmissionLimits(settings) });

/** Both ways in. The message is one that nobody has sent. */
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
const everyWay = Object.entries(ways).map(([way, send]) => ({ way, send }));

/** Sends from each address as much as one may, and one more. Resolves to how often each status was answered. */
async function flood(site: SiteUnderTest, addresses: readonly string[], body: (number: number) => unknown) {
  const statuses: Record<number, number> = {};
  for (const [index, from] of addresses.entries()) {
    const numbers = Array.from({ length: 11 }, (_, number) => index * 11 + number);
    const answers = numbers.map((number) => submit(site, body(number), { 'x-forwarded-for': from }));
    for (const { status } of await Promise.all(answers)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

const sound = (number: number) => ({ ...fields, message: `Message ${number} of a flood.` });

const addresses = (count: number, address: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => address(number));

async function deliveryOf(site: SiteUnderTest, text: string) {
  const stored = await site.core.enquiries.list({ text, limit: 2 });
  return stored.map(({ delivery: { state, lastReason } }) => ({ state, lastReason }));
}

describe.each(everyWay)('a visitor’s message to $way', ({ send }) => {
  it('is mailed while one IPv6 customer sends from as many addresses as there are', async () => {
    const site = await startFlooded();
    const company = addresses(20, (number) => `2001:db8:1:${(number * 256).toString(16)}::1`);
    expect(await flood(site, company, sound)).toEqual({ 200: 60, 429: 160 });
    expect((await send(site, '203.0.113.7', 'of a visitor')).status).toBe(200);
    expect(await deliveryOf(site, 'of a visitor')).toEqual([{ state: 'due', lastReason: null }]);
  });

  it('is set aside, not refused, while sixty addresses send as fast as they may', async () => {
    const site = await startFlooded();
    const sixty = addresses(60, (number) => `198.18.${number}.1`);
    expect(await flood(site, sixty, sound)).toEqual({ 200: 600, 429: 60 });
    expect(await site.core.enquiries.count({ state: 'quarantined' })).toBe(0);
    expect((await send(site, '203.0.113.7', 'of a visitor')).status).toBe(200);
    expect(await deliveryOf(site, 'of a visitor')).toEqual([{ state: 'quarantined', lastReason: reason }]);
  });

  it('is mailed however many messages with faults came from others', async () => {
    const site = await startFlooded({ overall: 3 });
    const rubbish = [{}, '{', { ...fields, email: 'nobody' }];
    const statuses = await flood(site, ['192.0.2.1', '198.51.100.1'], (number) => rubbish[number % 3]);
    expect(statuses).toEqual({ 400: expect.any(Number), 422: expect.any(Number), 429: 2 });
    expect((await send(site, '203.0.113.7', 'of a visitor')).status).toBe(200);
    expect(await deliveryOf(site, 'of a visitor')).toEqual([{ state: 'due', lastReason: null }]);
  });

  it('is refused with the time to wait once what is set aside might fill the disk', async () => {
    const site = await startFlooded({ overall: 1, setAside: 5000 });
    expect((await send(site, '203.0.113.1', 'first')).status).toBe(200);
    expect((await send(site, '203.0.113.2', `second${' and so on'.repeat(300)}`)).status).toBe(200);
    const refused = await send(site, '203.0.113.3', 'third');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toSatisfy((wait) => wait >= 1 && wait <= 60);
    expect(await deliveryOf(site, 'second')).toEqual([{ state: 'quarantined', lastReason: reason }]);
    expect(await deliveryOf(site, 'third')).toEqual([]);
  });
});
