import { describe, expect, it } from 'vitest';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

describe('erasing', () => {
  it('asks about one enquiry, does it, and keeps who did', async () => {
    const { browserOf, receive, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    const page = `/enquiries/${id}/erase`;
    expect(await viewOf(await browser.get(page), 'erase')).toMatchObject({
      of: { enquiry: { id } },
      found: [{ id }],
      count: 1,
    });
    const answer = await browser.post(page, { seen: '0' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/waiting?done=erase&count=1']);
    expect(await enquiries.find({ id })).toEqual([]);
    expect(await enquiries.activity({ limit: 9 })).toMatchObject([{ act: 'erase', by: anna, detail: '1' }]);
    expect((await browser.post(page, { seen: '0' })).status).toBe(404);
  });

  it('asks again about an enquiry that somebody has acted on since', async () => {
    const { browserOf, receive, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    const id = await receive();
    await enquiries.act(id, { act: 'note', text: 'Important' }, { who: bob });
    const answer = await browser.post(`/enquiries/${id}/erase`, { seen: '0' });
    expect(answer.status).toBe(409);
    expect(await viewOf(answer, 'erase')).toMatchObject({
      of: { enquiry: { id, version: 1 } },
      notice: { kind: 'problem' },
    });
    expect(await enquiries.find({ id })).toHaveLength(1);
  });

  it('takes all of one person, in whatever case the address was written, and nothing of others', async () => {
    const { browserOf, receive, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    for (let number = 0; number < 22; number += 1) await receive();
    await receive({ ...fields, email: 'else@example.com' });
    const view = await viewOf(await browser.get('/erase?email=%20ADA@example.com'), 'erase');
    expect([view.of, view.found.length, view.count]).toEqual([{ email: 'ADA@example.com' }, 20, 22]);
    const answer = await browser.post('/erase', { email: 'ADA@example.com' });
    expect(answer.headers.get('location')).toBe('/waiting?done=erase&count=22');
    expect((await enquiries.list({ limit: 9 })).map(({ email }) => email)).toEqual(['else@example.com']);
  });

  it('reads no more of a person than it shows when it asks', async () => {
    const core = await startInbox();
    const lengths: number[] = [];
    const counted =
      <Given>(read: (given: Given) => Promise<readonly StoredEnquiry[]>) =>
      async (given: Given) => {
        const found = await read(given);
        lengths.push(found.length);
        return found;
      };
    const { find, list } = core.enquiries;
    const enquiries = { ...core.enquiries, find: counted(find), list: counted(list) };
    const { browserOf } = await startInbox({}, { enquiries });
    for (let number = 0; number < 22; number += 1) await core.receive();
    const view = await viewOf(await (await browserOf(anna)).get('/erase?email=ada@example.com'), 'erase');
    expect([view.found.length, view.count, lengths]).toEqual([20, 22, [20]]);
  });

  it.each(['', 'nobody@example.com', '%', '\u0000@example.com'])('finds nothing of %j', async (email) => {
    const { browserOf, receive, enquiries } = await startInbox();
    const browser = await browserOf(anna);
    await receive();
    const view = await viewOf(await browser.get(`/erase?email=${encodeURIComponent(email)}`), 'erase');
    expect([view.found, view.count]).toEqual([[], 0]);
    await browser.post('/erase', { email });
    expect(await enquiries.count({})).toBe(1);
  });
});
