import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { anna, startInbox, startWithOne } from './testing/inbox-under-test.ts';

describe('an outsider', () => {
  it('finds no enquiry by another way to write its id', async () => {
    const { annas, id, page } = await startWithOne();
    const others = [id.toUpperCase(), `${id}%00`, `${id}%0A`, `%20${id}`, `${id}/`, `..%2F${id}`, `${id};x`, `{${id}}`];
    for (const other of others) expect([other, await annas.statusOf(`/enquiries/${other}`)]).toEqual([other, 404]);
    expect(await annas.statusOf(page)).toBe(200);
  });

  it('changes nothing by an address that a browser opens, whatever it says of its method', async () => {
    const { annas, id, page, found, history, people } = await startWithOne();
    const acts = ['answer', 'reopen', 'note', 'assign', 'retry', 'release', 'spam', 'erase'].map(
      (act) => `${page}/${act}`,
    );
    const others = '/acts /sign-out /sign-out-everywhere /erase /contact-facts /theme /export /sign-in'.split(' ');
    const wishes = { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'content-type': 'text/html' };
    const query = `?_method=POST&seen=0&note=x&act=erase&chosen=${id}:0&confirmed=yes&email=x@y.example&phone=1`;
    for (const address of [...acts, ...others])
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await annas.send(method, address + query, wishes);
        expect([address, headers.get('set-cookie')]).toEqual([address, null]);
      }
    await annas.get('/export?folder=waiting');
    expect(await found()).toMatchObject({ version: 0, handling: 'waiting' });
    expect(await history()).toEqual([]);
    expect(await people.sessions(anna, '')).toHaveLength(1);
  });

  it('behind a proxy is who the proxy says, not who the client says before it', async () => {
    const { newBrowser, origin } = await startInbox({ inboxUrl: 'https://inbox.example.com', trustProxy: 1 });
    const attempt = async (client: string) => {
      const [browser, headers] = [newBrowser(), { origin, 'x-forwarded-for': client }];
      await browser.postJson('/sign-in/options', {}, headers);
      return (await browser.postJson('/sign-in', {}, headers)).status;
    };
    for (let number = 0; number < 10; number += 1) await attempt(`198.51.${number}.1, 203.0.113.9`);
    expect(await attempt('192.0.2.1, 203.0.113.9')).toBe(429);
    expect(await attempt('203.0.113.9, 192.0.2.1')).toBe(401);
  });

  it('uses up no attempts of anybody who only visits their page, by posts or by pictures', async () => {
    const browser = (await startInbox()).newBrowser();
    for (let number = 0; number < 30; number += 1) {
      await browser.postJson('/sign-in', {}, { origin: 'https://evil.example' });
      await browser.get('/invitation', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' });
    }
    expect((await browser.postJson('/sign-in/options', {})).status).toBe(200);
  });

  it.each([
    ['two hosts', 'GET /sign-in HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
    ['no host', 'GET /sign-in HTTP/1.0\r\n\r\n', 421],
    ['two lengths', 'POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
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

  it('leads nobody through the sign-in to another place, or to something untrue', async () => {
    const { newBrowser, browserOf } = await startInbox();
    const [stranger, annas] = [newBrowser(), await browserOf(anna)];
    const to = '/waiting?d%6Fne=erase&count=9';
    const opened = await stranger.get(to, { 'sec-fetch-site': 'cross-site' });
    expect(await opened.text()).toContain('url=/waiting"');
    expect(await stranger.placeOf(to)).toBe('/sign-in?to=%2Fwaiting');
    for (const [sent, place] of [
      [to, '/waiting'],
      ['/search?words=a', '/search?words=a'],
      ['//evil.example', '/waiting'],
    ] as const) {
      const address = `/sign-in?to=${encodeURIComponent(sent)}`;
      expect(await stranger.view(address, 'sign in')).toMatchObject({ to: place });
      expect(await annas.placeOf(address)).toBe(place);
    }
  });
});

it('several who act on an enquiry that one of them erases leave nothing of it', async () => {
  const { annas, page, found, history } = await startWithOne();
  const acts = ['note', 'answer', 'erase', 'note', 'assign', 'spam'];
  const sent = (act: string) => ({ note: 'Erika', to: anna, ...(act !== 'erase' && { seen: '0' }) });
  const answers = await Promise.all(acts.map((act) => annas.post(`${page}/${act}`, sent(act))));
  for (const { status } of answers) expect([200, 303, 404, 409]).toContain(status);
  expect(await found()).toBeUndefined();
  expect(await history()).toMatchObject([{ act: 'erase', detail: '1', enquiryId: null }]);
});
