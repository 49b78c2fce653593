import { describe, expect, it } from 'vitest';
import { viewOf } from '../testing/browser.ts';
import { anna, startInbox, startWithOne } from '../testing/inbox-under-test.ts';
import { somebody } from '../testing/software-authenticator.ts';

const fiveMinutes = 5 * 60_000;

describe('the passkey', () => {
  it('is asked for again, five minutes after it was shown, before anything is erased, exported, published or undone, or a passkey removed', async () => {
    const { annas, id, page, found, history, pass } = await startWithOne();
    const erase = `${page}/erase`;
    const [email, several, folder] = [
      'ada@example.com',
      { chosen: `${id}:0`, act: 'erase', back: '/waiting' },
      'waiting',
    ];
    pass(fiveMinutes);
    expect(await annas.statusOf(erase)).toBe(200);
    pass(1);
    const asked = [
      [await annas.get(erase), erase],
      [await annas.get(`/erase?email=${email}`), `/erase?email=${email}`],
      [await annas.post('/erase', { email }), '/erase?email=ada%40example.com'],
      [await annas.post('/acts', several), '/acts'],
      [await annas.post('/acts', { ...several, confirmed: 'yes' }), '/acts'],
      [await annas.get('/export?folder=waiting'), '/export?folder=waiting'],
      [await annas.post('/export', { folder, words: '' }), '/export?folder=waiting&words='],
      [await annas.post('/account/passkeys', { remove: 'p1' }), '/account'],
      [await annas.post('/words/publish', { reason: 'New' }), '/words/publish'],
      [await annas.post('/words/undo', { on: '1' }), '/words'],
    ] as const;
    for (const [answer, to] of asked) {
      expect([to, answer.status]).toEqual([to, 401]);
      expect(await viewOf(answer, 'sign in')).toMatchObject({ to, isProof: true });
    }
    expect(await annas.statusOf('/waiting')).toBe(200);
    expect([await found(), await history()]).toEqual([expect.objectContaining({ version: 0 }), []]);
  });

  it('leads back to what was chosen, which is erased only then', async () => {
    const inbox = await startInbox();
    const { browser, register, signIn } = somebody(inbox);
    await register((await inbox.people.invite(anna)).token);
    const chosen = [`${await inbox.receive()}:0`, `${await inbox.receive()}:0`];
    inbox.pass(fiveMinutes + 1);
    const sent = { chosen, act: 'erase', back: '/waiting' };
    const asked = await viewOf(await browser.post('/acts', { ...sent, confirmed: 'yes' }), 'sign in');
    expect(asked).toMatchObject({ to: '/acts', typed: sent });
    await signIn();
    const question = await viewOf(await browser.post('/acts', { ...asked.typed, resumed: 'yes' }), 'erase');
    expect(question).toMatchObject({ fields: { chosen }, back: '/waiting', count: 2 });
    expect(await inbox.enquiries.count({})).toBe(2);
    const confirmed = await browser.press('/acts', { ...sent, confirmed: 'yes' });
    expect(confirmed).toEqual([303, '/waiting?done=erase&count=2']);
  });

  it('is not taken for shown by removing another one', async () => {
    const { annas, people, pass } = await startWithOne();
    for (const id of ['old', 'new'])
      await people.accept((await people.invite(anna)).token, { id, publicKey: id, counter: 0 });
    pass(fiveMinutes);
    expect(await annas.press('/account/passkeys', { remove: 'old' })).toEqual([303, '/account?done=passkey']);
    pass(1);
    expect(await annas.statusOf('/export?folder=waiting')).toBe(401);
  });
});
