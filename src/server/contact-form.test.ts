import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { messagePage } from '../content/release-content.ts';
import type { SubmissionAnswer } from '../enquiries/submission-handler.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { genericError } from './render-pages.ts';

const siteUrl = 'https://www.example.com';
const form = (text: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: text,
});
const limited = { isAllowed: false, retryAfterSeconds: 40 } as const;
const overLimit = { ...noLimits, consume: async () => limited };

/** Field values of `form` below. */
const values = { name: 'Zoë &', message: 'a\nb', 'form-key': 'k' };
const fieldErrors = { email: 'No address.' };
/** The form is another one once it is sent. */
const begun = { subject: '', 'form-key': expect.stringMatching(/^form-/) };

describe('POST /contact without JavaScript', () => {
  it.each<[SubmissionAnswer, number, string | null, object]>([
    [{ outcome: 'accepted', id: 'id', reference: '1' }, 200, null, { outcome: { kind: 'sent', reference: '1' } }],
    [
      { outcome: 'accepted', id: 'id', reference: '1', answerBy: 'Monday, 30 November, 17:30' },
      200,
      null,
      { outcome: { kind: 'sent', reference: '1', answerBy: 'Monday, 30 November, 17:30' } },
    ],
    [{ outcome: 'refused', fieldErrors }, 422, null, { outcome: { kind: 'refused', fieldErrors }, formValues: values }],
    [
      { outcome: 'limited', retryAfterSeconds: 40 },
      429,
      '40',
      { outcome: { kind: 'failed', retryAfterSeconds: 40 }, formValues: values },
    ],
    [{ outcome: 'unavailable', reason: 'away' }, 503, null, { outcome: { kind: 'failed' }, formValues: values }],
  ])('is answered by the page with what became of it: %j', async (result, status, retryAfter, state) => {
    const receive = vi.fn(async () => result);
    const { url } = await startTestServer({ SITE_URL: siteUrl }, { enquiries: { receive } });
    const init = form('name=Zo%C3%AB+%26&message=a%0D%0Ab&form-key=k', { origin: siteUrl });
    const response = await fetch(`${url}/contact?x=1`, init);
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await response.json()).toEqual({ path: '/contact', formValues: begun, ...state });
    expect(receive.mock.calls).toEqual([
      [{ name: 'Zoë &', message: 'a\nb' }, expect.objectContaining({ idempotencyKey: 'k' })],
    ]);
  });

  const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  it.each([
    ['another site', 403, form('name=A', evil), messagePage.otherSite],
    ['more than 20 fields', 400, form('a=&'.repeat(20)), messagePage.tooManyFields],
    ['too long a body', 413, form(`message=${'x'.repeat(64 * 1024)}`), messagePage.tooLong],
    ['another kind of body', 415, { method: 'POST', body: new FormData() }, messagePage.unreadable],
    ['no body at all', 415, { method: 'POST' }, messagePage.unreadable],
  ])('of %s is answered %i in words that say what to do', async (_what, status, init, { title, advice }) => {
    const { url } = await startTestServer();
    const response = await fetch(`${url}/contact`, init);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const page = await response.text();
    for (const words of [title, advice]) expect(page).toContain(`>${escapeHtml(words)}<`);
  });

  it('is answered over the limit with all that was typed, and nothing is stored', async () => {
    const { url, core } = await startTestServer({}, { submissionLimits: overLimit });
    const page = await fetch(`${url}/contact`, form('name=A'));
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '40']);
    const typed = { outcome: { kind: 'failed', retryAfterSeconds: 40 }, formValues: { name: 'A' } };
    expect(await page.json()).toEqual({ path: '/contact', ...typed });
    expect(await core.enquiries.list({ limit: 1 })).toEqual([]);
  });

  it('with an unknown field is taken while that is empty, else refused by its name', async () => {
    const { url } = await startTestServer();
    const send = (unknown: string) =>
      fetch(`${url}/contact`, form(`${new URLSearchParams({ ...sampleFields, unknown })}`));
    expect((await send('')).status).toBe(200);
    const refused = await send('9');
    const { outcome } = (await refused.json()) as { outcome: { fieldErrors: object } };
    expect([refused.status, Object.keys(outcome.fieldErrors)]).toEqual([422, ['unknown']]);
  });

  it('is answered 500 where it cannot be taken, and the log alone has the fault', async () => {
    const receive = () => Promise.reject(new Error('secret detail'));
    const { url, log } = await startTestServer({}, { enquiries: { receive } });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect([response.status, await response.json()]).toEqual([500, { path: '/contact', fault: genericError.message }]);
    expect(log()).toContain('secret detail');
  });

  it('has a page in place of one that cannot be shown, which may load and run nothing, and names the request', async () => {
    const { url, log } = await startTestServer({ SITE_URL: siteUrl });
    const response = await fetch(`${url}/contact`, form('name=A', evil));
    const html = await response.text();
    const reference = response.headers.get('x-request-id') ?? 'none';
    expect(html).toContain(reference);
    expect(log()).toContain(`"requestId":"${reference}"`);
    expect(html).toContain('<html lang="en-GB">');
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=63072000',
    });
  });
});
