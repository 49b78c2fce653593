import { describe, expect, it } from 'vitest';
import { trapField } from '../../enquiries/core/enquiry.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { replyTo } from './enquiry.tsx';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox, startWithOne } from '../testing/inbox-under-test.ts';

describe('an enquiry', () => {
  it('is shown with what became of it, who may see to it, and a reply that is addressed', async () => {
    const { annas, page, receive, id } = await startWithOne();
    await receive();
    const view = await annas.view(page, 'enquiry');
    expect(view).toMatchObject({
      enquiry: { id, handling: 'waiting', ...fields },
      deliveries: [{ channel: 'mail', delivery: { state: 'due' } }],
      activity: [],
      people: [anna, bob],
      fromSameAddress: 2,
      reply: `mailto:ada@example.com?subject=Re%3A%20A%20quotation%20(${view.enquiry.reference})`,
    });
  });

  it('is answered, opened again, noted on, assigned, mailed again, set aside and delivered', async () => {
    const { annas, page, found, enquiries } = await startWithOne();
    await enquiries.deliverDue();
    const acts: [string, Record<string, string>, object][] = [
      ['answer', {}, { handling: 'answered' }],
      ['reopen', {}, { handling: 'waiting' }],
      ['note', { note: ' Called.\r\nTwice. ' }, {}],
      ['assign', { to: bob }, { assignedTo: bob }],
      ['assign', { to: '' }, { assignedTo: null }],
      ['spam', {}, { handling: 'set aside' }],
      ['release', {}, { handling: 'waiting', delivery: { state: 'delivered' } }],
      ['retry', {}, { delivery: { state: 'due' } }],
    ];
    for (const [at, [name, sent, result]] of acts.entries()) {
      expect(await annas.press(`${page}/${name}`, { seen: `${at}`, ...sent })).toEqual([303, `${page}?done=${name}`]);
      expect((await annas.view(`${page}?done=${name}`, 'enquiry')).notice?.kind).toBe('done');
      expect(await found()).toMatchObject(result);
    }
    const { activity } = await annas.view(page, 'enquiry');
    const names = ['answer', 'reopen', 'note', 'assign', 'assign', 'set aside', 'release', 'retry'];
    expect(activity).toMatchObject(names.map((act) => ({ act, by: anna })));
    expect(activity[2]?.detail).toBe('Called.\nTwice.');
  });

  it('is not changed unseen: who was overtaken is told by whom, and keeps what was typed', async () => {
    const { annas, bobs, page, found, clock } = await startWithOne();
    await annas.post(`${page}/note`, { seen: '0', note: 'Called' });
    await bobs.post(`${page}/assign`, { seen: '1', to: bob });
    await bobs.post(`${page}/note`, { seen: '2', note: 'I call them' });
    const answer = await annas.post(`${page}/spam`, { seen: '1', note: 'typed' });
    expect(answer.status).toBe(409);
    const view = await viewOf(answer, 'enquiry');
    expect(view).toMatchObject({ address: page, note: 'typed', enquiry: { version: 3, handling: 'waiting' } });
    const time = clock.now().toLocaleTimeString('en-GB', { timeStyle: 'short' });
    const details = [`${bob} assigned it to ${bob}, Wednesday ${time}.`, `${bob} wrote a note, Wednesday ${time}.`];
    expect(view.notice).toMatchObject({ kind: 'problem', details });
    expect((await annas.press(`${page}/spam`, { seen: `${view.enquiry.version}` }))[0]).toBe(303);
    expect(await found()).toMatchObject({ handling: 'set aside', assignedTo: bob });
  });

  it.each([
    ['twice by one person, as by a double click', anna, 'You marked'],
    ['by two people', bob, `${bob} marked`],
  ])('is plainly said to be so already when it is answered %s', async (_how, first, says) => {
    const { browserOf, annas, page, found } = await startWithOne();
    await (await browserOf(first)).post(`${page}/answer`, { seen: '0' });
    const answer = await annas.post(`${page}/answer`, { seen: '0' });
    const { notice } = await viewOf(answer, 'enquiry');
    expect([answer.status, notice?.kind, notice?.details]).toEqual([200, 'done', [expect.stringContaining(says)]]);
    expect((await found())?.version).toBe(1);
  });

  it('tells who was overtaken of the last acts, also where the first ones are kept no more', async () => {
    const { enquiries, receive } = await startInbox();
    const activity: typeof enquiries.activity = async (about) => (await enquiries.activity(about)).slice(1);
    const { browserOf } = await startInbox({}, { enquiries: { ...enquiries, activity } });
    const id = await receive();
    for (const to of [anna, bob, null]) await enquiries.act(id, { act: 'assign', to }, { who: bob });
    const answer = await (await browserOf(anna)).post(`/enquiries/${id}/answer`, { seen: '2' });
    const details = [expect.stringContaining(`${bob} assigned it to nobody`)];
    expect((await viewOf(answer, 'enquiry')).notice).toMatchObject({ kind: 'problem', details });
  });

  it('is saved a note whatever others have done meanwhile', async () => {
    const { annas, bobs, page, history } = await startWithOne();
    await bobs.post(`${page}/answer`, { seen: '0' });
    expect((await annas.press(`${page}/note`, { seen: '0', note: 'x'.repeat(10_000) }))[0]).toBe(303);
    expect(await history()).toHaveLength(2);
  });

  it.each([
    ['note', { note: ' \r\n ' }],
    ['note', { note: 'x'.repeat(10_001) }],
    ['assign', { to: 'nobody@example.com' }],
  ] as const)('takes no %s that is none, says why, and keeps it', async (name, sent) => {
    const { annas, page, found } = await startWithOne();
    const answer = await annas.post(`${page}/${name}`, { seen: '0', ...sent });
    expect(answer.status).toBe(422);
    const kept = { notice: { kind: 'problem' }, ...('note' in sent && { note: sent.note }) };
    expect(await viewOf(answer, 'enquiry')).toMatchObject(kept);
    expect((await found())?.version).toBe(0);
  });

  it('that is not what an act needs is left as it is', async () => {
    const { annas, page, found } = await startWithOne({ [trapField]: 'x' });
    const answer = await annas.post(`${page}/answer`, { seen: '0' });
    expect([answer.status, (await viewOf(answer, 'enquiry')).notice?.kind]).toEqual([409, 'problem']);
    expect(await found()).toMatchObject({ handling: 'set aside', version: 0 });
  });

  it('that was erased meanwhile is not there any more', async () => {
    const { annas, page, id, enquiries } = await startWithOne();
    await enquiries.erase({ id });
    expect((await annas.press(`${page}/answer`, { seen: '0' }))[0]).toBe(404);
  });
});

describe('a reply', () => {
  it('has one address and one subject, whatever a visitor wrote', () => {
    const email = "o'neil+a&cc=x%0A@example.com";
    const subject = 'Hi?&bcc=evil@example.com\r\nCc: x#\uD800';
    const { protocol, pathname, searchParams, hash } = new URL(replyTo({ email, subject, reference: 'AAAA-BBBB' }));
    expect([protocol, decodeURIComponent(pathname), hash]).toEqual(['mailto:', email, '']);
    expect([...searchParams]).toEqual([['subject', 'Re: Hi?&bcc=evil@example.com Cc: x#\uFFFD (AAAA-BBBB)']]);
  });

  it.each(['\u202E', '\u2066', '\u200B', '\u00AD', '\uFEFF', '\u{E0041}'])(
    'has nothing in its subject that hides or turns round: %j',
    (hidden) => {
      const { searchParams } = new URL(replyTo({ email: 'a@b.example', subject: `Hi${hidden}you`, reference: 'A-B' }));
      expect(searchParams.get('subject')).toBe('Re: Hi you (A-B)');
    },
  );
});
