import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../enquiries/core/reference.ts';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

async function startWithThree() {
  const inbox = await startInbox();
  const ids = [await inbox.receive(), await inbox.receive(), await inbox.receive()] as const;
  const chosen = ids.map((id) => `${id}:0`);
  const handlings = async () => (await inbox.enquiries.list({ limit: 9, after: '' })).map(({ handling }) => handling);
  return { ...inbox, ids, chosen, handlings, browser: await inbox.browserOf(anna) };
}

describe('several at once', () => {
  it.each([
    ['answer', 'answered'],
    ['spam', 'set aside'],
  ])('take the act "%s", and lead back to the list with their number', async (act, handling) => {
    const { browser, chosen, handlings } = await startWithThree();
    const answer = await browser.post('/acts', { chosen, act, to: '', back: '/search?words=ada&done=note' });
    const place = answer.headers.get('location') ?? '';
    expect([answer.status, place]).toEqual([303, `/search?words=ada&done=${act}&count=3`]);
    expect(await handlings()).toEqual([handling, handling, handling]);
    expect((await viewOf(await browser.get(place), 'list')).notice?.text).toContain('3 enquiries');
  });

  it('are assigned to somebody who opens the inbox, and to nobody else', async () => {
    const { browser, people, chosen, enquiries } = await startWithThree();
    await people.invite(bob);
    const assign = (to: string) => browser.post('/acts', { chosen, act: 'assign', to, back: '/waiting' });
    expect((await assign('nobody@example.com')).status).toBe(400);
    expect((await assign('?')).status).toBe(422);
    expect((await assign(bob)).status).toBe(303);
    expect((await enquiries.list({ limit: 9 })).map(({ assignedTo }) => assignedTo)).toEqual([bob, bob, bob]);
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
    const { browser, ids, chosen, enquiries } = await startWithThree();
    const question = await viewOf(
      await browser.post('/acts', { chosen: chosen.slice(0, 2), act: 'erase', back: '/answered' }),
      'erase',
    );
    expect(question).toMatchObject({ of: { several: chosen.slice(0, 2), back: '/answered' }, count: 2 });
    expect(question.found.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await enquiries.count({})).toBe(3);
    const confirmed = { chosen: chosen.slice(0, 2), act: 'erase', confirmed: 'yes', back: '/answered' };
    const answer = await browser.post('/acts', confirmed);
    expect(answer.headers.get('location')).toBe('/answered?done=erase&count=2');
    expect((await enquiries.list({ limit: 9 })).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('are not erased where somebody has acted on one since: that is asked about again', async () => {
    const { browser, ids, chosen, enquiries } = await startWithThree();
    await enquiries.act(ids[0], { act: 'note', text: 'Important' }, { who: bob });
    const confirmed = { chosen, act: 'erase', confirmed: 'yes', back: '/waiting' };
    const answer = await browser.post('/acts', confirmed);
    expect(answer.status).toBe(409);
    const view = await viewOf(answer, 'erase');
    expect(view).toMatchObject({ of: { several: [`${ids[0]}:1`] }, count: 1, notice: { kind: 'problem' } });
    expect((await enquiries.list({ limit: 9 })).map(({ id }) => id)).toEqual([ids[0]]);
  });
});
