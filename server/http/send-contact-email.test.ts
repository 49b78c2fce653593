import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startSite, type SiteUnderTest } from '../testing/site-under-test.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

function submit({ url }: SiteUnderTest, body: unknown = fields, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url + sendContactEmailPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
}

async function errorOf(response: Response): Promise<{ code: string; message: string; fields?: Record<string, string> }> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error, ...rest } = (await response.json()) as { error: { code: string; message: string } };
  expect(rest).toEqual({});
  return error;
}

describe('POST /functions/v1/send-contact-email', () => {
  it('answers with the id of the enquiry, which is on the disk by then', async () => {
    const site = await startSite();
    const response = await submit(site);
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as { id: string };
    expect(await site.composition.enquiries.find({ id })).toMatchObject([{ ...fields, delivery: { state: 'due' } }]);
  });

  it('serves the official functions client', async () => {
    const { url } = await startSite();
    const client = new FunctionsClient(`${url}/functions/v1`, { headers: { apikey: 'anon', Authorization: 'Bearer anon' } });
    const sent = await client.invoke('send-contact-email', { body: fields });
    expect(sent.error).toBeNull();
    expect(sent.data).toEqual({ id: expect.any(String) });
    const refused = await client.invoke('send-contact-email', { body: {} });
    expect(refused.error).toBeInstanceOf(FunctionsHttpError);
    expect((refused.error as FunctionsHttpError).context).toMatchObject({ status: 422 });
  });

  it('answers 422 with every field at fault', async () => {
    const site = await startSite();
    const response = await submit(site, { ...fields, name: '', email: 'x', extra: 1 });
    expect(response.status).toBe(422);
    const error = await errorOf(response);
    expect(error.code).toBe('invalid_enquiry');
    expect(Object.keys(error.fields ?? {})).toEqual(['name', 'email', 'extra']);
    expect(await site.composition.enquiries.list({ limit: 1 })).toEqual([]);
  });

  it.each([
    ['half a body', '{"name":'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', 'null'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}'],
  ])('answers 400 to %s', async (_what, body) => {
    const response = await submit(await startSite(), body);
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'invalid_request']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'rubbish'])('answers 415 to %s', async (type) => {
    const response = await submit(await startSite(), fields, { 'content-type': type });
    expect([response.status, (await errorOf(response)).code]).toEqual([415, 'unsupported_media_type']);
  });

  it('takes the longest enquiry in the longest encoding, and answers 413 above 64 KiB', async () => {
    const site = await startSite();
    const escaped = JSON.stringify({ ...fields, message: '' }).replace('"message":""', `"message":"${'\\u4f60'.repeat(10_000)}"`);
    expect((await submit(site, escaped)).status).toBe(200);
    const response = await submit(site, { ...fields, message: 'x'.repeat(64 * 1024) });
    expect([response.status, (await errorOf(response)).code]).toEqual([413, 'body_too_large']);
  });

  it('answers 503 when the store cannot commit, and nothing internal', async () => {
    const enquiries = { receive: async () => ({ outcome: 'unavailable', reason: 'SQLITE_FULL' }) as const };
    const response = await submit(await startSite({}, { enquiries }));
    expect(response.status).toBe(503);
    const error = await errorOf(response);
    expect(error).toEqual({ code: 'unavailable', message: expect.not.stringContaining('SQLITE') });
  });

  it('answers 500 to a fault of ours, and nothing internal', async () => {
    const enquiries = { receive: async () => Promise.reject(new Error('secret detail')) };
    const site = await startSite({}, { enquiries });
    const response = await submit(site);
    expect(response.status).toBe(500);
    expect(JSON.stringify(await errorOf(response))).not.toContain('secret');
    expect(site.log()).toContain('secret detail');
    expect(site.log()).toContain(response.headers.get('x-request-id') ?? '-');
  });

  it('writes nobody’s name, address, words or network address into the log', async () => {
    const site = await startSite();
    await submit(site);
    await submit(site, { ...fields, subject: '' });
    await submit(site, `{"name":"Ada`);
    await site.composition.enquiries.deliverDue();
    expect(site.log()).toContain('"status":200');
    expect(site.log()).not.toMatch(/Ada|ada@|quotation|call me|127\.0\.0\.1"/);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('answers 405 to %s and names what it takes', async (method) => {
    const { url } = await startSite();
    const response = await fetch(url + sendContactEmailPath, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await errorOf(response)).code).toBe('method_not_allowed');
  });
});

describe('the limit of submissions', () => {
  it('answers 429 with Retry-After, for the API and the form together', async () => {
    const site = await startSite({}, { submissionsPerMinute: 3 });
    await submit(site);
    await submit(site, {});
    const form = () => fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(Object.entries(fields)) });
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

describe('calls from other origins', () => {
  const cdn = { ALLOWED_ORIGINS: 'https://cdn.example' };

  it('are refused when a page of another site makes them', async () => {
    const site = await startSite(cdn);
    const response = await submit(site, fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect([response.status, (await errorOf(response)).code]).toEqual([403, 'cross_site']);
    expect(await site.composition.enquiries.list({ limit: 1 })).toEqual([]);
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
    const response = await fetch(url + sendContactEmailPath, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
