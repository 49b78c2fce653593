import { describe, expect, it } from 'vitest';
import { site } from '../../content/words.ts';
import { viewOf, type Browser } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

const page = '/contact-facts';
const shown = async (browser: Browser) => (await browser.view(page, 'contact facts')).facts;

describe('contact facts', () => {
  it('are set with who did it, and return to what the site came with', async () => {
    const { browserOf, history } = await startInbox();
    const annas = await browserOf(anna);
    const [email] = await shown(annas);
    expect(email).toEqual({ field: 'email', value: '', present: '', builtIn: site.contact.email, isSet: false });
    expect(await annas.press(page, { phone: ' +44 117 496 0143 ' })).toEqual([303, `${page}?done=contact-facts`]);
    const set = { value: '+44 117 496 0143', isSet: true, since: { by: anna } };
    expect((await shown(annas))[1]).toMatchObject(set);
    await annas.post(page, { phone: '', 'shown-phone': set.value });
    expect((await shown(annas))[1]).toMatchObject({ value: '', isSet: false });
    expect(await history()).toMatchObject([1, 2].map(() => ({ act: 'contact facts', by: anna, detail: 'phone' })));
  });

  it('are saved all or none: a fault is told beside its field, and everything typed is still there', async () => {
    const { browserOf, history } = await startInbox();
    const typed = { email: 'nobody', phone: '+44 117 496 0143', address: 'x\u0000y', linkedin: 'javascript:alert(1)' };
    const answer = await (await browserOf(anna)).post(page, typed);
    expect(answer.status).toBe(422);
    const { facts } = await viewOf(answer, 'contact facts');
    expect(facts.map(({ value }) => value)).toEqual(Object.values(typed));
    expect(facts.map(({ fault }) => fault !== undefined)).toEqual([true, false, true, true]);
    expect(await history()).toEqual([]);
  });

  it('that somebody else has changed meanwhile are not undone unseen: nothing is saved, and by whom is told', async () => {
    const { browserOf } = await startInbox();
    const [annas, bobs] = [await browserOf(anna), await browserOf(bob)];
    await bobs.post(page, { phone: '+44 117 496 0002' });
    const answer = await annas.post(page, { email: 'new@example.com', phone: '+44 117 496 0003' });
    const { facts } = await viewOf(answer, 'contact facts');
    expect([answer.status, facts[1]?.fault]).toEqual([409, expect.stringContaining(`${bob} set it to`)]);
    expect((await shown(annas)).map(({ value }) => value)).toEqual(['', '+44 117 496 0002', '', '']);
  });
});
