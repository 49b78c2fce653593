import { describe, expect, it, vi } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox, startWithOne } from '../testing/inbox-under-test.ts';

describe('erasing', () => {
  it('asks about one enquiry, does it, and keeps who did', async () => {
    const { annas, id, page, found, history } = await startWithOne();
    const asked = { of: { enquiry: { id } }, found: [{ id }], count: 1 };
    expect(await annas.view(`${page}/erase`, 'erase')).toMatchObject(asked);
    expect(await annas.press(`${page}/erase`, { seen: '0' })).toEqual([303, '/waiting?done=erase&count=1']);
    expect(await found()).toBeUndefined();
    expect(await history()).toMatchObject([{ act: 'erase', by: anna, detail: '1' }]);
    expect((await annas.press(`${page}/erase`, { seen: '0' }))[0]).toBe(404);
  });

  it('asks again about an enquiry that somebody has acted on since', async () => {
    const { annas, id, page, found, enquiries } = await startWithOne();
    await enquiries.act(id, { act: 'note', text: 'Important' }, { who: bob });
    const answer = await annas.post(`${page}/erase`, { seen: '0' });
    expect(answer.status).toBe(409);
    const asked = { of: { enquiry: { id, version: 1 } }, notice: { kind: 'problem' } };
    expect(await viewOf(answer, 'erase')).toMatchObject(asked);
    expect(await found()).toBeDefined();
  });

  it('takes all of one person, in whatever case, and nothing of others, and reads only what it shows', async () => {
    const { enquiries, receive } = await startInbox();
    const watched = { ...enquiries, find: vi.fn(enquiries.find), list: vi.fn(enquiries.list) };
    const { browserOf } = await startInbox({}, { enquiries: watched });
    const browser = await browserOf(anna);
    for (let number = 0; number < 22; number += 1) await receive();
    const other = await receive({ ...fields, email: 'else@example.com' });
    const view = await browser.view('/erase?email=%20ADA@example.com', 'erase');
    expect([view.of, view.found.length, view.count]).toEqual([{ email: 'ADA@example.com' }, 20, 22]);
    expect([watched.find.mock.calls, watched.list.mock.calls]).toMatchObject([[], [[{ limit: 20 }]]]);
    const erased = await browser.press('/erase', { email: 'ADA@example.com' });
    expect(erased).toEqual([303, '/waiting?done=erase&count=22']);
    expect(await enquiries.list({ limit: 9 })).toMatchObject([{ id: other }]);
  });

  it.each(['', 'nobody@example.com', '%', '\u0000@example.com'])('finds nothing of %j', async (email) => {
    const { annas, found } = await startWithOne();
    const view = await annas.view(`/erase?email=${encodeURIComponent(email)}`, 'erase');
    expect([view.found, view.count]).toEqual([[], 0]);
    await annas.post('/erase', { email });
    expect(await found()).toBeDefined();
  });
});
