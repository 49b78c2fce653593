import { describe, expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf, submit } from '../start/testing/submissions.ts';
import { comesFromOurPages } from './api.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

describe('calls from other origins', () => {
  const cdn = { ALLOWED_ORIGINS: 'https://cdn.example' };

  it('are refused when a page of another site makes them', async () => {
    const site = await startSite(cdn);
    const response = await submit(site, fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect([response.status, (await errorOf(response)).code]).toEqual([403, 'cross_site']);
    expect(await site.core.enquiries.list({ limit: 1 })).toEqual([]);
  });

  it('are taken from an allowed origin, errors readable too', async () => {
    const site = await startSite(cdn);
    for (const body of [fields, {}, '{']) {
      const response = await submit(site, body, { origin: 'https://cdn.example', 'sec-fetch-site': 'cross-site' });
      expect(response.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
      expect(response.headers.get('access-control-expose-headers')).toContain('retry-after');
    }
  });

  it('are announced by a preflight that allows the headers of the Supabase clients', async () => {
    const { url } = await startSite(cdn);
    const response = await fetch(url + sendContactEmailPath, {
      method: 'OPTIONS',
      headers: { origin: 'https://cdn.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    const headers = response.headers.get('access-control-allow-headers')?.split(', ');
    expect(headers).toEqual(['authorization', 'x-client-info', 'apikey', 'content-type', 'idempotency-key']);
  });

  it('are not allowed by a preflight to anybody else', async () => {
    const { url } = await startSite(cdn);
    const response = await fetch(url + sendContactEmailPath, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

const allowed = new Set(['https://www.example.com', 'https://cdn.example']);

describe('a request that changes something', () => {
  it.each([
    ['no browser', {}],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://www.example.com' }],
    ['our own page that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['our own page behind a proxy that keeps the host', { origin: 'http://192.0.2.1:8080', host: '192.0.2.1:8080' }],
    ['our own page behind a proxy that changes the host', { origin: 'https://www.example.com', host: 'inside:3000' }],
    ['an allowed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://cdn.example' }],
  ])('may come from %s', (_who, headers) => expect(comesFromOurPages(headers, allowed)).toBe(true));

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }],
    ['another site in an old browser', { origin: 'https://evil.example', host: 'www.example.com' }],
    ['a hidden origin in an old browser', { origin: 'null', host: 'www.example.com' }],
  ])('may not come from %s', (_who, headers) => expect(comesFromOurPages(headers, allowed)).toBe(false));
});
