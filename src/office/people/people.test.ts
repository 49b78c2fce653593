import { describe, expect, it } from 'vitest';
import { addPasskey } from '../../accounts/testing/add-passkey.ts';
import { anna, bob, startTestOffice } from '../testing/office-under-test.ts';

const person = `/people/person?email=${encodeURIComponent(bob)}`;

describe('roles', () => {
  it.each([
    ['enquiries', '/open', '/open /search /history /export?folder=open', '/content /people'],
    ['content', '/content', '/content /content/revisions /account', '/open?x /search /history /people'],
    ['people', '/people', '/people /people/invite /account', '/search /history /content /content/publish'],
  ] as const)('%s: opens its part and no other, and leads there first', async (role, first, open, shut) => {
    const browser = await (await startTestOffice()).browserOf(anna, role);
    expect((await browser.getLocation('/open')) ?? '/open').toBe(first);
    for (const path of open.split(' ')) expect([path, await browser.getStatus(path)]).toEqual([path, 200]);
    for (const path of shut.split(' ')) expect([path, await browser.getStatus(path)]).toEqual([path, 404]);
  });

  it('that end while a page is open are refused in words, and nothing is done', async () => {
    const { browserOf, people, receive, enquiries } = await startTestOffice();
    const [annas, id] = [await browserOf(anna), await receive()];
    await people.setRoles(anna, ['content']);
    const answer = await annas.postForView('message', `/enquiries/${id}/close`, { seen: '0' });
    expect(answer).toMatchObject([403, { advice: expect.stringContaining('roles') }]);
    expect((await enquiries.find({ id }))[0]).toMatchObject({ version: 0 });
  });
});

describe('people', () => {
  it('are invited with roles by a link that is shown once, and the history keeps who did it', async () => {
    const { browserOf, people, origin, listEvents } = await startTestOffice();
    const annas = await browserOf(anna, 'people');
    const roles = ['content', 'people'];
    const sent = { email: 'Bob@example.com', role: roles };
    const [, { link }] = await annas.postForView('invited', '/people/invite', sent);
    const [address, token = ''] = link.split('#');
    expect(address).toBe(`${origin}/invitation`);
    expect(await people.findInvitation(token)).toMatchObject({ email: bob });
    expect((await annas.getView('/people', 'people')).people[1]).toMatchObject({ email: bob, roles });
    expect(await listEvents()).toMatchObject([{ action: 'invite', actor: anna, detail: bob }]);
  });

  it.each([{ email: 'nobody', role: 'content' }, { email: bob }])('are not invited by %j', async (sent) => {
    const { browserOf, people } = await startTestOffice();
    const answer = await (await browserOf(anna, 'people')).postForView('person', '/people/invite', sent);
    expect(answer).toMatchObject([422, { values: { email: sent.email } }]);
    expect(await people.listPeople()).toHaveLength(1);
  });

  it('get other roles, and are removed, but for the last who has the role people', async () => {
    const { browserOf, people, listEvents } = await startTestOffice();
    const annas = await browserOf(anna, 'people');
    for (const email of [anna, bob]) await addPasskey(people, email, email);
    for (const path of ['/people/roles', '/people/remove'])
      expect((await annas.submitForm(path, { email: anna }))[0]).toBe(409);
    const given = { email: bob, role: ['content', 'people'] };
    expect(await annas.submitForm('/people/roles', given)).toEqual([303, '/people?done=roles']);
    expect(await annas.submitForm('/people/remove', { email: anna })).toEqual([303, '/people?done=remove-person']);
    expect((await people.listPeople()).map(({ email, roles }) => [email, roles])).toEqual([
      [bob, ['content', 'people']],
    ]);
    expect((await listEvents()).map(({ action, detail }) => [action, detail])).toEqual([
      ['remove', anna],
      ['roles', `${bob}, content and people`],
    ]);
  });

  it('are invited by mail where the site can, and the page has the link still', async () => {
    const sent: unknown[] = [];
    const refused = { delivered: false, permanent: true, reason: '550 no such box' } as const;
    const outcomes = [{ delivered: true } as const, refused];
    const mailInvitation = async (invitation: unknown) => outcomes[sent.push(invitation) - 1] ?? refused;
    const { browserOf } = await startTestOffice({}, { mailInvitation });
    const annas = await browserOf(anna, 'people');
    const invite = { email: bob, role: 'content', by: 'mail' };
    const send = async () => (await annas.postForView('invited', '/people/invite', invite))[1];
    const { link, mailOutcome } = await send();
    expect([sent, mailOutcome]).toMatchObject([[{ email: bob, inviterEmail: anna, link }], { delivered: true }]);
    expect((await send()).mailOutcome).toEqual(refused);
    await annas.post('/people/invite', { ...invite, by: '' });
    expect(sent).toHaveLength(2);
  });

  it('leave what waits for them to who sees enquiries, or to nobody', async () => {
    const { browserOf, enquiries, receive } = await startTestOffice();
    const annas = await browserOf(anna, 'people', 'enquiries');
    const id = await receive();
    for (const [heir, left] of [
      [anna, anna],
      ['', null],
    ] as const) {
      await browserOf(bob, 'enquiries');
      await enquiries.applyAction(id, { action: 'assign', to: bob }, { actor: bob });
      const named = { email: bob, to: heir };
      expect((await annas.submitForm('/people/remove', { ...named, to: 'nobody@example.com' }))[0]).toBe(422);
      expect((await annas.submitForm('/people/remove', named))[0]).toBe(303);
      expect((await enquiries.find({ id }))[0]).toMatchObject({ assignee: left });
    }
  });

  it('are changed only after the passkey was shown again, and what was chosen is kept', async () => {
    const { browserOf, startSession, people, advanceClock } = await startTestOffice();
    const annas = await browserOf(anna, 'people');
    await browserOf(bob);
    advanceClock(5 * 60_000 + 1);
    const chosen = { email: [bob], role: ['content'] };
    for (const path of ['/people/invite', person]) expect([path, await annas.getStatus(path)]).toEqual([path, 401]);
    for (const path of ['/people/invite', '/people/roles']) {
      const [, asked] = await annas.postForView('sign in', path, chosen);
      expect(asked).toMatchObject({ isReauthentication: true, returnPath: path, replayedFields: chosen });
    }
    expect(await annas.post('/people/remove', chosen)).toMatchObject({ status: 401 });
    await startSession(annas, anna);
    const [, shown] = await annas.postForView('person', '/people/roles', { ...chosen, resumed: 'yes' });
    expect(shown).toMatchObject({ values: { roles: ['content'] }, listedPerson: { roles: ['enquiries', 'content'] } });
    expect((await people.listPeople())[1]).toMatchObject({ email: bob, roles: ['enquiries', 'content'] });
  });
});
