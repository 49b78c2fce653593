import { describe, expect, it } from 'vitest';
import { systemClock } from '../../process/clock.ts';
import { createAccountRepository } from '../../accounts/people.ts';
import { openTestPostgres, createTemporarySchema } from '../../database/testing/test-postgres.ts';
import { parseErrorMessage } from '../testing/browser.ts';
import { anna, bob, startTestOffice } from '../testing/office-under-test.ts';
import { createVisitorWithPasskey } from '../testing/software-authenticator.ts';

/** Starts an office in which Anna has a passkey and a signed-in browser. */
async function startWithAnna(config: { officeUrl?: string } = {}) {
  const office = await startTestOffice(config);
  const { token } = await office.people.createInvitation(anna);
  const person = createVisitorWithPasskey(office);
  expect((await person.register(token)).status).toBe(200);
  return { ...office, ...person, token };
}

describe('an invitation', () => {
  it('lets a person register a passkey, which signs in at once, and again later', async () => {
    const { browser, signIn, listEvents, people } = await startWithAnna();
    expect(await browser.getView('/open', 'list')).toMatchObject({ person: anna });
    browser.cookies.clear();
    expect(await (await signIn()).json()).toEqual({});
    expect(await browser.getStatus('/open')).toBe(200);
    expect(await people.listPasskeys(anna)).toMatchObject([{ counter: 1 }]);
    const kept = { action: 'sign in', actor: anna };
    expect(await listEvents()).toMatchObject([kept, { ...kept, detail: 'with a new passkey' }]);
  });

  it('works behind a proxy at its https origin', async () => {
    const { browser, signIn } = await startWithAnna({ officeUrl: 'https://inbox.example.com' });
    browser.cookies.clear();
    expect((await signIn()).status).toBe(200);
  });

  it('asks for a passkey that names its person and checks them, and for none that they have', async () => {
    const { openBrowser, people, authenticator } = await startWithAnna();
    const { token } = await people.createInvitation(anna);
    const options = await (await openBrowser().postJson('/invitation/options', { token })).json();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: anna },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentials[0]?.id.toString('base64url') }],
    });
  });

  it('is shown as often as somebody looks, and used once; none that was never made is', async () => {
    const office = await startTestOffice();
    const { token } = await office.people.createInvitation(anna);
    const [one, other] = [createVisitorWithPasskey(office), createVisitorWithPasskey(office)];
    for (const { browser } of [one, other])
      expect((await browser.postJson('/invitation/options', { token })).status).toBe(200);
    const both = await Promise.all([one.register(token), other.register(token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await office.people.listPasskeys(anna)).toHaveLength(1);
    const used = await one.browser.postJson('/invitation/options', { token });
    expect([used.status, await parseErrorMessage(used)]).toEqual([410, expect.stringContaining('new invitation')]);
    const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const made of [forged, 'x', 'a'.repeat(90), '\u0000', undefined, 1, [token]])
      expect([made, (await one.browser.postJson('/invitation/options', { token: made })).status]).toEqual([made, 404]);
  });

  it('cannot be used up after a challenge that was made for another', async () => {
    const office = await startTestOffice();
    const { browser, authenticator } = createVisitorWithPasskey(office);
    const { token } = await office.people.createInvitation(anna);
    const other = await office.people.createInvitation(bob);
    const options = await (await browser.postJson('/invitation/options', { token })).json();
    const passkey = authenticator.create(options as never, office.origin);
    expect((await browser.postJson('/invitation', { ...passkey, token: other.token })).status).toBe(422);
  });

  it.each([
    ['was made for another origin', { origin: 'https://evil.example' }],
    ['answers another challenge', { challenge: 'AAAA' }],
    ['has not checked who uses it', { isUnverified: true }],
    ['brings a certificate', { isAttested: true }],
  ] as const)('takes no passkey that %s, and is not used up by it', async (_what, changes) => {
    const office = await startTestOffice();
    const { token } = await office.people.createInvitation(anna);
    const { register, browser } = createVisitorWithPasskey(office);
    expect((await register(token, changes)).status).toBe(422);
    expect(await browser.getStatus('/open')).toBe(302);
    expect((await register(token)).status).toBe(200);
  });
});

