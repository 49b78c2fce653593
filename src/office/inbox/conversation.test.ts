import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { undoPeriodMs } from '../../enquiries/actions.ts';
import { insertMessage } from '../../enquiries/save-transition.ts';
import { createReceivedMail, hour, sampleFields } from '../../enquiries/testing/samples.ts';
import { parseView } from '../testing/browser.ts';
import { anna, bob, startOfficeWithEnquiry } from '../testing/office-under-test.ts';

const text = 'Yes, on Monday.';

/** Starts an office where Anna has just sent an answer. */
async function startWithAnswer() {
  const office = await startOfficeWithEnquiry();
  await office.act('reply', { text });
  const [reply = ''] = ((await office.findEnquiry())?.replies ?? []).map(({ id }) => id);
  return { ...office, undo: () => office.actForView('undo-reply', { reply, text }) };
}

describe('an answer that is undone', () => {
  it('is in its form again, and is never sent', async () => {
    const { undo, advanceClock, outbox, findEnquiry } = await startWithAnswer();
    expect((await undo())[1]).toMatchObject({ reply: text, notice: { kind: 'done', fieldName: 'text' } });
    advanceClock(2 * undoPeriodMs);
    await outbox.deliverDue();
    expect((await findEnquiry())?.replies).toEqual([]);
  });

  it('keeps its text if Undo is pressed twice', async () => {
    const { undo } = await startWithAnswer();
    for (const [, view] of await Promise.all([undo(), undo()])) expect(view.reply).toBe(text);
  });

  it.each([
    [{ state: 'delivered' }, /^It is sent already/],
    [{ recipient_states: '{"ada@example.com":{"state":"delivered","reason":null}}' }, /^It is sent already/],
    [{ leased: 1 }, /^It is being sent/],
    [{ state: 'unconfirmed' }, /may have been sent/],
    [{ payload: '{"mayBeSent":"yes"}' }, /may have been sent/],
  ] as const)('too late, as it is %j, is told why', async (state, reason) => {
    const { undo, database } = await startWithAnswer();
    await database.updateTable('deliveries').set(state).where('kind', '=', 'reply').execute();
    expect(await undo()).toMatchObject([409, { notice: { text: expect.stringMatching(reason) } }]);
  });

  it('of an enquiry that was merged since is in the form of the other', async () => {
    const { undo, id, receive, enquiries } = await startWithAnswer();
    const other = await receive();
    await enquiries.applyAction(other, { action: 'close' }, { actor: anna });
    await enquiries.mergeEnquiries(id, other, { actor: anna });
    expect((await undo())[1]).toMatchObject({ reply: text, enquiry: { id: other, replies: [] } });
  });
});

it('an answer to an enquiry that was merged meanwhile is in the form of the other, and not sent', async () => {
  const { actForView, id, receive, enquiries } = await startOfficeWithEnquiry();
  const other = await receive();
  await enquiries.mergeEnquiries(id, other, { actor: anna });
  const [, view] = await actForView('reply', { text });
  expect(view).toMatchObject({ notice: { kind: 'problem' }, reply: text, enquiry: { id: other, replies: [] } });
});

describe('after an answer', () => {
  it('the next one due is named, but none with an answer on its way or a reminder of the reader', async () => {
    const { annasBrowser, enquiryPath, receive, enquiries, clock } = await startWithAnswer();
    const [answered, reminded, next] = [await receive(), await receive(), await receive()];
    await enquiries.sendReply(answered, { text, by: anna, version: 0, delay: undoPeriodMs });
    const later = new Date(clock.time + hour);
    await enquiries.applyAction(reminded, { action: 'remind', at: later }, { actor: anna });
    const view = await annasBrowser.getView(`${enquiryPath}?done=reply`, 'enquiry');
    expect(view.nextEnquiry?.id).toBe(next);
  });
});

describe('an enquiry', () => {
  it('is unread until somebody opens it, without a new version, and again once something arrives', async () => {
    const { annasBrowser, bobsBrowser, browserOf, enquiryPath, findEnquiry, enquiries } = await startWithAnswer();
    const isUnread = async () => (await findEnquiry())?.isUnread;
    const { version, messages } = (await findEnquiry()) ?? { messages: [] };
    await annasBrowser.send('HEAD', enquiryPath, { 'sec-fetch-site': 'same-origin' });
    await (await browserOf('carl@example.com', 'content')).get(enquiryPath);
    expect(await isUnread()).toBe(true);
    await bobsBrowser.get(enquiryPath);
    expect([await isUnread(), (await findEnquiry())?.version]).toEqual([false, version]);
    const references = [messages.at(-1)?.messageId ?? ''];
    await enquiries.receiveMail(createReceivedMail({ references }), async () => {});
    expect(await isUnread()).toBe(true);
  });

  it('stays unread if something has arrived since its page was read', async () => {
    const { findEnquiry, enquiries, id } = await startOfficeWithEnquiry();
    await enquiries.markAsRead({ id, version: -1 });
    expect((await findEnquiry())?.isUnread).toBe(true);
  });

  it('is shown, unread, while nothing can be stored', async () => {
    const { getEnquiryView, database, log } = await startOfficeWithEnquiry();
    await sql`CREATE TRIGGER full BEFORE UPDATE ON enquiries BEGIN SELECT RAISE(ABORT, 'full'); END`.execute(database);
    expect((await getEnquiryView()).enquiry.isUnread).toBe(true);
    expect(log()).toContain('could not be marked as read');
  });
});

