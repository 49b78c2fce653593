import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendEnquiry } from './send-enquiry.ts';

const key = '00ff'.repeat(8);
const values = { name: 'Ada', email: 'ada@example.com', company: '', subject: 'S', message: 'M' };
const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const error = (details: object) => ({ error: { code: 'x', message: 'In words', ...details } });

const fetched = vi.fn<typeof fetch>();
/** Sends to a server with this response, from a document with these `data-` attributes. */
async function send(answer: Response | Error, dataset: Record<string, string> = {}) {
  vi.stubGlobal('document', { documentElement: { dataset } });
  fetched.mockImplementation(async () => (answer instanceof Response ? answer : Promise.reject(answer)));
  const outcome = await sendEnquiry(values, key);
  return { outcome, request: new Request(...(fetched.mock.calls[0] ?? ['about:blank'])) };
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { origin: 'https://www.example.com' });
});

describe('an enquiry', () => {
  it('is sent once to the function on the page’s own origin, with the values as JSON', async () => {
    const { outcome, request } = await send(json(200, { id: '1' }));
    expect(outcome).toEqual({ kind: 'sent' });
    expect(request.url).toBe('https://www.example.com/functions/v1/send-contact-email');
    expect([request.method, request.headers.get('content-type')]).toEqual(['POST', 'application/json']);
    expect(request.headers.get('idempotency-key')).toBe(key);
    expect(await request.json()).toEqual(values);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is sent to the Supabase project that the page names', async () => {
    const project = { supabaseUrl: 'https://project.supabase.example', supabaseKey: 'anon' };
    const { url, headers } = (await send(json(200, {}), project)).request;
    expect(url).toBe('https://project.supabase.example/functions/v1/send-contact-email');
    expect([headers.get('apikey'), headers.get('authorization')]).toEqual(['anon', 'Bearer anon']);
    expect(headers.has('idempotency-key')).toBe(false);
  });

  it('is told its reference, and until when an answer comes', async () => {
    const told = { reference: 'BR9W-KP20', answerBy: 'Monday, 30 November, 17:30' };
    expect((await send(json(200, { id: '1', ...told }))).outcome).toEqual({ kind: 'sent', ...told });
  });

  const limited = (retryAfter: string) => json(429, error({}), { 'retry-after': retryAfter });
  const faults = { name: 'Enter your name', email: 'Enter your email address' };
  const failed = { kind: 'failed' };
  const inWords = { ...failed, reason: 'In words' };
  it.each([
    ['names faults', json(422, error({ fields: faults })), { kind: 'refused', fieldErrors: faults }],
    ['refuses with faults that are no sentences', json(422, error({ fields: { name: 1 } })), failed],
    ['says for how long to wait', limited('40'), { ...failed, retryAfterSeconds: 40 }],
    ['says until when to wait', limited('Fri, 31 Dec 1999 23:59:59 GMT'), inWords],
    ['asks to wait no time at all', limited('0'), inWords],
    ['asks to wait beyond all time', limited('9'.repeat(400)), inWords],
    ['cannot store', json(503, error({})), failed],
    ['is a proxy with a page of its own', new Response('<h1>Bad gateway</h1>', { status: 502 }), failed],
    ['answers null', json(422, null), failed],
    ['is a relay that failed', json(200, {}, { 'x-relay-error': 'true' }), failed],
    ['cannot be reached', new TypeError('Failed to fetch'), failed],
  ])('to a server that %s ends accordingly, and the console tells', async (_what, answer, expected) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect((await send(answer)).outcome).toEqual(expected);
    expect(logged.mock.calls).toEqual([['The message was not sent:', expect.any(Error)]]);
  });
});
