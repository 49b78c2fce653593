import { describe, expect, it } from 'vitest';
import { office } from '../../content/words.ts';
import { computeReminderTime } from '../../enquiries/response-target.ts';
import { trapField } from '../../enquiries/enquiry.ts';
import { referenceOf } from '../../enquiries/reference.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startInbox, startWithOne } from '../testing/inbox-under-test.ts';
import { formatMailtoLink } from './enquiry.tsx';

describe('an enquiry', () => {
  it('is shown with what became of it, who may see to it, and a reply that is addressed', async () => {
    const { annas, page, receive, id } = await startWithOne();
    await receive();
    const view = await annas.view(page, 'enquiry');
    expect(view).toMatchObject({
      enquiry: { id, status: 'open', ...fields },
      deliveries: [{ kind: 'mail', state: 'due' }],
      people: [anna, bob],
      fromSameAddress: 2,
      reply: `mailto:ada@example.com?subject=Re%3A%20A%20quotation%20(${view.enquiry.reference})`,
    });
  });

  it('is answered, opened again, noted on, assigned, mailed again, set aside and delivered', async () => {
    const { annas, page, found, outbox } = await startWithOne();
    await outbox.deliverDue();
    const acts: [string, Record<string, string>, object][] = [
      ['answer', {}, { status: 'closed' }],
      ['reopen', {}, { status: 'open' }],
      ['answer-by-mail', {}, { status: 'closed' }],
      ['came-back', {}, { status: 'open' }],
      ['answer', {}, { status: 'closed' }],
      ['written-again', {}, { status: 'open' }],
      ['note', { note: ' Called.\r\nTwice. ' }, {}],
      ['assign', { to: bob }, { assignee: bob }],
      ['assign', { to: '' }, { assignee: null }],
      ['spam', {}, { status: 'spam' }],
      ['release', {}, { status: 'open', mail: { state: 'delivered' } }],
      ['retry', {}, { mail: { state: 'due' } }],
    ];
    for (const [at, [name, sent, result]] of acts.entries()) {
      expect(await annas.press(`${page}/${name}`, { seen: `${at}`, ...sent })).toEqual([303, `${page}?done=${name}`]);
      expect((await annas.view(`${page}?done=${name}`, 'enquiry')).notice?.kind).toBe('done');
      expect(await found()).toMatchObject(result);
    }
    const { activity } = await annas.view(page, 'enquiry');
    const clock = ['close', 'reopen', 'answer by mail', 'came back', 'close', 'written again'];
    const names = [...clock, 'note', 'assign', 'assign', 'set aside', 'release', 'retry'];
    expect(activity).toMatchObject(names.map((action) => ({ action, actor: anna })));
    expect(activity[6]?.detail).toBe('Called.\nTwice.');
  });

  it('is ended for a reason of the words, and keeps on one line what is said of it', async () => {
    const { annas, page, found, history } = await startWithOne();
    const reason = office.reasons.at(-1) ?? '';
    await annas.post(`${page}/answer`, { seen: '0', reason, remark: ` She \r\ncalls${'!'.repeat(300)}` });
    expect(await found()).toMatchObject({ status: 'closed', closedReason: reason });
    const [act] = await history();
    expect(act).toMatchObject({ action: 'close', detail: reason, note: expect.stringMatching(/^She {1,2}calls!+$/) });
    expect(act?.note).toHaveLength(200);
    await annas.post(`${page}/reopen`, { seen: '1' });
    await annas.post(`${page}/answer`, { seen: '2', reason: 'Made up' });
    expect(await found()).toMatchObject({ status: 'closed', closedReason: null });
  });

  it('reminds of itself on a day that lies ahead, when the office opens, until that is taken back', async () => {
    const { annas, page, clock } = await startWithOne();
    const shown = async () => (await annas.view(page, 'enquiry')).reminder;
    expect((await annas.press(`${page}/remind`, { seen: '0', day: 'three days', date: '' }))[0]).toBe(303);
    expect(await shown()).toBe(computeReminderTime('three days', clock.now(), office)?.toISOString());
    expect((await annas.press(`${page}/remind`, { seen: '0', day: 'tomorrow', date: '2025-06-12' }))[0]).toBe(303);
    expect(await shown()).toBe(computeReminderTime('2025-06-12', clock.now(), office)?.toISOString());
    for (const date of ['2024-06-12', '2025-02-30', 'x'])
      expect((await annas.press(`${page}/remind`, { seen: '0', date }))[0]).toBe(422);
    await annas.post(`${page}/forget`, { seen: '0' });
    expect(await shown()).toBeUndefined();
  });

  it('is not changed unseen: who was overtaken is told by whom, and keeps what was typed', async () => {
    const { annas, bobs, page, found, clock } = await startWithOne();
    await annas.post(`${page}/note`, { seen: '0', note: 'Called' });
    await bobs.post(`${page}/assign`, { seen: '1', to: bob });
    await bobs.post(`${page}/note`, { seen: '2', note: 'I call them' });
    const answer = await annas.post(`${page}/spam`, { seen: '1', note: 'typed', remark: 'Sure?' });
    expect(answer.status).toBe(409);
    const view = await viewOf(answer, 'enquiry');
    expect(view).toMatchObject({
      address: page,
      note: 'typed',
      remark: 'Sure?',
      enquiry: { version: 3, status: 'open' },
    });
    const time = clock.now().toLocaleTimeString('en-GB', { timeStyle: 'short' });
    const details = [`${bob} assigned it to ${bob}, Wednesday ${time}.`, `${bob} wrote a note, Wednesday ${time}.`];
    expect(view.notice).toMatchObject({ kind: 'problem', details });
    expect((await annas.press(`${page}/spam`, { seen: `${view.enquiry.version}` }))[0]).toBe(303);
    expect(await found()).toMatchObject({ status: 'spam', assignee: bob });
  });

  it('is plainly said to be answered already when two people answer it', async () => {
    const { bobs, annas, page, found } = await startWithOne();
    await bobs.post(`${page}/answer`, { seen: '0' });
    const answer = await annas.post(`${page}/answer`, { seen: '0' });
    const { notice } = await viewOf(answer, 'enquiry');
    const details = [expect.stringContaining(`${bob} ended`)];
    expect([answer.status, notice?.kind, notice?.details]).toEqual([200, 'done', details]);
    expect((await found())?.version).toBe(1);
  });

  it('is saved a note whatever others have done meanwhile', async () => {
    const { annas, bobs, page, history } = await startWithOne();
    await bobs.post(`${page}/answer`, { seen: '0' });
    expect((await annas.press(`${page}/note`, { seen: '0', note: 'x'.repeat(10_000) }))[0]).toBe(303);
    expect(await history()).toHaveLength(2);
  });

  it.each([
    ['note', { note: ' \n ' }],
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
    expect((await annas.press(`${page}/answer`, { seen: '0' }))[0]).toBe(409);
    expect(await found()).toMatchObject({ status: 'spam', version: 0 });
  });

  it('that one of several people erases while they act leaves nothing', async () => {
    const { annas, page, found, history } = await startWithOne();
    const acts = ['note', 'answer', 'note', 'assign', 'spam'].map((act) => `${page}/${act}`);
    const addresses = acts.toSpliced(2, 0, '/erase');
    const sent = { note: 'Erika', to: anna, seen: '0', email: fields.email };
    const answers = await Promise.all(addresses.map((address) => annas.post(address, sent)));
    for (const { status } of answers) expect([200, 303, 404, 409]).toContain(status);
    expect(await found()).toBeUndefined();
    expect(await history()).toMatchObject([{ action: 'erase', detail: '1', enquiryId: null }]);
  });
});

