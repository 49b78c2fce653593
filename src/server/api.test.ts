import { describe, expect, it } from 'vitest';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { expectApiError, submitJson } from '../start/testing/submissions.ts';
import { isFromAllowedOrigin } from './api.ts';
import { contactContentPath } from './contact-content.ts';
import { livenessPath, readinessPath } from './health.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

const cdn = 'https://cdn.example';
const fromCdn = { origin: cdn, 'sec-fetch-site': 'cross-site' };
const fromEvil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

describe('calls from other origins', () => {
  it('are refused when a page of another site makes them', async () => {
    const site = await startTestServer({ ALLOWED_ORIGINS: cdn });
    const response = await submitJson(site, sampleFields, fromEvil);
    expect([response.status, (await expectApiError(response)).code]).toEqual([403, 'cross_site']);
    expect(await site.core.enquiries.list({ limit: 1 })).toEqual([]);
  });

  it('are taken from an allowed origin, errors readable too', async () => {
    const site = await startTestServer({ ALLOWED_ORIGINS: cdn });
    for (const body of [sampleFields, {}, '{']) {
      const { headers } = await submitJson(site, body, fromCdn);
      expect(headers.get('access-control-allow-origin')).toBe(cdn);
      expect(headers.get('access-control-expose-headers')).toBe('x-request-id, retry-after');
    }
  });

  it.each([
    [cdn, cdn],
    ['https://evil.example', null],
  ])('are announced by a preflight, which names an allowed origin alone: %s', async (origin, named) => {
    const { url } = await startTestServer({ ALLOWED_ORIGINS: cdn });
    const { status, headers } = await fetch(url + sendContactEmailPath, { method: 'OPTIONS', headers: { origin } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, named]);
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    // The first four are sent by the Supabase clients.
    const allowed = 'authorization, x-client-info, apikey, content-type, idempotency-key, visit-origin';
    expect(headers.get('access-control-allow-headers')).toBe(allowed);
    // Reading is harmless: the browser decides by the same header who sees the answer.
    const read = await fetch(url + contactContentPath, { headers: { origin } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, named]);
    expect(read.headers.get('vary')).toBe('Origin');
  });
});

const www = 'https://www.example.com';
it.each([
  ['no browser', {}, true],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, true],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: www }, true],
  ['our page behind a proxy that keeps the host', { origin: 'http://192.0.2.1:8080', host: '192.0.2.1:8080' }, true],
  ['our page behind a proxy that changes the host', { origin: www, host: 'inside:3000' }, true],
  ['an allowed origin', fromCdn, true],
  ['another site', fromEvil, false],
  ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }, false],
  ['a neighbour on our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }, false],
  ['another site in an old browser', { origin: 'https://evil.example', host: 'www.example.com' }, false],
  ['a hidden origin in an old browser', { origin: 'null', host: 'www.example.com' }, false],
])('a request that changes something from %s may come or not: %j, %s', (_who, headers, may) =>
  expect(isFromAllowedOrigin(headers, new Set([www, cdn]))).toBe(may),
);

const reading = 'GET, HEAD';
it.each([
  [sendContactEmailPath, 'POST, OPTIONS', 'GET'],
  [contactContentPath, `${reading}, OPTIONS`, 'POST'],
  [livenessPath, reading, 'OPTIONS'],
  [readinessPath, reading, 'POST'],
])('%s answers 405 to all methods but %s', async (path, allowed, other) => {
  const { url } = await startTestServer();
  for (const method of [other, 'DELETE']) {
    const response = await fetch(url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    expect((await expectApiError(response)).code).toBe('method_not_allowed');
  }
});
