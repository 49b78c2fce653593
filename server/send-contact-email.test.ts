import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { describe, expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf, submit } from '../start/testing/submissions.ts';
import { sendContactEmailPath } from './send-contact-email.ts';

describe('POST /functions/v1/send-contact-email', () => {
  it('answers with the id of the enquiry, which is on the disk by then', async () => {
    const site = await startSite();
    const response = await submit(site);
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as { id: string };
    expect(await site.core.enquiries.find({ id })).toMatchObject([{ ...fields, delivery: { state: 'due' } }]);
  });

  it('stores what comes twice with one key once, and answers the same', async () => {
    const site = await startSite();
    const send = async (key: string, body: unknown = fields) =>
      ((await (await submit(site, body, { 'idempotency-key': key })).json()) as { id: string }).id;
    const first = await send('one');
    expect(await send('one')).toBe(first);
    const others = [await send('one', { ...fields, message: 'Something else.' }), await send('two')];
    const stored = await site.core.enquiries.list({ limit: 9 });
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set([first, ...others]));
    expect(stored).toHaveLength(3);
  });

  it('refuses over the limit with the time to wait, before the body is read, also to a page of an allowed origin', async () => {
    const limits = { ...noLimits, consume: async () => ({ allowed: false, retryAfterSeconds: 40 }) as const };
    const site = await startSite({ ALLOWED_ORIGINS: 'https://cdn.example' }, { limits });
    const response = await submit(site, '{', { origin: 'https://cdn.example' });
    expect([response.status, (await errorOf(response)).code]).toEqual([429, 'too_many_requests']);
    expect(response.headers.get('retry-after')).toBe('40');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
    expect(response.headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  it('serves the official functions client', async () => {
    const { url } = await startSite();
    const client = new FunctionsClient(`${url}/functions/v1`, {
      headers: { apikey: 'anon', Authorization: 'Bearer anon' },
    });
    const sent = await client.invoke('send-contact-email', { body: fields });
    expect(sent.error).toBeNull();
    expect(sent.data).toEqual({ id: expect.any(String), reference: expect.any(String) });
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
    expect(await site.core.enquiries.list({ limit: 1 })).toEqual([]);
  });

  it('answers 400 to what is no object in JSON, and 415 to what is no JSON', async () => {
    const site = await startSite();
    for (const body of ['{"name":', '', '[]', '"x"', 'null', '{"__proto__":{"admin":true}}']) {
      const response = await submit(site, body);
      expect([body, response.status, (await errorOf(response)).code]).toEqual([body, 400, 'invalid_request']);
    }
    const form = 'application/x-www-form-urlencoded';
    for (const type of ['text/plain', form, 'multipart/form-data; boundary=x', 'rubbish']) {
      const response = await submit(site, fields, { 'content-type': type });
      expect([type, response.status, (await errorOf(response)).code]).toEqual([type, 415, 'unsupported_media_type']);
    }
  });

  it('takes the longest enquiry in the longest encoding, and answers 413 above 64 KiB', async () => {
    const site = await startSite();
    const escaped = JSON.stringify({ ...fields, message: '' }).replace(
      '"message":""',
      `"message":"${'\\u4f60'.repeat(10_000)}"`,
    );
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

  it('answers 405 to other methods, and names what it takes', async () => {
    const { url } = await startSite();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(url + sendContactEmailPath, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      expect((await errorOf(response)).code).toBe('method_not_allowed');
    }
  });
});
