import { describe, expect, it } from 'vitest';
import { site } from '../../content/site.ts';
import { viewOf, type Browser } from './testing/browser.ts';
import { anna, bob, startInbox } from './testing/inbox-under-test.ts';

const page = '/contact-facts';
const shown = async (browser: Browser) => (await viewOf(await browser.get(page), 'contact facts')).facts;

describe('contact facts', () => {
  it('are set with who did it, stay dated while they stay the same, and return to what the site came with', async () => {
    const { browserOf, enquiries } = await startInbox();
    const [annas, bobs] = [await browserOf(anna), await browserOf(bob)];
    const [email, phone] = await shown(annas);
    expect(email).toEqual({ field: 'email', value: '', builtIn: site.contact.email, isSet: false });
    expect(phone).toMatchObject({ builtIn: site.contact.phone, isSet: false });
    const linkedin = 'https://www.linkedin.com/company/other';
    const answer = await annas.post(page, { email: '', phone: ' +44 117 496 0143 ', address: '', linkedin });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?done=contact-facts`]);
    const set = await shown(annas);
    expect(set[1]).toMatchObject({ value: '+44 117 496 0143', isSet: true, since: { by: anna } });
    await bobs.post(page, { email: 'new@example.com', phone: '+44 117 496 0143', address: '', linkedin: '' });
    const [first, second, , last] = await shown(bobs);
    expect(first).toMatchObject({ value: 'new@example.com', since: { by: bob } });
    expect(second).toEqual(set[1]);
    expect(last).toEqual({ field: 'linkedin', value: '', builtIn: site.contact.socialMedia.linkedin, isSet: false });
    const kept = await enquiries.activity({ limit: 9 });
    expect(kept.map(({ act, by, detail }) => [act, by, detail])).toEqual([
      ['contact facts', bob, 'linkedin, email'],
      ['contact facts', anna, 'phone, linkedin'],
    ]);
  });

  it('are saved all or none: a fault is told beside its field, and everything typed is still there', async () => {
    const { browserOf, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    const typed = { email: 'nobody', phone: '+44 117 496 0143', address: 'x\u0000y', linkedin: 'javascript:alert(1)' };
    const answer = await browser.post(page, typed);
    expect(answer.status).toBe(422);
    const { facts } = await viewOf(answer, 'contact facts');
    expect(facts.map(({ value }) => value)).toEqual(Object.values(typed));
    const fault = expect.stringMatching(/^(?:Give|The value) .*\.$/);
    expect(facts.map((fact) => fact.fault)).toEqual([fault, undefined, fault, fault]);
    expect((await shown(browser)).filter(({ isSet }) => isSet)).toEqual([]);
    expect(await enquiries.activity({ limit: 9 })).toEqual([]);
  });
});
