import { describe, expect, it } from 'vitest';
import { site } from '../../content/words.ts';
import type { ContactFact } from './contact-facts-page.tsx';
import { viewOf, type Browser } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

const page = '/contact-facts';
/** What the form of the page sends where nobody types anything. */
const asShown = (facts: readonly ContactFact[]): Record<string, string> =>
  Object.assign({}, ...facts.map(({ field, value, present }) => ({ [field]: value, [`shown-${field}`]: present })));
const shown = async (browser: Browser) => (await browser.view(page, 'contact facts')).facts;

async function startWithTwo() {
  const inbox = await startInbox();
  return { ...inbox, annas: await inbox.browserOf(anna), bobs: await inbox.browserOf(bob) };
}

describe('contact facts', () => {
  it('are set with who did it, stay dated while they stay the same, and return to what the site came with', async () => {
    const { annas, bobs, history } = await startWithTwo();
    const [email, phone] = await shown(annas);
    expect(email).toEqual({ field: 'email', value: '', present: '', builtIn: site.contact.email, isSet: false });
    expect(phone).toMatchObject({ builtIn: site.contact.phone, isSet: false });
    const linkedin = 'https://www.linkedin.com/company/other';
    const sent = { email: '', phone: ' +44 117 496 0143 ', address: '', linkedin };
    expect(await annas.press(page, sent)).toEqual([303, `${page}?done=contact-facts`]);
    const set = await shown(annas);
    expect(set[1]).toMatchObject({ value: '+44 117 496 0143', isSet: true, since: { by: anna } });
    await bobs.post(page, { ...asShown(set), email: 'new@example.com', linkedin: '' });
    const [first, second, , last] = await shown(bobs);
    expect(first).toMatchObject({ value: 'new@example.com', since: { by: bob } });
    expect(second).toEqual(set[1]);
    const { linkedin: builtIn } = site.contact.socialMedia;
    expect(last).toEqual({ field: 'linkedin', value: '', present: '', builtIn, isSet: false });
    const kept = { act: 'contact facts', by: bob, detail: 'linkedin, email' };
    expect(await history()).toMatchObject([kept, { ...kept, by: anna, detail: 'phone, linkedin' }]);
  });

  it('are saved all or none: a fault is told beside its field, and everything typed is still there', async () => {
    const { annas, history } = await startWithTwo();
    const typed = { email: 'nobody', phone: '+44 117 496 0143', address: 'x\u0000y', linkedin: 'javascript:alert(1)' };
    const answer = await annas.post(page, typed);
    expect(answer.status).toBe(422);
    const { facts } = await viewOf(answer, 'contact facts');
    expect(facts.map(({ value }) => value)).toEqual(Object.values(typed));
    const fault = expect.stringMatching(/^(?:Give|The value) .*\.$/);
    expect(facts.map((fact) => fact.fault)).toEqual([fault, undefined, fault, fault]);
    expect((await shown(annas)).filter(({ isSet }) => isSet)).toEqual([]);
    expect(await history()).toEqual([]);
  });

  it('that two people change at once are both changed, where each changes another, or both say the same', async () => {
    const { annas, bobs } = await startWithTwo();
    await annas.post(page, { phone: '+44 117 496 0001', address: '1 Quay' });
    const seen = asShown(await shown(annas));
    await bobs.post(page, { ...seen, phone: '+44 117 496 0002', address: '' });
    expect((await annas.press(page, { ...seen, email: 'new@example.com', phone: '+44 117 496 0002' }))[0]).toBe(303);
    const facts = await shown(annas);
    expect(facts.map(({ value }) => value)).toEqual(['new@example.com', '+44 117 496 0002', '', '']);
    expect(facts[1]?.since?.by).toBe(bob);
  });

  it('that somebody else has changed meanwhile are not undone unseen: nothing is saved, and by whom is told', async () => {
    const { annas, bobs, history } = await startWithTwo();
    await annas.post(page, { address: '1 Quay' });
    const seen = asShown(await shown(annas));
    await bobs.post(page, { ...seen, phone: '+44 117 496 0002', address: '' });
    const typed = { email: 'new@example.com', phone: ' +44 117 496 0003', address: '2 Quay' };
    const values = [...Object.values(typed), ''];
    const kept = await history();
    for (const resumed of [{}, { resumed: 'yes' }]) {
      const answer = await annas.post(page, { ...seen, ...typed, ...resumed });
      expect(answer.status).toBe('resumed' in resumed ? 200 : 409);
      const { facts } = await viewOf(answer, 'contact facts');
      expect(facts.map(({ value }) => value)).toEqual(values);
      expect(facts.map(({ present }) => present)).toEqual(['', '+44 117 496 0002', '', '']);
      expect(facts.map(({ fault }) => fault)).toEqual([
        undefined,
        `${bob} set it to “+44 117 496 0002” after you had opened this page. Save again to replace that.`,
        expect.stringMatching(/^Somebody returned it to what the site came with/),
        undefined,
      ]);
      expect(await history()).toEqual(kept);
      const again = { ...asShown(facts), email: '', phone: '+44 117 496 0002', address: '' };
      expect((await annas.press(page, again))[0]).toBe(303);
    }
    const told = asShown((await viewOf(await annas.post(page, { ...seen, ...typed }), 'contact facts')).facts);
    expect((await annas.press(page, told))[0]).toBe(303);
    expect((await shown(annas)).map(({ value }) => value)).toEqual(values.map((one) => one.trim()));
    expect(await history()).toEqual([expect.objectContaining({ by: anna, detail: 'email, phone, address' }), ...kept]);
  });
});
