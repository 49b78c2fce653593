import { describe, expect, it } from 'vitest';
import { addPasskey } from '../../accounts/testing/add-passkey.ts';
import { parseView } from '../testing/browser.ts';
import { anna, startTestOffice, startOfficeWithEnquiry } from '../testing/office-under-test.ts';
import { createVisitorWithPasskey } from '../testing/software-authenticator.ts';

const fiveMinutes = 5 * 60_000;

describe('the passkey', () => {
  it('is asked for again, five minutes after it was shown, before anything is erased or exported, or a passkey removed', async () => {
    const { annasBrowser, id, enquiryPath, findEnquiry, listEvents, advanceClock } = await startOfficeWithEnquiry();
    const erase = `${enquiryPath}/erase`;
    const [email, several, folder] = ['ada@example.com', { chosen: `${id}:0`, action: 'erase', back: '/open' }, 'open'];
    advanceClock(fiveMinutes);
    expect(await annasBrowser.getStatus(erase)).toBe(200);
    advanceClock(1);
    const asked = [
      [await annasBrowser.get(erase), erase],
      [await annasBrowser.get(`/erase?email=${email}`), `/erase?email=${email}`],
      [await annasBrowser.post('/erase', { email }), '/erase?email=ada%40example.com'],
      [await annasBrowser.post('/actions', several), '/actions'],
      [await annasBrowser.post('/actions', { ...several, confirmed: 'yes' }), '/actions'],
      [await annasBrowser.get('/export?folder=open'), '/export?folder=open'],
      [await annasBrowser.post('/export', { folder, words: '' }), '/export?folder=open&words='],
      [await annasBrowser.post('/account/passkeys', { remove: 'p1' }), '/account'],
    ] as const;
    for (const [answer, to] of asked) {
      expect([to, answer.status]).toEqual([to, 401]);
      expect(await parseView(answer, 'sign in')).toMatchObject({ returnPath: to, isReauthentication: true });
    }
    expect(await annasBrowser.getStatus('/open')).toBe(200);
    expect([await findEnquiry(), await listEvents()]).toEqual([expect.objectContaining({ version: 0 }), []]);
  });

  it('leads back to what was chosen, which is erased only then', async () => {
    const inbox = await startTestOffice();
    const { browser, register, signIn } = createVisitorWithPasskey(inbox);
    await register((await inbox.people.createInvitation(anna)).token);
    const chosen = [`${await inbox.receive()}:0`, `${await inbox.receive()}:0`];
    inbox.advanceClock(fiveMinutes + 1);
    const sent = { chosen, action: 'erase', back: '/open' };
    const [, asked] = await browser.postForView('sign in', '/actions', { ...sent, confirmed: 'yes' });
    expect(asked).toMatchObject({ returnPath: '/actions', replayedFields: sent });
    await signIn();
    const resumed = { ...asked.replayedFields, resumed: 'yes' };
    const [, question] = await browser.postForView('erase', '/actions', resumed);
    expect(question).toMatchObject({ fields: { chosen }, returnPath: '/open', count: 2 });
    expect(await inbox.enquiries.count({})).toBe(2);
    const confirmed = await browser.submitForm('/actions', { ...sent, confirmed: 'yes' });
    expect(confirmed).toEqual([303, '/open?done=erase&count=2']);
  });

  it('is not taken for shown by removing another one', async () => {
    const { annasBrowser, people, advanceClock } = await startOfficeWithEnquiry();
    for (const id of ['old', 'new']) await addPasskey(people, anna, id);
    advanceClock(fiveMinutes);
    const removed = await annasBrowser.submitForm('/account/passkeys', { remove: 'old' });
    expect(removed).toEqual([303, '/account?done=passkey']);
    advanceClock(1);
    expect(await annasBrowser.getStatus('/export?folder=open')).toBe(401);
  });
});