it('a reply has one address and one subject, whatever a visitor wrote, and nothing that hides or turns round', () => {
  const email = "o'neil+a&cc=x%0A@example.com";
  const subject = 'Hi?&bcc=evil@example.com\r\nCc: x#\uD800\u202E\u200By';
  const { protocol, pathname, searchParams, hash } = new URL(
    formatMailtoLink({ email, subject, reference: 'AAAA-BBBB' }),
  );
  expect([protocol, decodeURIComponent(pathname), hash]).toEqual(['mailto:', email, '']);
  expect([...searchParams]).toEqual([['subject', 'Re: Hi?&bcc=evil@example.com Cc: x#\uFFFD y (AAAA-BBBB)']]);
});

describe('erasing', () => {
  it('asks about one enquiry, does it, and keeps who did', async () => {
    const { annas, id, page, found, history } = await startWithOne();
    const several = [`${id}:0`];
    const asked = { fields: { chosen: several }, back: page, found: [{ id }], count: 1 };
    expect(await annas.view(`${page}/erase`, 'erase')).toMatchObject(asked);
    const sent = { chosen: several, act: 'erase', confirmed: 'yes', back: page, remark: 'By request' };
    expect(await annas.press('/acts', sent)).toEqual([303, '/waiting?done=erase&count=1']);
    expect(await found()).toBeUndefined();
    expect(await history()).toMatchObject([{ action: 'erase', actor: anna, detail: '1', note: 'By request' }]);
    expect((await annas.press(`${page}/answer`, { seen: '0' }))[0]).toBe(404);
  });

  it('takes all of one person, in whatever case, and nothing of others', async () => {
    const { browserOf, enquiries, receive } = await startInbox();
    const browser = await browserOf(anna);
    for (let number = 0; number < 22; number += 1) await receive();
    const other = await receive({ ...fields, email: 'else@example.com' });
    const view = await browser.view('/erase?email=%20ADA@example.com', 'erase');
    expect([view.email, view.found.length, view.count]).toEqual(['ADA@example.com', 20, 22]);
    const erased = await browser.press('/erase', { email: 'ADA@example.com' });
    expect(erased).toEqual([303, '/waiting?done=erase&count=22']);
    expect(await enquiries.list({ limit: 9 })).toMatchObject([{ id: other }]);
  });

  it.each(['', '%', '\u0000@example.com'])('finds nothing of %j', async (email) => {
    const { annas, found } = await startWithOne();
    expect((await annas.view(`/erase?email=${encodeURIComponent(email)}`, 'erase')).count).toBe(0);
    await annas.post('/erase', { email });
    expect(await found()).toBeDefined();
  });
});

