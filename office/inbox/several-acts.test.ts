import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../enquiries/core/reference.ts';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

async function startWithThree() {
  const inbox = await startInbox();
  const ids = [await inbox.receive(), await inbox.receive(), await inbox.receive()] as const;
  const stored = () => inbox.enquiries.list({ limit: 9, after: '' });
  const handlings = async () => (await stored()).map(({ handling }) => handling);
  return { ...inbox, ids, chosen: ids.map((id) => `${id}:0`), stored, handlings, browser: await inbox.browserOf(anna) };
}

describe('several at once', () => {
  it('take an act, and lead back to the list with their number', async () => {
    const { browser, chosen, handlings } = await startWithThree();
    const sent = { chosen, act: 'spam', to: '', back: '/search?words=ada&done=note' };
    expect(await browser.press('/acts', sent)).toEqual([303, '/search?words=ada&done=spam&count=3']);
    expect(await handlings()).toEqual(['set aside', 'set aside', 'set aside']);
  });

  it('are assigned to somebody who opens the inbox, and to nobody else', async () => {
    const { browser, people, chosen, stored } = await startWithThree();
    await people.invite(bob);
    const assign = async (to: string) => (await browser.press('/acts', { chosen, act: 'assign', to }))[0];
    expect([await assign('nobody@example.com'), await assign('?'), await assign(bob)]).toEqual([400, 422, 303]);
    expect((await stored()).map(({ assignedTo }) => assignedTo)).toEqual([bob, bob, bob]);
  });

  it('leave alone what somebody has acted on since, and tell who did what', async () => {
    const { browser, ids, chosen, enquiries, handlings } = await startWithThree();
    await enquiries.act(ids[1], { act: 'set aside' }, { who: bob });
    await enquiries.act(ids[2], { act: 'answer' }, { who: bob });
    const answer = await browser.post('/acts', { chosen, act: 'answer', back: '/waiting' });
    expect(answer.status).toBe(409);
    const { notice, items } = await viewOf(answer, 'list');
    expect(notice).toMatchObject({ kind: 'problem', text: expect.stringContaining('2 enquiries') });
    expect(notice?.details).toEqual([expect.stringContaining(`${referenceOf(ids[1])}: ${bob} set it aside`)]);
    expect(items).toEqual([]);
    expect(await handlings()).toEqual(['answered', 'set aside', 'answered']);
  });

  it('do nothing where nothing was chosen, and say so in the list', async () => {
    const { browser, handlings } = await startWithThree();
    const answer = await browser.post('/acts', { act: 'answer', back: '/waiting' });
    const { notice, items } = await viewOf(answer, 'list');
    expect([answer.status, notice?.kind, items.length]).toEqual([422, 'problem', 3]);
    expect(await handlings()).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('are erased once that was asked about', async () => {
    const { browser, ids, chosen, stored } = await startWithThree();
    const sent = { chosen: chosen.slice(0, 2), act: 'erase', back: '/answered' };
    const question = await viewOf(await browser.post('/acts', sent), 'erase');
    expect(question).toMatchObject({ of: { several: sent.chosen, back: '/answered' }, count: 2 });
    expect(question.found.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await stored()).toHaveLength(3);
    const erased = await browser.press('/acts', { ...sent, confirmed: 'yes' });
    expect(erased).toEqual([303, '/answered?done=erase&count=2']);
    expect(await stored()).toMatchObject([{ id: ids[2] }]);
  });

  it('are not erased where somebody has acted on one since: that is asked about again', async () => {
    const { browser, ids, chosen, enquiries, stored } = await startWithThree();
    await enquiries.act(ids[0], { act: 'note', text: 'Important' }, { who: bob });
    const answer = await browser.post('/acts', { chosen, act: 'erase', confirmed: 'yes', back: '/waiting' });
    expect(answer.status).toBe(409);
    const asked = { of: { several: [`${ids[0]}:1`] }, count: 1, notice: { kind: 'problem' } };
    expect(await viewOf(answer, 'erase')).toMatchObject(asked);
    expect(await stored()).toMatchObject([{ id: ids[0] }]);
  });
});
