import { describe, expect, it } from 'vitest';
import { addPasskey } from '../../accounts/testing/add-passkey.ts';
import { parseView } from '../testing/browser.ts';
import { anna, bob, startTestOffice, startOfficeWithEnquiry } from '../testing/office-under-test.ts';

describe('a session', () => {
  it('is asked for on every page, which is there again after the sign-in', async () => {
    const browser = (await startTestOffice()).openBrowser();
    expect(await browser.getLocation('/')).toBe('/open');
    const pages = `/open /closed?after=x /search?words=a%20%26b /enquiries/01a1fc16-0000-7000-8000-000000000001 /history
      /account /people /export?folder=open /erase?email=a@b.example`.split(/\s+/);
    for (const page of pages) {
      const { status, headers } = await browser.get(page);
      expect([status, headers.get('location')]).toEqual([302, `/sign-in?to=${encodeURIComponent(page)}`]);
    }
  });

  it('ends with the sign-out, also for whoever has a copy of the cookie', async () => {
    const { browserOf, openBrowser } = await startTestOffice();
    const [browser, thief] = [await browserOf(anna), openBrowser()];
    thief.cookies.set('__Host-session', browser.cookies.get('__Host-session') ?? '');
    expect(await thief.getStatus('/open')).toBe(200);
    const [status, place] = await browser.submitForm('/sign-out');
    expect([status, browser.cookies.has('__Host-session')]).toEqual([303, false]);
    expect((await browser.getView(`${place}`, 'sign in')).notice).toMatchObject({ kind: 'done' });
    expect(await thief.getStatus('/open')).toBe(302);
  });

  it('ends everywhere else when a passkey is removed, of which one at least stays', async () => {
    const { browserOf, people, listEvents } = await startTestOffice();
    const [one, other] = [await browserOf(anna), await browserOf(anna)];
    for (const id of ['old', 'new']) await addPasskey(people, anna, id);
    const remove = async (passkey: string) => {
      expect((await one.submitForm('/account/passkeys', { remove: passkey }))[0]).toBe(303);
      return (await people.listPasskeys(anna)).map(({ id }) => id).toSorted();
    };
    expect(await remove('nobody’s')).toEqual(['new', 'old']);
    expect(await remove('old')).toEqual(['new']);
    expect([await one.getStatus('/account'), await other.getStatus('/account')]).toEqual([200, 302]);
    expect(await remove('new')).toEqual(['new']);
    expect(await listEvents()).toMatchObject([{ action: 'remove passkey', actor: anna }]);
  });

  it('shows its passkeys by the names that their person gives them, and nobody else', async () => {
    const { browserOf, people } = await startTestOffice();
    const browser = await browserOf(anna);
    await addPasskey(people, anna, 'one');
    await addPasskey(people, bob, 'bobs');
    const rename = async (passkey: string, name: string) => {
      const [, place] = await browser.submitForm('/account/passkey-names', { passkey, name });
      return [place, (await browser.getView('/account', 'account')).passkeys[0]?.name];
    };
    expect(await rename('one', ' My\tphone ')).toEqual(['/account?done=passkey-name', 'My phone']);
    expect(await rename('bobs', 'Mine')).toEqual(['/account', 'My phone']);
    expect(await people.listPasskeys(bob)).toMatchObject([{ name: '' }]);
  });

  it('takes a name, shows it from then on, and tells colleagues', async () => {
    const { browserOf, people } = await startTestOffice();
    const browser = await browserOf(anna);
    const saved = await browser.submitForm('/account/name', { name: ' Anna\tBell ' });
    expect(saved).toEqual([303, '/account?done=passkey-name']);
    expect(await browser.getView('/account', 'account')).toMatchObject({ personName: 'Anna Bell' });
    expect(await people.listNames()).toEqual(new Map([[anna, 'Anna Bell']]));
    await browser.submitForm('/account/name', { name: '' });
    expect(await people.listNames()).toEqual(new Map());
  });

  it('ends everywhere on request, and leaves others signed in', async () => {
    const { browserOf, listEvents } = await startTestOffice();
    const browsers = [await browserOf(anna), await browserOf(anna), await browserOf(bob)] as const;
    const { sessions } = await browsers[0].getView('/account', 'account');
    expect([sessions.length, sessions.filter(({ isCurrent }) => isCurrent).length]).toEqual([2, 1]);
    expect((await browsers[0].submitForm('/sign-out-everywhere'))[0]).toBe(303);
    expect(browsers[0].cookies.has('__Host-session')).toBe(false);
    const statuses = await Promise.all(browsers.map((browser) => browser.getStatus('/account')));
    expect(statuses).toEqual([302, 302, 200]);
    expect(await listEvents()).toMatchObject([{ action: 'sign out everywhere', actor: anna }]);
  });
});

it('a link from elsewhere leads nobody through the sign-in to another place, or to something untrue', async () => {
  const { openBrowser, browserOf } = await startTestOffice();
  const [stranger, annas] = [openBrowser(), await browserOf(anna)];
  for (const [sent, place] of [
    ['/open?d%6Fne=erase&count=9', '/open'],
    ['/search?words=a', '/search?words=a'],
    ['//evil.example', '/open'],
  ] as const) {
    const address = `/sign-in?to=${encodeURIComponent(sent)}`;
    expect(await stranger.getView(address, 'sign in')).toMatchObject({ returnPath: place });
    expect(await annas.getLocation(address)).toBe(place);
  }
});

describe('a form after the session has ended', () => {
  it('asks for the passkey, and shows a typed note again without saving it', async () => {
    const { openBrowser, actForView, enquiryPath, listEvents } = await startOfficeWithEnquiry();
    const [address, sent] = [`${enquiryPath}/note`, { seen: ['0'], note: ['Call <back>\nat 3'] }];
    const answer = await openBrowser().post(address, sent);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await parseView(answer, 'sign in')).toMatchObject({ returnPath: address, replayedFields: sent });
    const [, shown] = await actForView('note', { ...sent, resumed: 'yes' });
    expect(shown).toMatchObject({ note: sent.note[0], url: enquiryPath, notice: { kind: 'problem' } });
    expect(await listEvents()).toEqual([]);
  });

  it('leads back to the page of any other act, which is not done', async () => {
    const { openBrowser, id, findEnquiry } = await startOfficeWithEnquiry();
    const several = { chosen: `${id}:0`, action: 'close' };
    const cases: [string, Record<string, string>, string][] = [
      ['/erase', { email: 'ada@example.com' }, '/erase?email=ada%40example.com'],
      ['/actions', { ...several, back: '/search?words=ada' }, '/search?words=ada'],
      ['/actions', { ...several, back: '//evil.example' }, '/open'],
      ['/sign-out-everywhere', {}, '/open'],
    ];
    for (const [address, sent, to] of cases) {
      const [, view] = await openBrowser().postForView('sign in', address, sent);
      expect([address, view.returnPath, view.replayedFields]).toEqual([address, to, undefined]);
    }
    expect(await findEnquiry()).toMatchObject({ status: 'open', version: 0 });
  });
});