describe('several at once', () => {
  async function startWithThree() {
    const inbox = await startInbox();
    const ids = [await inbox.receive(), await inbox.receive(), await inbox.receive()] as const;
    const stored = () => inbox.enquiries.list({ limit: 9, order: 'due' });
    const statuses = async () => (await inbox.enquiries.list({ limit: 9 })).map(({ status }) => status);
    const chosen = ids.map((id) => `${id}:0`);
    return { ...inbox, ids, chosen, stored, statuses, browser: await inbox.browserOf(anna) };
  }

  it('take an act, and lead back to the list with their number', async () => {
    const { browser, chosen, statuses } = await startWithThree();
    const sent = { chosen, act: 'spam', to: '', back: '/search?words=ada&done=note' };
    expect(await browser.press('/acts', sent)).toEqual([303, '/search?words=ada&done=spam&count=3']);
    expect(await statuses()).toEqual(['spam', 'spam', 'spam']);
  });

  it('are assigned to somebody who opens the inbox, and to nobody else', async () => {
    const { browser, people, chosen, stored } = await startWithThree();
    await people.invite(bob);
    const assign = async (to: string) => (await browser.press('/acts', { chosen, act: 'assign', to }))[0];
    expect([await assign('nobody@example.com'), await assign('?'), await assign(bob)]).toEqual([400, 422, 303]);
    expect((await stored()).map(({ assignee }) => assignee)).toEqual([bob, bob, bob]);
  });

  it('leave alone what somebody has acted on since, and tell who did what', async () => {
    const { browser, ids, chosen, enquiries, statuses } = await startWithThree();
    await enquiries.act(ids[1], { action: 'set aside' }, { who: bob });
    await enquiries.act(ids[2], { action: 'close' }, { who: bob });
    const answer = await browser.post('/acts', { chosen, act: 'answer', back: '/waiting' });
    expect(answer.status).toBe(409);
    const { notice } = await viewOf(answer, 'list');
    expect(notice).toMatchObject({ kind: 'problem', text: expect.stringContaining('2 enquiries') });
    expect(notice?.details).toEqual([expect.stringContaining(`${referenceOf(ids[1])}: ${bob} set it aside`)]);
    expect(await statuses()).toEqual(['closed', 'spam', 'closed']);
  });

  it('are erased once that was asked about, but where somebody has acted on one since', async () => {
    const { browser, ids, chosen, enquiries, stored } = await startWithThree();
    const sent = { chosen: chosen.slice(0, 2), act: 'erase', back: '/answered' };
    const question = await viewOf(await browser.post('/acts', sent), 'erase');
    expect(question).toMatchObject({ fields: { chosen: sent.chosen }, back: '/answered', count: 2 });
    expect(await stored()).toHaveLength(3);
    await enquiries.act(ids[0], { action: 'note', text: 'Important' }, { who: bob });
    const answer = await browser.post('/acts', { ...sent, confirmed: 'yes' });
    expect(answer.status).toBe(409);
    const asked = { fields: { chosen: [`${ids[0]}:1`] }, count: 1, notice: { kind: 'problem' } };
    expect(await viewOf(answer, 'erase')).toMatchObject(asked);
    const again = await browser.press('/acts', { ...sent, chosen: `${ids[0]}:1`, confirmed: 'yes' });
    expect(again).toEqual([303, '/answered?done=erase&count=1']);
    expect(await stored()).toMatchObject([{ id: ids[2] }]);
  });
});
