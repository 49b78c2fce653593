import { describe, expect, it, vi } from 'vitest';
import { createPeople } from '../../enquiries/core/people.ts';
import { createSqlPeople } from '../../enquiries/storage/sql-people.ts';
import { openPostgres, temporarySchema } from '../../enquiries/testing/postgres.ts';
import { faultOf, viewOf } from '../testing/browser.ts';
import { somebody } from '../testing/ceremonies.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

const hour = 60 * 60_000;

/** Anna has registered a passkey, and a browser in which she is signed in. */
async function startWithAnna(config: { inboxUrl?: string } = {}) {
  const inbox = await startInbox(config);
  const { token } = await inbox.people.invite(anna);
  const person = somebody(inbox);
  expect((await person.register(token)).status).toBe(200);
  return { ...inbox, ...person, token };
}

describe('an invitation', () => {
  it('lets a person register a passkey, which signs in at once, and again later', async () => {
    const { browser, authenticator, signIn, enquiries, people } = await startWithAnna();
    expect(await viewOf(await browser.get('/waiting'), 'list')).toMatchObject({ person: anna });
    browser.cookies.clear();
    expect((await browser.get('/waiting')).headers.get('location')).toBe('/sign-in?to=%2Fwaiting');
    expect(await (await signIn()).json()).toEqual({});
    expect((await browser.get('/waiting')).status).toBe(200);
    const [passkey] = await people.passkeys(anna);
    expect(passkey).toMatchObject({ counter: authenticator.credentials[0]?.counter, transports: ['internal'] });
    const kept = await enquiries.activity({ limit: 10 });
    expect(kept.map(({ act, by }) => [act, by])).toEqual([
      ['sign in', anna],
      ['sign in', anna],
    ]);
  });

  it('works behind a proxy at its https origin', async () => {
    const { browser, signIn } = await startWithAnna({ inboxUrl: 'https://inbox.example.com' });
    browser.cookies.clear();
    expect((await signIn()).status).toBe(200);
  });

  it('asks for a passkey that names its person and checks them, and for none that they have', async () => {
    const { newBrowser, people, authenticator } = await startWithAnna();
    const { token } = await people.invite(anna);
    const options = await (await newBrowser().postJson(`/invitation/${token}/options`, {})).json();
    const id = authenticator.credentials[0]?.id.toString('base64url');
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: anna },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id, type: 'public-key' }],
    });
  });

  it('is shown as often as somebody looks, and used once', async () => {
    const inbox = await startInbox();
    const { token } = await inbox.people.invite(anna);
    const [one, other] = [somebody(inbox), somebody(inbox)];
    for (const { browser } of [one, other])
      expect(await viewOf(await browser.get(`/invitation/${token}`), 'invitation')).toMatchObject({
        person: anna,
        token,
      });
    const both = await Promise.all([one.register(token), other.register(token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await inbox.people.passkeys(anna)).toHaveLength(1);
    const page = await viewOf(await one.browser.get(`/invitation/${token}`), 'message');
    expect(page.advice).toContain('new invitation');
  });

  it('is refused once it has expired, and where it was never made', async () => {
    const inbox = await startInbox();
    const { token } = await inbox.people.invite(anna);
    const { browser, register } = somebody(inbox);
    inbox.pass(24 * hour);
    expect((await browser.get(`/invitation/${token}`)).status).toBe(410);
    expect((await register(token)).status).toBe(410);
    const forged = `${token.slice(0, -2)}AA`;
    for (const made of [forged, 'x', 'a'.repeat(90), '%00', '..%2F..'])
      expect([made, (await browser.get(`/invitation/${made}`)).status]).toEqual([made, 404]);
    expect((await register(forged)).status).toBe(404);
  });

  it('cannot be used up after a challenge that was made for another', async () => {
    const inbox = await startInbox();
    const { browser, authenticator } = somebody(inbox);
    const tokens = [(await inbox.people.invite(anna)).token, (await inbox.people.invite(bob)).token];
    const options = await (await browser.postJson(`/invitation/${tokens[0]}/options`, {})).json();
    const passkey = authenticator.create(options as never, inbox.origin);
    expect((await browser.postJson(`/invitation/${tokens[1]}`, passkey)).status).toBe(400);
  });

  it.each([
    ['was made for another origin', { origin: 'https://evil.example' }],
    ['answers another challenge', { challenge: 'AAAA' }],
    ['has not checked who uses it', { unverified: true }],
    ['brings a certificate', { isAttested: true }],
  ] as const)('takes no passkey that %s, and is not used up by it', async (_what, changes) => {
    const inbox = await startInbox();
    const { token } = await inbox.people.invite(anna);
    const { register, browser } = somebody(inbox);
    expect((await register(token, changes)).status).toBe(422);
    expect((await browser.get('/waiting')).status).toBe(302);
    expect((await register(token)).status).toBe(200);
  });
});

