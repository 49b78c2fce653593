import { describe, expect, it } from 'vitest';
import { faultOf, viewOf } from './testing/browser.ts';
import { anna, startInbox } from './testing/inbox-under-test.ts';

const page = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the inbox', () => {
  it('sends every page with headers that let nothing in and nothing out', async () => {
    const { browserOf } = await startInbox({ inboxUrl: 'https://inbox.example.com' });
    const { headers } = await (await browserOf(anna)).get('/waiting');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
    });
  });

  it('lets a script run where a passkey is asked for, and nowhere else', async () => {
    const { newBrowser, people, browserOf } = await startInbox();
    const { token } = await people.invite(anna);
    const policyOf = async (path: string) => (await newBrowser().get(path)).headers.get('content-security-policy');
    for (const path of ['/sign-in', `/invitation/${token}`])
      expect(await policyOf(path)).toContain("script-src 'self'; connect-src 'self'; ");
    for (const path of ['/nothing', '/invitation/x']) expect(await policyOf(path)).not.toContain('script-src');
    expect((await (await browserOf(anna)).get('/account')).headers.get('content-security-policy')).not.toContain(
      'script-src',
    );
  });

  it.each([
    [
      undefined,
      ['127.0.0.1:4000', 'evil.example', 'localhost.evil.example', 'localhost:4000@evil.example', '[::1]:4000'],
    ],
    ['https://inbox.example.com', ['localhost:4000', 'evil.example', 'x@inbox.example.com', 'inbox.example.com:8443']],
  ])('answers at its own address alone (INBOX_URL %s)', async (inboxUrl, others) => {
    const { newBrowser, origin } = await startInbox({ inboxUrl });
    const browser = newBrowser();
    for (const host of others) {
      const answer = await browser.get('/sign-in', { host });
      expect([host, answer.status]).toEqual([host, 421]);
      expect((await viewOf(answer, 'message')).advice).toContain(inboxUrl ?? 'http://localhost');
    }
    const own =
      inboxUrl === undefined ? ['localhost:4001', 'LOCALHOST'] : ['INBOX.example.com', 'inbox.example.com:443'];
    for (const host of [new URL(origin).host, ...own])
      expect([host, (await browser.get('/sign-in', { host })).status]).toEqual([host, 200]);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('takes no post that none of its own pages has sent: %j', async (headers) => {
    const { browserOf, receive, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    const answer = await browser.post(`/enquiries/${id}/answer`, { seen: '0' }, headers);
    expect([answer.status, (await viewOf(answer, 'message')).title]).toEqual([403, expect.any(String)]);
    expect((await browser.postJson('/sign-in/options', {}, headers)).status).toBe(403);
    expect(await enquiries.find({ id })).toMatchObject([{ handling: 'waiting' }]);
  });

  it('takes a post of a browser that says only that it is from the same origin', async () => {
    const { browserOf } = await startInbox();
    expect((await (await browserOf(anna)).post('/sign-out', {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  it('says in a page what to do where something cannot be done', async () => {
    const { browserOf, receive, origin } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    const own = { ...page, origin };
    const chosen = `chosen=${id}%3A0&`;
    const send = (method: string, path: string, type: string, body?: string) =>
      browser.send(method, path, { ...own, 'content-type': type }, body);
    const form = page['content-type'];
    const cases: [Promise<Response>, number][] = [
      [browser.get('/nothing'), 404],
      [browser.get('/enquiries/x'), 404],
      [browser.get('/enquiries/01a1fc16-0000-7000-8000-000000000009'), 404],
      [browser.get('/waiting?after=x'), 404],
      [browser.get('/history?before=%27'), 404],
      [browser.get('/export?folder=all'), 404],
      [browser.get('/%'), 404],
      [browser.get('/acts'), 405],
      [browser.get(`/enquiries/${id}/answer`), 405],
      [send('DELETE', '/waiting', form), 405],
      [send('POST', '/waiting', form, 'a=b'), 405],
      [send('POST', `/enquiries/${id}/answer`, form, 'seen=one'), 400],
      [send('POST', '/acts', form, 'act=answer&chosen=x'), 400],
      [send('POST', '/acts', form, `act=nonsense&${chosen}`), 400],
      [send('POST', '/acts', form, chosen.repeat(501)), 413],
      [send('POST', `/enquiries/${id}/note`, form, `note=${'x'.repeat(65 * 1024)}`), 413],
      [send('POST', `/enquiries/${id}/note`, 'application/json', '{}'), 415],
      [send('POST', `/enquiries/${id}/note`, 'text/plain', 'note=x'), 415],
    ];
    for (const [at, [answer, status]] of cases.entries()) {
      const response = await answer;
      expect([at, response.status]).toEqual([at, status]);
      const { title, advice } = await viewOf(response, 'message');
      expect([title, advice]).not.toContain('');
    }
    expect((await send('POST', '/sign-in', form, 'a=b')).status).toBe(415);
  });

  it('answers a fault without its words, and with the number by which the log knows it', async () => {
    const failing = async () => {
      throw new Error('secret words');
    };
    const inbox = await startInbox({}, {});
    const { browserOf, log } = await startInbox({}, { enquiries: { ...inbox.enquiries, list: failing } });
    const answer = await (await browserOf(anna)).get('/waiting');
    const text = await answer.text();
    expect([answer.status, text]).toEqual([500, expect.not.stringContaining('secret words')]);
    const id = answer.headers.get('x-request-id') ?? 'none';
    expect([text, log()]).toEqual([
      expect.stringContaining(id),
      expect.stringMatching(new RegExp(`"requestId":"${id}".*secret words`)),
    ]);
  });

  it('keeps tokens, ids, words and people out of the log', async () => {
    const { browserOf, newBrowser, people, receive, log } = await startInbox();
    const { token } = await people.invite('carol@example.com');
    const id = await receive();
    const browser = await browserOf(anna);
    await newBrowser().get(`/invitation/${token}`);
    await newBrowser().postJson(`/invitation/${token}/options`, {});
    await browser.get(`/enquiries/${id}`);
    await browser.post(`/enquiries/${id}/note`, { seen: '0', note: 'private words' });
    await browser.get('/search?words=private');
    await browser.get('/private/nothing');
    await newBrowser().get(`/invitation/${token}private`);
    const lines = log();
    for (const path of ['/enquiries/:id', '/invitation/:token']) expect(lines).toContain(`"path":"${path}"`);
    const secrets = [token, id, 'private', anna, 'carol', browser.cookies.get('__Host-session') ?? 'none', '127.0.0.1'];
    // The address that it listens on is in the log.
    const requests = lines.split('\n').filter((line) => line.includes('inbox request'));
    expect(requests).toHaveLength(7);
    expect(secrets.filter((secret) => requests.join('\n').includes(secret))).toEqual([]);
  });

  it('writes no line for each page that a stranger reads, and one for each that a person does', async () => {
    const { browserOf, newBrowser, log } = await startInbox();
    const stranger = newBrowser();
    for (const path of ['/', '/waiting', '/sign-in', '/inbox.css']) await stranger.get(path);
    expect(log()).not.toContain('inbox request');
    await stranger.get('/nothing');
    await (await browserOf(anna)).get('/waiting');
    const requests = log()
      .split('\n')
      .filter((line) => line.includes('inbox request'));
    expect(requests).toEqual([
      expect.stringMatching(/"path":"".*"status":404/),
      expect.stringMatching(/"path":"\/waiting".*"status":200/),
    ]);
  });

  it('sends requests away where it has too much to do, with a page of its own, and logs that once', async () => {
    const overloadLimits = { delay: Infinity, waiting: 0 };
    const { browserOf, receive, enquiries, log } = await startInbox({}, { overloadLimits });
    const browser = await browserOf(anna);
    const id = await receive();
    const answer = await browser.post(`/enquiries/${id}/answer`, { seen: '0' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect((await viewOf(answer, 'message')).advice).toContain('Wait a few seconds');
    const script = await browser.postJson('/sign-in/options', {});
    expect([script.status, await faultOf(script)]).toEqual([503, expect.stringContaining('Wait a few seconds')]);
    expect(await enquiries.find({ id })).toMatchObject([{ version: 0 }]);
    expect([log().split('overloaded').length, log()]).toEqual([2, expect.not.stringContaining('inbox request')]);
  });

  it('serves its style, its script, its icon and its typefaces to anybody, and nothing else of the website', async () => {
    const file = (text: string, type: string) => ({
      kind: 'asset' as const,
      type,
      variants: new Map([['identity' as const, { body: Buffer.from(text), etag: `"${text}"` }]]),
      isPacked: true,
    });
    const files = new Map([
      ['/assets/text-1.woff2', file('font', 'font/woff2')],
      ['/favicon.svg', file('icon', 'image/svg+xml')],
      ['/assets/entry.js', file('script', 'text/javascript')],
      ['/index.html', file('home', 'text/html')],
    ]);
    const { newBrowser } = await startInbox({}, { files });
    const browser = newBrowser();
    const served = {
      '/assets/text-1.woff2': 'font',
      '/favicon.svg': 'icon',
      '/inbox.css': 'body{}',
      '/passkey.js': '"use strict"',
    };
    for (const [address, text] of Object.entries(served)) {
      const answer = await browser.get(address);
      expect([address, await answer.text()]).toEqual([address, text]);
      const again = await browser.get(address, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect([address, again.status]).toEqual([address, 304]);
    }
    expect((await browser.get('/assets/text-1.woff2')).headers.get('cache-control')).toContain('immutable');
    for (const address of ['/assets/entry.js', '/index.html']) expect((await browser.get(address)).status).toBe(404);
  });

  it('keeps the theme in the browser, and goes back to nowhere but the inbox', async () => {
    const { newBrowser } = await startInbox();
    const browser = newBrowser();
    expect(await viewOf(await browser.get('/sign-in'), 'sign in')).toMatchObject({ theme: 'dark' });
    const goesTo = async (back: string) =>
      (await browser.post('/theme', { theme: 'light', back })).headers.get('location');
    expect(await goesTo('/search?words=a&after=b')).toBe('/search?words=a&after=b');
    expect(await viewOf(await browser.get('/sign-in'), 'sign in')).toMatchObject({ theme: 'light' });
    const elsewhere = [
      '//evil.example',
      '/\\evil.example',
      '\\/evil.example',
      'https://evil.example',
      '/\t/evil.example',
    ];
    for (const back of [
      ...elsewhere,
      '/\n/evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      'javascript:alert(1)',
      '',
      ' /x',
    ])
      expect([back, await goesTo(back)]).toEqual([back, '/waiting']);
  });
});