it.each([
  ['reply', { text: ' ' }, 'text'],
  ['note', { note: ' ' }, 'note'],
  ['correct-address', { email: 'nobody' }, 'email'],
] as const)('a refused %s says so beside its field', async (name, sent, fieldName) => {
  const [, { notice }] = await (await startOfficeWithEnquiry()).actForView(name, sent);
  expect(notice).toMatchObject({ kind: 'problem', fieldName });
});

it('an address that was wrong is corrected', async () => {
  const { act, findEnquiry } = await startOfficeWithEnquiry();
  await act('correct-address', { email: ' ada@example.org ' });
  expect((await findEnquiry())?.email).toBe('ada@example.org');
});

it('another enquiry of the same person is listed with its outcome, and merged into this one', async () => {
  const { annasBrowser, enquiryPath, getEnquiryView, id, receive } = await startOfficeWithEnquiry();
  await receive({ ...sampleFields, email: 'else@example.com' });
  const other = await receive();
  expect((await getEnquiryView()).otherEnquiries).toMatchObject([{ id: other }]);
  const merged = await annasBrowser.submitForm(`/enquiries/${other}/merge`, { seen: '0', into: id });
  expect(merged).toEqual([303, `${enquiryPath}?done=merge#notice`]);
  expect((await getEnquiryView()).enquiry.messages).toHaveLength(2);
  expect((await annasBrowser.getView(`/enquiries/${other}`, 'enquiry')).enquiry.mergedInto).toBe(id);
});

describe('a mail that says it is from the office', () => {
  async function startWithClaim() {
    const office = await startOfficeWithEnquiry();
    const [{ id, enquiryPath, database, annasBrowser }, message] = [office, '01a1fc16-0000-7000-8000-000000000001'];
    const claim = { author: bob, text, messageId: '<1@x>', sentAt: new Date('2025-01-02'), claimsOffice: true };
    await insertMessage(database, id, { id: message, direction: 'in', kind: 'message', ...claim });
    const confirm = (seen: string, path = enquiryPath) => annasBrowser.post(`${path}/confirm-reply`, { seen, message });
    return { ...office, confirm };
  }

  it('is an answer by one press, and after another as before', async () => {
    const { confirm, findEnquiry, listEvents } = await startWithClaim();
    expect((await confirm('0')).headers.get('location')).toMatch(/done=confirm-reply#notice$/);
    expect(await findEnquiry()).toMatchObject({ status: 'closed' });
    const again = await confirm('0');
    const notice = { text: 'Marked as our reply already.' };
    expect([again.status, await parseView(again, 'enquiry')]).toMatchObject([200, { notice }]);
    expect(await listEvents()).toMatchObject([{ action: 'confirm reply', actor: anna }]);
  });

  it('is none of another enquiry, even if that is ended', async () => {
    const { confirm, receive, enquiries } = await startWithClaim();
    const other = await receive();
    await enquiries.applyAction(other, { action: 'close' }, { actor: anna });
    expect((await confirm('1', `/enquiries/${other}`)).status).toBe(409);
  });
});

describe('other mail', () => {
  async function startWithMails(...authors: string[]) {
    const office = await startOfficeWithEnquiry();
    const ids = authors.map((_, at) => `01a1fc16-0000-7000-8000-${String(at).padStart(12, '0')}`);
    for (const [at, author] of authors.entries()) {
      const mail = { id: ids[at] ?? '', author, text, subject: 'Hello', sentAt: office.clock.now() };
      const shape = { direction: 'in', kind: 'message', messageId: `<${at}@x>`, hash: `${at}` } as const;
      await insertMessage(office.database, null, { ...mail, ...shape });
    }
    return { ...office, ids, mailPath: `/mail/${ids[0]}` };
  }

  it('is counted, listed with the newest first, and read', async () => {
    const { annasBrowser, ids, mailPath } = await startWithMails('eve@example.com', 'mallory@example.com');
    const view = await annasBrowser.getView('/mail', 'other mail');
    expect([view.counts?.otherMail, view.mails.map(({ id }) => id)]).toEqual([2, ids.toReversed()]);
    expect((await annasBrowser.getView(mailPath, 'mail')).mail).toMatchObject({ by: 'eve@example.com', text });
  });

  it('becomes an enquiry in one press', async () => {
    const { annasBrowser, mailPath, enquiries } = await startWithMails('eve@example.com');
    const [status, location] = await annasBrowser.submitForm(`${mailPath}/enquiry`);
    const [made] = await enquiries.list({ email: 'eve@example.com', limit: 1 });
    expect([status, location]).toEqual([303, `/enquiries/${made?.id}?done=make-enquiry`]);
    expect(await annasBrowser.getStatus(mailPath)).toBe(404);
  });

  it('is left in the mailbox, once', async () => {
    const { annasBrowser, mailPath } = await startWithMails('eve@example.com');
    const leave = () => annasBrowser.submitForm(`${mailPath}/dismiss`);
    expect(await leave()).toEqual([303, '/mail?done=dismiss-mail']);
    expect((await leave())[0]).toBe(404);
  });
});
