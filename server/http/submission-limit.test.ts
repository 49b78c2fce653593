import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startSite } from '../testing/site-under-test.ts';
import { errorOf, submit } from '../testing/submissions.ts';

describe('the limit of submissions', () => {
  it('answers 429 with Retry-After, for the API and the form together', async () => {
    const site = await startSite({}, { submissionsPerMinute: 3 });
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

  it('is ten a minute', async () => {
    const site = await startSite({}, { submissionsPerMinute: undefined as never });
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await submit(site)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('counts each visitor alone, as far as proxies are trusted', async () => {
    const visitor = (address: string) => ({ 'x-forwarded-for': address });
    const direct = await startSite({}, { submissionsPerMinute: 1 });
    expect((await submit(direct, fields, visitor('192.0.2.1'))).status).toBe(200);
    expect((await submit(direct, fields, visitor('192.0.2.2'))).status).toBe(429);

    const behindOne = await startSite({ TRUST_PROXY: '1' }, { submissionsPerMinute: 1 });
    expect((await submit(behindOne, fields, visitor('192.0.2.1'))).status).toBe(200);
    expect((await submit(behindOne, fields, visitor('192.0.2.2'))).status).toBe(200);
    expect((await submit(behindOne, fields, visitor('203.0.113.9, 192.0.2.1'))).status).toBe(429);
  });
});
