import { describe, expect, it, vi } from 'vitest';
import { messagePage } from '../../content/words.ts';
import { escapeHtml } from '../../enquiries/mail.ts';
import { noLimits } from '../testing/no-limits.ts';
import { startSite } from '../testing/site-under-test.ts';
import type { RenderPage } from './page-renderer.ts';

interface Told {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

const form = (text: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: text,
});

describe('POST /contact without JavaScript', () => {
  it('reaches the page byte for byte, on the site’s own origin', async () => {
    const { url } = await startSite({ SITE_URL: 'https://www.example.com' });
    const response = await fetch(
      `${url}/contact?x=1`,
      form('name=Zo%C3%AB+%26&message=a%0D%0Ab', { origin: 'https://www.example.com' }),
    );
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const told = (await response.json()) as Told;
    expect(told).toMatchObject({
      method: 'POST',
      url: 'https://www.example.com/contact',
      body: 'name=Zo%C3%AB+%26&message=a%0D%0Ab',
    });
    expect(told.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(told.headers).not.toHaveProperty('origin');
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
    const renderPage: RenderPage = async (request, receiver) =>
      Response.json([await request.text(), await receiver.receive({})], { status: 429 });
    const { url } = await startSite({}, { limits: { ...noLimits, consume }, renderPage });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '40']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(['name=A', { outcome: 'limited', retryAfterSeconds: 40 }]);
    expect(consume.mock.calls).toEqual([['127.0.0.1']]);
  });

  it('is answered in a few words to who sends a hundred more over the limit in a minute, and to nobody else', async () => {
    let rendered = 0;
    const renderPage: RenderPage = async (_request, receiver) => {
      rendered += 1;
      return new Response((await receiver.receive({})).outcome, { status: 429 });
    };
    const limits = { ...noLimits, consume: async () => ({ allowed: false, retryAfterSeconds: 40 }) as const };
    const { url } = await startSite({ TRUST_PROXY: '1' }, { limits, renderPage });
    const send = (from: string) => fetch(`${url}/contact`, form('name=A', { 'x-forwarded-for': from }));
    for (let count = 0; count < 100; count += 1) await (await send('192.0.2.1')).text();
    expect(rendered).toBe(100);

    const page = await send('192.0.2.1');
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '40']);
    expect([page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ]);
    const { title, advice } = messagePage.tooMany;
    for (const text of [title, advice]) expect(await page.clone().text()).toContain(`>${escapeHtml(text)}<`);
    expect(rendered).toBe(100);
    expect(await (await send('192.0.2.2')).text()).toBe('limited');
  });

  it('answers 500 in words when the page cannot be rendered', async () => {
    const { url, log } = await startSite({}, { renderPage: () => Promise.reject(new Error('secret detail')) });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(log()).toContain('secret detail');
  });
});
