import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { describe, expect, it } from 'vitest';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { expectApiError, submitJson } from '../start/testing/submissions.ts';

const answerOf = async (response: Response) => [response.status, (await expectApiError(response)).code];

describe('POST /functions/v1/send-contact-email', () => {
  it('answers with the id of the enquiry, which is on the disk by then, once for each key', async () => {
    const site = await startTestServer();
    const send = async (key: string) =>
      ((await (await submitJson(site, sampleFields, { 'idempotency-key': key })).json()) as { id: string }).id;
    const id = await send('one');
    expect(await site.core.enquiries.find({ id })).toMatchObject([{ ...sampleFields, mail: { state: 'due' } }]);
    expect(await send('one')).toBe(id);
    expect(await send('two')).not.toBe(id);
    expect(await site.core.enquiries.list({ limit: 9 })).toHaveLength(2);
  });

  it('serves the official functions client', async () => {
    const { url } = await startTestServer();
    const headers = { apikey: 'anon', Authorization: 'Bearer anon' };
    const client = new FunctionsClient(`${url}/functions/v1`, { headers });
    const sent = await client.invoke('send-contact-email', { body: sampleFields });
    expect(sent).toMatchObject({ error: null, data: { id: expect.any(String), reference: expect.any(String) } });
    const { error } = await client.invoke('send-contact-email', { body: {} });
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect((error as FunctionsHttpError).context).toMatchObject({ status: 422 });
  });

  it('answers 422 with every field at fault', async () => {
    const site = await startTestServer();
    const response = await submitJson(site, { ...sampleFields, name: '', email: 'x', extra: 1 });
    expect(response.status).toBe(422);
    const error = await expectApiError(response);
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid_enquiry', ['name', 'email', 'extra']]);
    expect(await site.core.enquiries.list({ limit: 1 })).toEqual([]);
  });

  it.each(['{"name":', '', '[]', '{"__proto__":{"admin":true}}'])(
    'answers 400 to what is no object in JSON: %s',
    async (body) =>
      expect(await answerOf(await submitJson(await startTestServer(), body))).toEqual([400, 'invalid_request']),
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('answers 415 to what is no JSON: %s', async (type) => {
    const response = await submitJson(await startTestServer(), sampleFields, { 'content-type': type });
    expect(await answerOf(response)).toEqual([415, 'unsupported_media_type']);
  });

  it('takes the longest enquiry in the longest encoding, and answers 413 above 64 KiB', async () => {
    const site = await startTestServer();
    const escaped = JSON.stringify({ ...sampleFields, message: '…' }).replace('…', '\\u4f60'.repeat(10_000));
    expect((await submitJson(site, escaped)).status).toBe(200);
    const whole = JSON.stringify(sampleFields).padEnd(64 * 1024);
    expect((await submitJson(site, whole)).status).toBe(200);
    expect(await answerOf(await submitJson(site, `${whole} `))).toEqual([413, 'body_too_large']);
  });

  it.each([
    [503, 'unavailable', async () => ({ outcome: 'unavailable', reason: 'secret detail' }) as const],
    [500, 'internal', () => Promise.reject(new Error('secret detail'))],
  ])('answers %i where it cannot be stored, and nothing internal, which the log has', async (status, code, receive) => {
    const site = await startTestServer({}, { enquiries: { receive } });
    const response = await submitJson(site);
    expect(response.status).toBe(status);
    expect(await expectApiError(response)).toEqual({ code, message: expect.not.stringContaining('secret') });
    expect(site.log()).toContain(response.headers.get('x-request-id') ?? '-');
  });
});
