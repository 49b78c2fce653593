import { describe, expect, it, vi } from 'vitest';
import { messagePage } from '../content/words.ts';
import type { ReceiveOutcome } from '../enquiries/core/receiving.ts';
import { escapeHtml } from '../enquiries/channels/mail.ts';
import type { ServerParts } from '../start/app.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { standInRecord } from '../start/testing/stand-in-pages.ts';
import { hiddenFault, type Publication } from './publication.ts';

const form = (text: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: text,
});

/** What `form` is given below, as its fields have it. */
const typed = { name: 'Zoë &', message: 'a\nb', 'form-key': 'k' };

describe('POST /contact without JavaScript', () => {
  it.each<[ReceiveOutcome, number, object]>([
    [
      { outcome: 'accepted', id: 'id', reference: '0000-0001' },
      200,
      { outcome: { kind: 'sent', reference: '0000-0001' }, values: {} },
    ],
    [
      { outcome: 'refused', faults: { email: 'No address.' } },
      422,
      { outcome: { kind: 'refused', faults: { email: 'No address.' } }, values: typed },
    ],
    [
      { outcome: 'limited', retryAfterSeconds: 40 },
      429,
      { outcome: { kind: 'failed', retryAfterSeconds: 40 }, values: typed },
    ],
    [{ outcome: 'unavailable', reason: 'away' }, 503, { outcome: { kind: 'failed' }, values: typed }],
  ])('is answered by the page with what became of it: %j', async (result, status, answered) => {
    const receive = vi.fn(async () => result);
    const { url } = await startSite({ SITE_URL: 'https://www.example.com' }, { enquiries: { receive } });
    const init = form('name=Zo%C3%AB+%26&message=a%0D%0Ab&form-key=k', { origin: 'https://www.example.com' });
    const response = await fetch(`${url}/contact?x=1`, init);
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await response.json()).toEqual({ path: '/contact', answered });
    expect(receive.mock.calls).toEqual([[{ name: 'Zoë &', message: 'a\nb' }, expect.objectContaining({ key: 'k' })]]);
  });

  it.each([
    {
      what: 'another site',
      status: 403,
      init: form('name=A', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
      says: /sent from another site/,
    },
    { what: 'more than 20 fields', status: 400, init: form('a=&'.repeat(20)), says: /more fields than ours/ },
    { what: 'too long a body', status: 413, init: form(`message=${'x'.repeat(64 * 1024)}`), says: /too long/ },
    { what: 'another kind of body', status: 415, init: { method: 'POST', body: new FormData() }, says: /cannot read/ },
    { what: 'no body at all', status: 415, init: { method: 'POST' }, says: /cannot read/ },
  ])('answers $status to $what, in words that say what to do', async ({ status, init, says }) => {
    const { url } = await startSite();
    const response = await fetch(`${url}/contact`, init);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const page = await response.text();
    expect(page).toMatch(says);
    expect(page).toContain('<html lang="en-GB">');
    expect(page).not.toContain('style=');
  });

  it('is answered by the page over the limit too, which stores nothing and says when to come back', async () => {
    const consume = vi.fn(async () => ({ allowed: false, retryAfterSeconds: 40 }) as const);
    const receive = vi.fn<ServerParts['enquiries']['receive']>();
    const { url } = await startSite({}, { limits: { ...noLimits, consume }, enquiries: { receive } });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '40']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const answered = { outcome: { kind: 'failed', retryAfterSeconds: 40 }, values: { name: 'A' } };
    expect(await response.json()).toEqual({ path: '/contact', answered });
    expect(consume.mock.calls).toEqual([['127.0.0.1']]);
    expect(receive).not.toHaveBeenCalled();
  });

  it('is answered in a few words to who sends a hundred more over the limit in a minute, and to nobody else', async () => {
    const answer = vi.fn<Publication['answer']>(() => ({ html: 'the page', hasFailed: false }));
    const record = standInRecord(answer);
    const limits = { ...noLimits, consume: async () => ({ allowed: false, retryAfterSeconds: 40 }) as const };
    const { url } = await startSite({ TRUST_PROXY: '1' }, { limits, record });
    const send = (from: string) => fetch(`${url}/contact`, form('name=A', { 'x-forwarded-for': from }));
    for (let count = 0; count < 100; count += 1) await (await send('192.0.2.1')).text();
    expect(answer).toHaveBeenCalledTimes(100);

    const page = await send('192.0.2.1');
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '40']);
    expect([page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ]);
    const { title, advice } = messagePage.tooMany;
    for (const text of [title, advice]) expect(await page.clone().text()).toContain(`>${escapeHtml(text)}<`);
    expect(answer).toHaveBeenCalledTimes(100);
    expect(await (await send('192.0.2.2')).text()).toBe('the page');
  });

  it('is answered 500 where the page has failed, by what stands in its place', async () => {
    const record = standInRecord(() => ({ html: 'sorry', hasFailed: true }));
    const { url } = await startSite({}, { record });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect([response.status, await response.text()]).toEqual([500, 'sorry']);
  });

  it('is answered 500 where it cannot be taken, and the log alone has the fault', async () => {
    const receive = () => Promise.reject(new Error('secret detail'));
    const { url, log } = await startSite({}, { enquiries: { receive } });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect([response.status, await response.json()]).toEqual([500, { path: '/contact', fault: hiddenFault.message }]);
    expect(log()).toContain('secret detail');
  });
});
