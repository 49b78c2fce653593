import { describe, expect, it, vi } from 'vitest';
import { createPeople } from '../../enquiries/core/people.ts';
import { createSqlPeople } from '../../enquiries/storage/sql-people.ts';
import { openPostgres, temporarySchema } from '../../enquiries/testing/postgres.ts';
import type { Inbox } from '../parts/inbox.tsx';
import { faultOf, viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';
import { somebody } from '../testing/software-authenticator.ts';
import { createAttempts, createCeremonies } from './ceremony.tsx';

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
    const { browser, signIn, history, people } = await startWithAnna();
    expect(await browser.view('/waiting', 'list')).toMatchObject({ person: anna });
    browser.cookies.clear();
    expect(await (await signIn()).json()).toEqual({});
    expect(await browser.statusOf('/waiting')).toBe(200);
    expect(await people.passkeys(anna)).toMatchObject([{ counter: 1, transports: ['internal'] }]);
    const kept = { act: 'sign in', by: anna };
    expect(await history()).toMatchObject([kept, { ...kept, detail: 'with a new passkey' }]);
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
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: anna },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentials[0]?.id.toString('base64url') }],
    });
  });

  it('is shown as often as somebody looks, and used once; none that was never made is', async () => {
    const inbox = await startInbox();
    const { token } = await inbox.people.invite(anna);
    const [one, other] = [somebody(inbox), somebody(inbox)];
    for (const { browser } of [one, other])
      expect(await browser.view(`/invitation/${token}`, 'invitation')).toMatchObject({ person: anna, token });
    const both = await Promise.all([one.register(token), other.register(token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await inbox.people.passkeys(anna)).toHaveLength(1);
    const used = await one.browser.get(`/invitation/${token}`);
    expect([used.status, (await viewOf(used, 'message')).advice]).toEqual([410, expect.stringContaining('new')]);
    for (const made of [`${token.slice(0, -2)}AA`, 'x', '%00', '..%2F..'])
      expect([made, await one.browser.statusOf(`/invitation/${made}`)]).toEqual([made, 404]);
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
    expect(await browser.statusOf('/waiting')).toBe(302);
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
  ] as const)('refuses what a passkey has signed %s, in the words for an unknown one', async (_what, how) => {
    const inbox = await startWithAnna();
    inbox.browser.cookies.clear();
    const known = await inbox.signIn(how);
    const stranger = somebody(inbox);
    stranger.authenticator.create({ user: { id: 'AAAA' }, rp: { id: 'localhost' }, challenge: 'AAAA' } as never, '');
    const unknown = await stranger.signIn();
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(await faultOf(known)).toBe(await faultOf(unknown));
    for (const { browser } of [inbox, stranger]) expect(await browser.statusOf('/waiting')).toBe(302);
  });

  it('takes each challenge once, from the browser that asked', async () => {
    const { origin, authenticator, newBrowser } = await startWithAnna();
    const browser = newBrowser();
    const options = await (await browser.postJson('/sign-in/options', {})).json();
    const signed = authenticator.get(options as never, origin);
    expect((await newBrowser().postJson('/sign-in', signed)).status).toBe(400);
    const ceremony = browser.cookies.get('__Host-ceremony') ?? '';
    expect((await browser.postJson('/sign-in', signed)).status).toBe(200);
    browser.cookies.set('__Host-ceremony', ceremony);
    expect((await browser.postJson('/sign-in', signed)).status).toBe(400);
  });

  it('refuses a passkey whose counter runs behind: a copy of it is about', async () => {
    const { authenticator, signIn } = await startWithAnna();
    expect((await signIn()).status).toBe(200);
    for (const credential of authenticator.credentials) credential.counter = 0;
    expect((await signIn()).status).toBe(401);
  });

  it('takes no rubbish for a passkey, nor an id that PostgreSQL cannot read', async () => {
    const { database } = await openPostgres(await temporarySchema());
    const inbox = await startInbox({}, { people: createPeople(createSqlPeople(database)) });
    const browser = await inbox.browserOf(anna);
    for (const body of [null, 'x', {}, { id: 1 }, { id: 'x', response: null }, { id: '\u0000' }]) {
      await browser.postJson('/sign-in/options', {});
      expect((await browser.postJson('/sign-in', body)).status).toBe(401);
    }
    expect((await browser.post('/account/passkeys', { remove: '\u0000' })).status).toBe(303);
  });

  it('begins a session that nobody knew before, and ends the one that the browser had', async () => {
    const { browser, signIn, people } = await startWithAnna();
    const planted = browser.cookies.get('__Host-session') ?? '';
    await signIn();
    expect(browser.cookies.get('__Host-session')).not.toBe(planted);
    expect(await people.session(planted)).toBeNull();
  });

  it('gives a cookie that only this host gets, over https or at localhost, and no script', async () => {
    const { signIn } = await startWithAnna();
    expect((await signIn()).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-ceremony=; .*Max-Age=0$/),
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/),
    ]);
  });
});