describe('signing in', () => {
  it('names nobody: whoever asks is asked for any passkey', async () => {
    const { newBrowser } = await startWithAnna();
    const options = await (await newBrowser().postJson('/sign-in/options', {})).json();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
  });

  it.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['after another challenge', { challenge: 'AAAA' }],
    ['without a check of who uses it', { unverified: true }],
    ['for somebody else', { userHandle: 'AAAA' }],
  ] as const)(
    'refuses what a passkey has signed %s, in the words for a passkey that it does not know',
    async (_what, changes) => {
      const inbox = await startWithAnna();
      const known = await inbox.signIn(changes);
      const stranger = somebody(inbox);
      stranger.authenticator.create({ user: { id: 'AAAA' }, rp: { id: 'localhost' }, challenge: 'AAAA' } as never, '');
      const unknown = await stranger.signIn();
      expect([known.status, unknown.status]).toEqual([401, 401]);
      expect(await faultOf(known)).toBe(await faultOf(unknown));
      expect((await stranger.browser.get('/waiting')).status).toBe(302);
    },
  );

  it('takes each challenge once, from the browser that asked, within five minutes', async () => {
    const { origin, authenticator, newBrowser, pass } = await startWithAnna();
    const browser = newBrowser();
    const ask = async () => (await browser.postJson('/sign-in/options', {})).json();
    const signed = authenticator.get((await ask()) as never, origin);
    expect((await newBrowser().postJson('/sign-in', signed)).status).toBe(400);
    const ceremony = browser.cookies.get('__Host-ceremony') ?? '';
    expect((await browser.postJson('/sign-in', signed)).status).toBe(200);
    browser.cookies.set('__Host-ceremony', ceremony);
    expect((await browser.postJson('/sign-in', signed)).status).toBe(400);
    const late = authenticator.get((await ask()) as never, origin);
    pass(5 * 60_000);
    expect((await browser.postJson('/sign-in', late)).status).toBe(400);
  });

  it('refuses a passkey whose counter runs behind: a copy of it is about', async () => {
    const { authenticator, signIn } = await startWithAnna();
    expect((await signIn()).status).toBe(200);
    for (const credential of authenticator.credentials) credential.counter = 0;
    expect((await signIn()).status).toBe(401);
  });

  it('takes no rubbish for a passkey', async () => {
    const { browser } = await startWithAnna();
    for (const body of [null, [], 'x', {}, { id: 1 }, { id: 'x', response: null }]) {
      await browser.postJson('/sign-in/options', {});
      expect((await browser.postJson('/sign-in', body)).status).toBe(401);
    }
    expect((await browser.postJson('/sign-in', undefined)).status).toBe(400);
  });

  it('takes an id that PostgreSQL cannot read for one of no passkey', async () => {
    const { database } = await openPostgres(await temporarySchema());
    const { browserOf } = await startInbox({}, { people: createPeople(createSqlPeople(database)) });
    const browser = await browserOf(anna);
    await browser.postJson('/sign-in/options', {});
    expect((await browser.postJson('/sign-in', { id: '\u0000' })).status).toBe(401);
    expect((await browser.post('/account/passkeys', { remove: '\u0000' })).status).toBe(303);
  });

  it('begins a session that nobody knew before, and ends the one that the browser had', async () => {
    const { browser, signIn, people } = await startWithAnna();
    const planted = browser.cookies.get('__Host-session') ?? '';
    await signIn();
    expect(browser.cookies.get('__Host-session')).not.toBe(planted);
    expect(await people.session(planted)).toBeNull();
    browser.cookies.set('__Host-session', 'A'.repeat(43));
    await signIn();
    expect(browser.cookies.get('__Host-session')).not.toBe('A'.repeat(43));
  });

  it('gives a cookie that only this host gets, over https or at localhost, and no script', async () => {
    const { signIn } = await startWithAnna();
    const cookies = (await signIn()).headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-ceremony=; .*Max-Age=0$/),
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('is limited for a client: 10 times a minute, and then with a word on when to try again', async () => {
    const { newBrowser } = await startInbox();
    const browser = newBrowser();
    const statuses: number[] = [];
    for (let number = 0; number < 21; number += 1) statuses.push((await browser.postJson('/sign-in', {})).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
    const refused = await browser.postJson('/sign-in/options', {});
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await faultOf(refused)).toContain('Wait a minute');
    expect((await browser.postJson('/invitation/x/options', {})).status).toBe(429);
  });

  it('is limited for all: 3,000 challenges a minute are kept, whoever asks', { timeout: 20_000 }, async () => {
    const keep = vi.fn(async () => 'token');
    const { people } = await startInbox();
    const parts = { people: { ...people, challenge: keep } };
    const { newBrowser, origin } = await startInbox({ inboxUrl: 'https://inbox.example.com', trustProxy: 1 }, parts);
    const browser = newBrowser();
    const ask = (number: number) => {
      const client = `${1 + (number % 200)}.${number % 256}.1.1`;
      return browser.postJson('/sign-in/options', {}, { origin, 'x-forwarded-for': client });
    };
    for (let number = 0; number < 3000; number += 1) await ask(number);
    expect([(await ask(3000)).status, keep.mock.calls.length]).toEqual([429, 3000]);
  });

  it('goes on to a place in the inbox, and nowhere else', async () => {
    const { newBrowser, browserOf } = await startInbox();
    const to = encodeURIComponent('/search?words=a b');
    expect(await viewOf(await newBrowser().get(`/sign-in?to=${to}`), 'sign in')).toMatchObject({ to: '/waiting' });
    const browser = await browserOf(anna);
    expect((await browser.get('/sign-in?to=%2Fsearch%3Fwords%3Da')).headers.get('location')).toBe('/search?words=a');
    expect((await browser.get('/sign-in?to=//evil.example')).headers.get('location')).toBe('/waiting');
  });
});
