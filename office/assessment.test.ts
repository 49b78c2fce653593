import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { viewOf } from './testing/browser.ts';
import { anna, bob, startInbox } from './testing/inbox-under-test.ts';

describe('an outsider', () => {
  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/x/..//evil.example',
    '/x/%2e%2e//evil.example',
    '/%2F/evil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%252f%252fevil.example',
    'https:evil.example',
    'https://evil.example/waiting',
    'javascript:alert(1)',
    '/@evil.example',
    `//${'a'.repeat(3000)}.example`,
  ])('leads nobody away by %j', async (place) => {
    const { browserOf, origin } = await startInbox();
    const browser = await browserOf(anna);
    const signedIn = await browser.get(`/sign-in?${new URLSearchParams({ to: place })}`);
    const themed = await browser.post('/theme', { theme: 'light', back: place });
    for (const { headers } of [signedIn, themed]) {
      const location = headers.get('location') ?? '';
      expect([location, new URL(location, origin).origin]).toEqual([expect.stringMatching(/^\/(?!\/)/), origin]);
    }
    const asked = await browser.post('/acts', { act: 'answer', back: place });
    expect([asked.status, await asked.text()]).toEqual([expect.any(Number), expect.not.stringMatching(/"\/\//)]);
  });

  it('finds no enquiry by another way to write its id', async () => {
    const { browserOf, receive } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    const others = [id.toUpperCase(), `${id}%00`, `${id}%0A`, `%20${id}`, `${id}/`, `..%2F${id}`, `${id};x`, `{${id}}`];
    for (const other of others)
      expect([other, (await browser.get(`/enquiries/${other}`)).status]).toEqual([other, 404]);
    expect((await browser.get(`/enquiries/${id}`)).status).toBe(200);
  });

  it('changes nothing by an address that a browser opens, whatever it says of its method', async () => {
    const { browserOf, receive, enquiries, people } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    const acts = ['answer', 'reopen', 'note', 'assign', 'retry', 'release', 'spam', 'erase'];
    const addresses = [...acts.map((act) => `/enquiries/${id}/${act}`), '/acts', '/sign-out', '/sign-out-everywhere'];
    const wishes = { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'content-type': 'text/html' };
    for (const address of [...addresses, '/erase', '/contact-facts', '/theme', '/export', '/sign-in'])
      for (const method of ['GET', 'HEAD']) {
        const query = `?_method=POST&seen=0&note=x&act=erase&chosen=${id}:0&confirmed=yes&email=x@y.example&phone=1`;
        const answer = await browser.send(method, address + query, wishes);
        expect([address, answer.status, answer.headers.get('set-cookie')]).toEqual([address, expect.any(Number), null]);
      }
    expect((await browser.send('HEAD', '/export?folder=waiting', {})).status).toBe(405);
    expect(await enquiries.find({ id })).toMatchObject([{ version: 0, handling: 'waiting' }]);
    expect(await enquiries.activity({ limit: 9 })).toEqual([]);
    expect(await people.sessions(anna, '')).toHaveLength(1);
  });

  it('gets no further attempts by names of other clients', async () => {
    const { newBrowser, origin } = await startInbox();
    const own = (claimed: string) => ({ origin, 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: claimed });
    const statuses: number[] = [];
    for (let number = 0; number < 21; number += 1)
      statuses.push((await newBrowser().postJson('/sign-in', {}, own(`198.51.${number}.1`))).status);
    expect([statuses.at(19), statuses.at(20)]).toEqual([400, 429]);
  });

  it('behind a proxy is who the proxy says, not who the client says before it', async () => {
    const { newBrowser, origin } = await startInbox({ inboxUrl: 'https://inbox.example.com', trustProxy: 1 });
    const attempt = async (client: string) =>
      (await newBrowser().postJson('/sign-in', {}, { origin, 'x-forwarded-for': client })).status;
    for (let number = 0; number < 20; number += 1) await attempt(`198.51.${number}.1, 203.0.113.9`);
    expect(await attempt('192.0.2.1, 203.0.113.9')).toBe(429);
    expect(await attempt('203.0.113.9, 192.0.2.1')).toBe(400);
  });

  it('uses up no attempts of anybody who only visits their page, by posts or by pictures', async () => {
    const { newBrowser } = await startInbox();
    const browser = newBrowser();
    for (let number = 0; number < 30; number += 1) {
      await browser.postJson('/sign-in/options', {}, { origin: 'https://evil.example' });
      await browser.get('/invitation/x', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' });
    }
    expect((await browser.postJson('/sign-in/options', {})).status).toBe(200);
  });

  it.each([
    ['two hosts', 'GET /sign-in HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
    ['no host', 'GET /sign-in HTTP/1.0\r\n\r\n', 421],
    ['two lengths', 'POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a tunnel', 'CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
    ['a broken address', 'GET http://[/sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
    ['17 KiB of headers', `GET /sign-in HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 431],
  ])('gets no page by a request with %s', async (_what, request, status) => {
    const { url } = await startInbox();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(request);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('a link from elsewhere', () => {
  it.each(['cross-site', 'same-site', 'none'])('makes the inbox say nothing untrue (%s)', async (place) => {
    const { browserOf, newBrowser, receive } = await startInbox();
    const browser = await browserOf(anna);
    const from = { 'sec-fetch-site': place };
    const id = await receive();
    for (const path of ['/waiting', `/enquiries/${id}`, '/account', '/contact-facts']) {
      const view = (page: Response) => page.json() as Promise<{ notice?: object }>;
      expect((await view(await browser.get(`${path}?done=erase&count=9`, from))).notice).toBeUndefined();
      expect((await view(await browser.get(`${path}?done=erase&count=9`))).notice).toBeDefined();
    }
    const signIn = await newBrowser().get('/sign-in?done=sign-out-everywhere', from);
    expect((await viewOf(signIn, 'sign in')).notice).toBeUndefined();
  });

  it('leads through the sign-in to nothing untrue', async () => {
    const { newBrowser, browserOf } = await startInbox();
    const to = '/waiting?d%6Fne=erase&count=9';
    const opened = await newBrowser().get(to, { 'sec-fetch-site': 'cross-site' });
    expect(await opened.text()).toContain('url=/waiting"');
    expect((await newBrowser().get(to)).headers.get('location')).toBe('/sign-in?to=%2Fwaiting');
    const address = `/sign-in?to=${encodeURIComponent(to)}`;
    expect(await viewOf(await newBrowser().get(address), 'sign in')).toMatchObject({ to: '/waiting' });
    expect((await (await browserOf(anna)).get(address)).headers.get('location')).toBe('/waiting');
  });
});

describe('several at once', () => {
  it('answer an enquiry: one has done it, and every other one is told that it is done', async () => {
    const { browserOf, receive, enquiries } = await startInbox();
    const id = await receive();
    const browsers = await Promise.all(Array.from({ length: 10 }, (_, at) => browserOf(at % 2 ? anna : bob)));
    const answers = await Promise.all(browsers.map((one) => one.post(`/enquiries/${id}/answer`, { seen: '0' })));
    const having = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([having(303), having(200)]).toEqual([1, 9]);
    expect(await enquiries.find({ id })).toMatchObject([{ version: 1 }]);
    expect(await enquiries.activity({ enquiryId: id })).toHaveLength(1);
  });

  it('act on an enquiry that one of them erases: nothing of it is left', async () => {
    const { browserOf, receive, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    const acts = ['note', 'answer', 'erase', 'note', 'assign', 'spam'];
    const answers = await Promise.all(
      acts.map((act) =>
        browser.post(`/enquiries/${id}/${act}`, { note: 'Erika', to: anna, ...(act !== 'erase' && { seen: '0' }) }),
      ),
    );
    for (const { status } of answers) expect([200, 303, 404, 409]).toContain(status);
    expect(await enquiries.find({ id })).toEqual([]);
    expect(await enquiries.activity({ limit: 99 })).toMatchObject([{ act: 'erase', detail: '1', enquiryId: null }]);
  });
});
