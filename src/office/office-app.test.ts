import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseErrorMessage, parseView } from './testing/browser.ts';
import { createCoreUnderTest } from '../enquiries/testing/core-under-test.ts';
import { renderPage } from './shared/send-page.tsx';
import { anna, bob, startTestOffice, startOfficeWithEnquiry } from './testing/office-under-test.ts';

const officeUrl = 'https://inbox.example.com';

describe('the office', () => {
  it('sends every page with headers that let nothing in and nothing out', async () => {
    const { browserOf } = await startTestOffice({ officeUrl });
    const { headers } = await (await browserOf(anna)).get('/open');
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
    const { openBrowser, browserOf } = await startTestOffice();
    const [stranger, annas] = [openBrowser(), await browserOf(anna)];
    const policyOf = async (path: string, browser = stranger) =>
      (await browser.get(path)).headers.get('content-security-policy');
    for (const path of ['/sign-in', '/invitation'])
      expect(await policyOf(path)).toContain("script-src 'self'; connect-src 'self'; ");
    for (const path of ['/nothing', '/invitation/x']) expect(await policyOf(path)).not.toContain('script-src');
    expect(await policyOf('/account', annas)).not.toContain('script-src');
  });

  it('shows the guides to whoever is signed in, whatever their role', async () => {
    const { openBrowser, browserOf } = await startTestOffice();
    for (const path of ['/help', '/help/editing']) {
      expect(await openBrowser().getStatus(path)).toBe(302);
      expect(await (await browserOf(bob, 'people')).getStatus(path)).toBe(200);
    }
  });

  it.each<[string | undefined, own: string, others: string]>([
    [
      undefined,
      'localhost:4001 LOCALHOST',
      '127.0.0.1:4000 localhost.evil.example localhost:4000@evil.example [::1]:4000',
    ],
    [officeUrl, 'INBOX.example.com inbox.example.com:443', 'localhost:4000 x@inbox.example.com inbox.example.com:8443'],
  ])('answers at its own address alone (INBOX_URL %s)', async (officeUrl, own, others) => {
    const { openBrowser, origin } = await startTestOffice({ officeUrl });
    for (const host of ['evil.example', ...others.split(' ')]) {
      const answer = await openBrowser().get('/sign-in', { host });
      expect([host, answer.status]).toEqual([host, 421]);
      expect((await parseView(answer, 'message')).advice).toContain(officeUrl ?? 'http://localhost');
    }
    for (const host of [new URL(origin).host, ...own.split(' ')])
      expect([host, (await openBrowser().get('/sign-in', { host })).status]).toEqual([host, 200]);
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
    const { annasBrowser, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    const answer = await annasBrowser.postForView('message', `${enquiryPath}/close`, { seen: '0' }, headers);
    expect(answer).toMatchObject([403, { title: expect.any(String) }]);
    expect((await annasBrowser.postJson('/sign-in/options', {}, headers)).status).toBe(403);
    expect(await findEnquiry()).toMatchObject({ status: 'open' });
  });

  it('takes a post of a browser that says only that it is from the same origin, and leads nowhere but back', async () => {
    const browser = (await startTestOffice()).openBrowser();
    const answer = await browser.submitForm('/theme', { back: '//evil.example' }, { 'sec-fetch-site': 'same-origin' });
    expect(answer).toEqual([303, '/open']);
  });

  it('changes nothing by an address that a browser opens, whatever it says of its method', async () => {
    const { annasBrowser, id, enquiryPath, findEnquiry, listEvents, people } = await startOfficeWithEnquiry();
    const ofEnquiry = 'close reopen note assign retry not-spam mark-as-spam erase'.split(' ');
    const others = `/actions /sign-out /sign-out-everywhere /erase /people/invite /people/roles /people/remove /theme
      /content/take-over /content/revisions/1/undo /export /sign-in`.split(/\s+/);
    const wishes = { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'content-type': 'text/html' };
    const query = `?_method=POST&seen=0&note=x&action=erase&chosen=${id}:0&confirmed=yes&email=x@y.example&phone=1`;
    for (const address of [...ofEnquiry.map((action) => `${enquiryPath}/${action}`), ...others])
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await annasBrowser.send(method, address + query, wishes);
        expect([address, headers.get('set-cookie')]).toEqual([address, null]);
      }
    await annasBrowser.get('/export?folder=open');
    expect(await findEnquiry()).toMatchObject({ version: 0, status: 'open' });
    expect(await listEvents()).toEqual([]);
    expect(await people.listSessions(anna, '')).toHaveLength(1);
  });

  it.each([
    ['/waiting', '/open'],
    ['/answered?after=01a1fc16', '/closed?after=01a1fc16'],
    ['/set-aside', '/spam'],
    ['/words', '/content'],
    ['/words/versions/1?with=0', '/content/revisions/1?with=0'],
    ['/words//evil.example', '/content//evil.example'],
    ['/numbers?by=week', '/statistics?by=week'],
    ['/numbers.csv', '/statistics.csv'],
  ])('leads on for good from %s', async (earlier, address) => {
    const { status, headers } = await (await startTestOffice()).openBrowser().get(earlier);
    expect([status, headers.get('location')]).toEqual([308, address]);
  });

  it('does what a page asks for that was open during the update', async () => {
    const { browserOf, revisionStore } = await startTestOffice();
    const draft = { file: 'about.yaml', base: null, value: { title: 'A' }, known: null };
    const browser = await browserOf(anna);
    expect((await browser.post('/words/keep', { input: JSON.stringify(draft) })).status).toBe(200);
    expect(await revisionStore.listDrafts()).toMatchObject([{ value: { title: 'A' } }]);
    expect(await browser.submitForm('/numbers/mail', { wanted: 'yes' })).toEqual([303, '/statistics?done=report']);
  });

  it('finds no enquiry by another way to write its id', async () => {
    const { annasBrowser, id, enquiryPath } = await startOfficeWithEnquiry();
    const others = [id.toUpperCase(), `${id}%00`, `%20${id}`, `${id}/`, `..%2F${id}`, `${id};x`];
    for (const other of others)
      expect([other, await annasBrowser.getStatus(`/enquiries/${other}`)]).toEqual([other, 404]);
    expect(await annasBrowser.getStatus(enquiryPath)).toBe(200);
  });

  it.each([
    ['two hosts', 'GET /sign-in HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
    ['no host', 'GET /sign-in HTTP/1.0\r\n\r\n', 421],
    ['two lengths', 'POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    ['17 KiB of headers', `GET /sign-in HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 431],
  ])('gives no page to a request with %s', async (_what, request, status) => {
    const socket = connect(Number(new URL((await startTestOffice()).url).port), '127.0.0.1');
    socket.end(request);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('says in a page what to do where something cannot be done', async () => {
    const { annasBrowser, id, enquiryPath, origin } = await startOfficeWithEnquiry();
    const form = 'application/x-www-form-urlencoded';
    const send = (method: string, path: string, body?: string, type = form) =>
      annasBrowser.send(method, path, { origin, 'content-type': type }, body);
    const chosen = `chosen=${id}%3A0&`;
    const missing =
      '/nothing /enquiries/x /enquiries/01a1fc16-0000-7000-8000-000000000009 /open?after=x /% /export?folder=all /history?before=%27';
    const cases: [Promise<Response>, number][] = [
      ...missing.split(' ').map((path): [Promise<Response>, number] => [annasBrowser.get(path), 404]),
      [annasBrowser.get(`${enquiryPath}/close`), 405],
      [send('DELETE', '/open'), 405],
      [send('POST', '/open', 'a=b'), 405],
      [send('POST', `${enquiryPath}/close`, 'seen=one'), 400],
      [send('POST', '/actions', 'action=close&chosen=x'), 400],
      [send('POST', '/actions', `action=nonsense&${chosen}`), 400],
      [send('POST', `${enquiryPath}/note`, `note=${'x'.repeat(65 * 1024)}`), 413],
      [send('POST', `${enquiryPath}/note`, 'note=x', 'text/plain'), 415],
    ];
    for (const [at, [answer, status]] of cases.entries()) {
      const response = await answer;
      expect([at, response.status]).toEqual([at, status]);
      const { title, advice } = await parseView(response, 'message');
      expect([title, advice]).not.toContain('');
    }
    expect((await send('POST', '/sign-in', 'a=b')).status).toBe(415);
  });

  it('says first on every page to everybody what needs a person, and alone that mail is held', async () => {
    const { enquiries } = createCoreUnderTest();
    const getHold = vi.fn<typeof enquiries.getHold>(async () => null);
    const { browserOf } = await startTestOffice({}, { enquiries: { ...enquiries, getHold }, renderPage });
    const bobs = await browserOf(bob, 'people');
    const said = async () => (await (await bobs.get('/account')).text()).match(/(?<="first-letter:uppercase">)[^<]*/g);
    expect(await said()).toBeNull();
    for (let look = 0; look < 2; look += 1) await enquiries.updateAlerts(['disk: nearly full', 'backup: overdue']);
    const since = expect.stringMatching(/^(disk nearly full|backup overdue) since Wednesday 12:00\. /);
    expect(await said()).toEqual([since, since]);
    getHold.mockResolvedValue({ since: new Date(), erased: [] });
    expect(await said()).toEqual([expect.stringMatching(/^mail held since .*“backup release-mail”/)]);
  });

  it('answers a fault without its words, and with the number by which the log knows it', async () => {
    const failing = () => Promise.reject(new Error('secret words'));
    const { enquiries } = await startTestOffice();
    const { browserOf, log } = await startTestOffice({}, { enquiries: { ...enquiries, list: failing } });
    const answer = await (await browserOf(anna)).get('/open');
    const told = await answer.text();
    expect([answer.status, told]).toEqual([500, expect.not.stringContaining('secret words')]);
    const id = answer.headers.get('x-request-id') ?? 'none';
    expect(told).toContain(id);
    expect(log()).toMatch(new RegExp(`"requestId":"${id}".*secret words`));
  });

  it('logs what people do without tokens, ids, words and names, and no page that a stranger reads', async () => {
    const { annasBrowser, openBrowser, people, id, enquiryPath, getRequestLog } = await startOfficeWithEnquiry();
    const { token } = await people.createInvitation('carol@example.com');
    const stranger = openBrowser();
    for (const path of ['/', '/open', '/sign-in', '/invitation', '/office.css']) await stranger.get(path);
    expect(getRequestLog()).toEqual([]);
    await stranger.postJson('/invitation/options', { token });
    await annasBrowser.post(`${enquiryPath}/note`, { seen: '0', note: 'private words' });
    for (const path of [enquiryPath, '/search?words=private', '/private/nothing']) await annasBrowser.get(path);
    const lines = getRequestLog().join('\n');
    expect(getRequestLog()).toHaveLength(5);
    for (const path of ['/enquiries/:id', '/invitation/options']) expect(lines).toContain(`"path":"${path}"`);
    const session = annasBrowser.cookies.get('__Host-session') ?? 'none';
    const secrets = [token, id, session, 'private', anna, 'carol', '127.0.0.1'];
    expect(secrets.filter((secret) => lines.includes(secret))).toEqual([]);
  });

  it('sends requests away where it has too much to do, with a page of its own, and logs that once', async () => {
    const overloadLimits = { maxEventLoopDelay: 30, sampleInterval: 200 };
    const { annasBrowser, enquiryPath, findEnquiry, log } = await startOfficeWithEnquiry({}, { overloadLimits });
    const work = setInterval(() => {
      for (const until = performance.now() + 60; performance.now() < until;);
    }, 0);
    onTestFinished(() => clearInterval(work));
    await expect.poll(async () => (await annasBrowser.get(enquiryPath)).status).toBe(503);
    const answer = await annasBrowser.post(`${enquiryPath}/close`, { seen: '0' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect((await parseView(answer, 'message')).advice).toContain('Wait a few seconds');
    const script = await annasBrowser.postJson('/sign-in/options', {});
    expect(script.status).toBe(503);
    expect(await parseErrorMessage(script)).toContain('Wait a few seconds');
    expect(await findEnquiry()).toMatchObject({ version: 0 });
    expect(log().split('overloaded').length).toBe(2);
  });

  it('serves its style, script, icon, typefaces and the drawings of pages to anybody, and nothing else of the website', async () => {
    const typeface = '/assets/text-1.woff2';
    const others = '/assets/entry.js /index.html /assets/favicon.svg /x.woff2 /favicon.ico'.split(' ');
    const files = new Map(
      [typeface, '/favicon.svg', '/sector-loads.svg', ...others].map((address) => {
        const variants = new Map([['identity' as const, { body: Buffer.from(address), etag: `"${address}"` }]]);
        return [address, { kind: 'asset' as const, mediaType: 'font/woff2', variants, isFullyCompressed: true }];
      }),
    );
    const browser = (await startTestOffice({}, { site: { files } })).openBrowser();
    for (const [address, served] of [
      [typeface, typeface],
      ['/favicon.svg', '/favicon.svg'],
      ['/sector-loads.svg', '/sector-loads.svg'],
      ['/office.css', 'body{}'],
      ['/passkey.js', '"use strict"'],
    ] as const) {
      const answer = await browser.get(address);
      expect([address, await answer.text()]).toEqual([address, served]);
      const again = await browser.get(address, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect([address, again.status]).toEqual([address, 304]);
    }
    const cachingOf = async (address: string) => (await browser.get(address)).headers.get('cache-control');
    expect(await cachingOf(typeface)).toContain('immutable');
    expect(await cachingOf('/office.css')).toBe('private, no-cache');
    for (const address of others) expect([address, await browser.getStatus(address)]).toEqual([address, 404]);
  });
});
