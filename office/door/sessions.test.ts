import { describe, expect, it } from 'vitest';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

const hour = 60 * 60_000;

describe('a session', () => {
  it('is asked for on every page, which is there again after the sign-in', async () => {
    const { newBrowser } = await startInbox();
    const browser = newBrowser();
    expect((await browser.get('/')).headers.get('location')).toBe('/waiting');
    const id = '01a1fc16-0000-7000-8000-000000000001';
    const pages = [
      '/waiting',
      '/answered?after=x',
      '/search?words=a%20%26b',
      `/enquiries/${id}`,
      '/history',
      '/account',
    ];
    for (const page of [...pages, '/contact-facts', '/export?folder=waiting', '/erase?email=a@b.example']) {
      const answer = await browser.get(page);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/sign-in?to=${encodeURIComponent(page)}`]);
    }
  });

  it('ends after 12 hours without a request, and for the cookie of a wrong form at once', async () => {
    const { browserOf, pass } = await startInbox();
    const browser = await browserOf(anna);
    pass(12 * hour);
    expect((await browser.get('/waiting')).status).toBe(200);
    pass(12 * hour + 1);
    expect((await browser.get('/waiting')).status).toBe(302);
    for (const token of ['', 'x', "' OR 1=1", 'A'.repeat(5000)]) {
      browser.cookies.set('__Host-session', token);
      expect((await browser.get('/waiting')).status).toBe(302);
    }
  });

  it('ends with the sign-out, also for whoever has a copy of the cookie', async () => {
    const { browserOf, newBrowser } = await startInbox();
    const browser = await browserOf(anna);
    const thief = newBrowser();
    thief.cookies.set('__Host-session', browser.cookies.get('__Host-session') ?? '');
    expect((await thief.get('/waiting')).status).toBe(200);
    const answer = await browser.post('/sign-out');
    expect([answer.status, browser.cookies.has('__Host-session')]).toEqual([303, false]);
    const page = await viewOf(await browser.get(answer.headers.get('location') ?? ''), 'sign in');
    expect(page.notice).toMatchObject({ kind: 'done' });
    expect((await thief.get('/waiting')).status).toBe(302);
  });

  it('ends everywhere else when a passkey is removed, of which one at least stays', async () => {
    const { browserOf, people, enquiries } = await startInbox();
    const [one, other] = [await browserOf(anna), await browserOf(anna)];
    for (const id of ['old', 'new']) {
      const { token } = await people.invite(anna);
      await people.accept(token, { id, publicKey: id, counter: 0, transports: [] });
    }
    await people.invite(bob);
    expect((await one.post('/account/passkeys', { remove: 'nobody’s' })).status).toBe(303);
    expect(await people.passkeys(anna)).toHaveLength(2);
    expect((await one.post('/account/passkeys', { remove: 'old' })).status).toBe(303);
    expect((await people.passkeys(anna)).map(({ id }) => id)).toEqual(['new']);
    expect([(await one.get('/account')).status, (await other.get('/account')).status]).toEqual([200, 302]);
    await one.post('/account/passkeys', { remove: 'new' });
    expect(await people.passkeys(anna)).toHaveLength(1);
    expect(await enquiries.activity({ limit: 1 })).toMatchObject([{ act: 'remove passkey', by: anna }]);
  });

  it('ends everywhere on request, and leaves others signed in', async () => {
    const { browserOf, enquiries } = await startInbox();
    const [one, other, bobs] = [await browserOf(anna), await browserOf(anna), await browserOf(bob)];
    const { sessions } = await viewOf(await one.get('/account'), 'account');
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    expect((await one.post('/sign-out-everywhere')).status).toBe(303);
    const statuses = await Promise.all(
      [one, other, bobs].map(async (browser) => (await browser.get('/account')).status),
    );
    expect(statuses).toEqual([302, 302, 200]);
    expect(await enquiries.activity({ limit: 1 })).toMatchObject([{ act: 'sign out everywhere', by: anna }]);
  });

  it('ends at once when the person is removed', async () => {
    const { browserOf, people } = await startInbox();
    const browser = await browserOf(anna);
    await people.remove(anna);
    expect((await browser.get('/waiting')).status).toBe(302);
  });
});

describe('a link from elsewhere', () => {
  const fromElsewhere = { 'sec-fetch-site': 'cross-site' };

  it('opens the page again from our own site, so that the browser gives the cookie', async () => {
    const { newBrowser } = await startInbox();
    const answer = await newBrowser().get('/search?words=a"<b&c', fromElsewhere);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const page = await answer.text();
    expect(page).toContain('<meta http-equiv="refresh" content="0; url=/search?words=a%22%3Cb&amp;c">');
  });

  it('ends at the sign-in, also where the browser says every time that it comes from elsewhere', async () => {
    const { newBrowser } = await startInbox();
    const browser = newBrowser();
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1) statuses.push((await browser.get('/waiting', fromElsewhere)).status);
    expect(statuses).toEqual([200, 200, 200, 302]);
  });
});

describe('a form after the session has ended', () => {
  it('asks for the passkey, and shows a typed note again without saving it', async () => {
    const { newBrowser, browserOf, receive, enquiries } = await startInbox();
    const id = await receive();
    const address = `/enquiries/${id}/note`;
    const answer = await newBrowser().post(address, { seen: '0', note: 'Call <back>\r\nat 3' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    const { to, typed } = await viewOf(answer, 'sign in');
    expect({ to, typed }).toEqual({ to: address, typed: { note: 'Call <back>\r\nat 3', seen: '0' } });
    const browser = await browserOf(anna);
    const shown = await viewOf(await browser.post(to, { ...typed, resumed: 'yes' }), 'enquiry');
    expect(shown).toMatchObject({ note: typed?.['note'], address: `/enquiries/${id}`, notice: { kind: 'problem' } });
    expect(await enquiries.activity({ enquiryId: id })).toEqual([]);
  });

  it('shows typed contact facts again without saving them', async () => {
    const { newBrowser, browserOf } = await startInbox();
    const sent = { email: '', 'shown-email': '', phone: '+44 117 496 0143', 'shown-phone': '' };
    const { to, typed } = await viewOf(await newBrowser().post('/contact-facts', sent), 'sign in');
    expect({ to, typed }).toEqual({ to: '/contact-facts', typed: sent });
    const browser = await browserOf(anna);
    const { facts } = await viewOf(await browser.post(to, { ...typed, resumed: 'yes' }), 'contact facts');
    expect(facts).toContainEqual(expect.objectContaining({ field: 'phone', value: '+44 117 496 0143', isSet: false }));
  });

  it('says of a chosen person that nothing is assigned yet', async () => {
    const { newBrowser, browserOf, receive, enquiries } = await startInbox();
    const id = await receive();
    const browser = await browserOf(anna);
    const page = `/enquiries/${id}/assign`;
    for (const [chosen, says] of [
      [anna, `to ${anna} yet`],
      ['', 'to nobody yet'],
      ['<words>', 'Nothing is changed yet'],
    ] as const) {
      const { to, typed } = await viewOf(await newBrowser().post(page, { seen: '0', to: chosen }), 'sign in');
      expect({ to, typed }).toEqual({ to: page, typed: { to: chosen, seen: '0' } });
      const shown = await viewOf(await browser.post(to, { ...typed, resumed: 'yes' }), 'enquiry');
      expect(shown.notice).toMatchObject({ kind: 'problem', text: expect.stringContaining(says) });
    }
    expect(await enquiries.find({ id })).toMatchObject([{ assignedTo: null, version: 0 }]);
  });

  it('leads back to the page of any other act, which is not done', async () => {
    const { newBrowser, receive, enquiries } = await startInbox();
    const id = await receive();
    const browser = newBrowser();
    const chosen = `${id}:0`;
    const cases: [string, Record<string, string>, string][] = [
      [`/enquiries/${id}/answer`, { seen: '0' }, `/enquiries/${id}`],
      [`/enquiries/${id}/erase`, { seen: '0' }, `/enquiries/${id}/erase`],
      ['/erase', { email: 'ada@example.com' }, '/erase?email=ada%40example.com'],
      ['/acts', { chosen, act: 'answer', back: '/search?words=ada' }, '/search?words=ada'],
      ['/acts', { chosen, act: 'answer', back: '//evil.example' }, '/waiting'],
      ['/sign-out-everywhere', {}, '/waiting'],
    ];
    for (const [address, fields, to] of cases) {
      const view = await viewOf(await browser.post(address, fields), 'sign in');
      expect([address, view.to, view.typed]).toEqual([address, to, undefined]);
    }
    expect(await enquiries.find({ id })).toMatchObject([{ handling: 'waiting', version: 0 }]);
  });
});
