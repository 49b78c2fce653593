import { describe, expect, it } from 'vitest';
import { systemClock } from '../../process/clock.ts';
import { createPeople } from '../../accounts/people.ts';
import { openPostgres, temporarySchema } from '../../database/testing/postgres.ts';
import { faultOf } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';
import { somebody } from '../testing/software-authenticator.ts';

/** Starts an inbox in which Anna has a passkey and a signed-in browser. */
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
    expect(await people.passkeys(anna)).toMatchObject([{ counter: 1 }]);
    const kept = { action: 'sign in', actor: anna };
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
    const options = await (await newBrowser().postJson('/invitation/options', { token })).json();
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
      expect((await browser.postJson('/invitation/options', { token })).status).toBe(200);
    const both = await Promise.all([one.register(token), other.register(token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await inbox.people.passkeys(anna)).toHaveLength(1);
    const used = await one.browser.postJson('/invitation/options', { token });
    expect([used.status, await faultOf(used)]).toEqual([410, expect.stringContaining('new invitation')]);
    const forged = `${token.slice(0, -2)}AA`;
    for (const made of [forged, 'x', 'a'.repeat(90), '\u0000', undefined, 1, [token]])
      expect([made, (await one.browser.postJson('/invitation/options', { token: made })).status]).toEqual([made, 404]);
  });

  it('cannot be used up after a challenge that was made for another', async () => {
    const inbox = await startInbox();
    const { browser, authenticator } = somebody(inbox);
    const tokens = [(await inbox.people.invite(anna)).token, (await inbox.people.invite(bob)).token];
    const options = await (await browser.postJson('/invitation/options', { token: tokens[0] })).json();
    const passkey = authenticator.create(options as never, inbox.origin);
    expect((await browser.postJson('/invitation', { ...passkey, token: tokens[1] })).status).toBe(422);
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
    // Many passkeys always report 0: then the counter cannot reveal a replay.
    for (const credential of authenticator.credentials) credential.counter = -1;
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
    const inbox = await startInbox({}, { people: createPeople(database), clock: systemClock });
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
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/),
    ]);
  });
});

describe('attempts', () => {
  it.each([0, 1])(
    'of a sender, whoever it claims to be, are refused after 10 failures in a minute, behind %i proxies',
    async (trustProxy) => {
      const { newBrowser, origin } = await startInbox({ inboxUrl: 'https://inbox.example.com', trustProxy });
      const browser = newBrowser();
      const post = (path: string, sender: string, claimed: string) => {
        const claims = {
          'x-forwarded-for': `${claimed}, ${sender}`,
          'x-real-ip': claimed,
          forwarded: `for=${claimed}`,
        };
        return browser.postJson(path, {}, { origin, ...claims });
      };
      const statuses: number[] = [];
      for (let number = 0; number < 11; number += 1) {
        await post('/sign-in/options', '203.0.113.9', `198.51.100.${number}`);
        statuses.push((await post('/sign-in', '203.0.113.9', `198.51.100.${number}`)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
      const refused = await post('/invitation/options', '203.0.113.9', '203.0.113.10');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await faultOf(refused)).toContain('Wait a minute');
      // Without a proxy all requests have the same sender.
      expect((await post('/sign-in/options', '203.0.113.10', '203.0.113.9')).status).toBe(trustProxy === 1 ? 200 : 429);
    },
  );

  it('are open to the office while strangers ask for their options, 400 times from 200 addresses', async () => {
    const { newBrowser, origin } = await startInbox({ inboxUrl: 'https://inbox.example.com', trustProxy: 1 });
    const ask = async (address: string) =>
      (await newBrowser().postJson('/sign-in/options', {}, { origin, 'x-forwarded-for': address })).status;
    for (let round = 0; round < 2; round += 1)
      await Promise.all(Array.from({ length: 200 }, (_, host) => ask(`203.0.113.${host}`)));
    expect(await ask('198.51.100.7')).toBe(200);
  });
});