describe('signing in', () => {
  it('names nobody: whoever asks is asked for any passkey', async () => {
    const { openBrowser } = await startWithAnna();
    const options = await (await openBrowser().postJson('/sign-in/options', {})).json();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
  });

  it.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['after another challenge', { challenge: 'AAAA' }],
    ['without a check of who uses it', { isUnverified: true }],
    ['for somebody else', { userHandle: 'AAAA' }],
  ] as const)('refuses what a passkey has signed %s, in the words for an unknown one', async (_what, how) => {
    const office = await startWithAnna();
    office.browser.cookies.clear();
    const known = await office.signIn(how);
    const stranger = createVisitorWithPasskey(office);
    stranger.authenticator.create({ user: { id: 'AAAA' }, rp: { id: 'localhost' }, challenge: 'AAAA' } as never, '');
    const unknown = await stranger.signIn();
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(await parseErrorMessage(known)).toBe(await parseErrorMessage(unknown));
    for (const { browser } of [office, stranger]) expect(await browser.getStatus('/open')).toBe(302);
  });

  it('takes each challenge once, from the browser that asked', async () => {
    const { origin, authenticator, openBrowser } = await startWithAnna();
    const browser = openBrowser();
    const options = await (await browser.postJson('/sign-in/options', {})).json();
    // Many passkeys always report 0: then the counter cannot reveal a replay.
    for (const credential of authenticator.credentials) credential.counter = -1;
    const signed = authenticator.get(options as never, origin);
    expect((await openBrowser().postJson('/sign-in', signed)).status).toBe(400);
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
    const { database } = await openTestPostgres(await createTemporarySchema());
    const office = await startTestOffice({}, { people: createAccountRepository({ database }), clock: systemClock });
    const browser = await office.browserOf(anna);
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
    expect(await people.authenticateSession(planted)).toBeNull();
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
  it.each([0, 1])('of a sender are refused after 10 failures in a minute, behind %i proxies', async (trustProxy) => {
    const { openBrowser, origin } = await startTestOffice({ officeUrl: 'https://inbox.example.com', trustProxy });
    const browser = openBrowser();
    const post = (path: string, sender: string, claimed: string) => {
      const proxied = { 'x-forwarded-for': `${claimed}, ${sender}`, 'x-real-ip': claimed };
      return browser.postJson(path, {}, { origin, ...proxied, forwarded: `for=${claimed}` });
    };
    const statuses: number[] = [];
    for (let number = 0; number < 11; number += 1) {
      await post('/sign-in/options', '203.0.113.9', `198.51.100.${number}`);
      statuses.push((await post('/sign-in', '203.0.113.9', `198.51.100.${number}`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const refused = await post('/invitation/options', '203.0.113.9', '203.0.113.10');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await parseErrorMessage(refused)).toContain('Wait a minute');
    // Without a proxy all requests have the same sender.
    expect((await post('/sign-in/options', '203.0.113.10', '203.0.113.9')).status).toBe(trustProxy === 1 ? 200 : 429);
  });

  it('are open to the office while strangers ask for their options, 400 times from 200 addresses', async () => {
    const { openBrowser, origin } = await startTestOffice({ officeUrl: 'https://inbox.example.com', trustProxy: 1 });
    const ask = async (address: string) =>
      (await openBrowser().postJson('/sign-in/options', {}, { origin, 'x-forwarded-for': address })).status;
    for (let round = 0; round < 2; round += 1)
      await Promise.all(Array.from({ length: 200 }, (_, host) => ask(`203.0.113.${host}`)));
    expect(await ask('198.51.100.7')).toBe(200);
  });
});