describe('attempts', () => {
  it('are limited for a client, whoever it claims to be: 10 times a minute, then with a word on when to go on', async () => {
    const { newBrowser, origin } = await startInbox();
    const browser = newBrowser();
    const statuses: number[] = [];
    for (let number = 0; number < 21; number += 1) {
      const claimed = `198.51.${number}.1`;
      const headers = { origin, 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` };
      statuses.push((await browser.postJson('/sign-in', {}, headers)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
    const refused = await browser.postJson('/sign-in/options', {});
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await faultOf(refused)).toContain('Wait a minute');
    expect((await browser.postJson('/invitation/x/options', {})).status).toBe(429);
  });

  it('behind a proxy are those of whom the proxy names, not of whom the client names before it', async () => {
    const { newBrowser, origin } = await startInbox({ inboxUrl: 'https://inbox.example.com', trustProxy: 1 });
    const attempt = async (client: string) =>
      (await newBrowser().postJson('/sign-in', {}, { origin, 'x-forwarded-for': client })).status;
    for (let number = 0; number < 20; number += 1) await attempt(`198.51.${number}.1, 203.0.113.9`);
    expect(await attempt('192.0.2.1, 203.0.113.9')).toBe(429);
    expect(await attempt('203.0.113.9, 192.0.2.1')).toBe(400);
  });

  it('of a few networks do not close the door for everybody', async () => {
    const attempts = createAttempts();
    for (let network = 0; network < 6; network += 1)
      for (let host = 0; host < 20; host += 1)
        for (let number = 0; number < 20; number += 1) await attempts.ofClient(`203.0.${network}.${host}`);
    expect(await attempts.ofClient('198.51.100.7')).toEqual({ allowed: true });
    expect(await attempts.challenge()).toEqual({ allowed: true });
  });

  it('of all together keep 3,000 challenges a minute', async () => {
    const challenge = vi.fn(async () => 'token');
    const { begin } = createCeremonies({ people: { challenge } } as unknown as Inbox);
    const [header, code, type] = [vi.fn().mockReturnThis(), vi.fn().mockReturnThis(), vi.fn().mockReturnThis()];
    const reply = { request: { method: 'POST', url: '/sign-in/options' }, header, code, type, send: vi.fn() };
    for (let number = 0; number <= 3000; number += 1) await begin(reply as never, 'sign in', { challenge: 'x' });
    expect([challenge.mock.calls.length, code.mock.calls]).toEqual([3000, [[429]]]);
  });

  it('are not used up for anybody who only visits the page of an attacker, by posts or by pictures', async () => {
    const browser = (await startInbox()).newBrowser();
    for (let number = 0; number < 30; number += 1) {
      await browser.postJson('/sign-in/options', {}, { origin: 'https://evil.example' });
      await browser.get('/invitation/x', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' });
    }
    expect((await browser.postJson('/sign-in/options', {})).status).toBe(200);
  });
});
