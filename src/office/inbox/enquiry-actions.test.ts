import { describe, expect, it } from 'vitest';
import { office } from '../../content/release-content.ts';
import { computeReminderTime } from '../../enquiries/reminder-time.ts';
import { honeypotFieldName } from '../../enquiries/enquiry.ts';
import { formatReference } from '../../enquiries/reference.ts';
import { createReceivedMail, sampleFields } from '../../enquiries/testing/samples.ts';
import { anna, bob, startTestOffice, startOfficeWithEnquiry } from '../testing/office-under-test.ts';
import { formatMailtoUrl } from './enquiry.tsx';

describe('an enquiry', () => {
  it('is shown with what became of it, who may see to it, and a reply that is addressed', async () => {
    const { getEnquiryView, receive, id } = await startOfficeWithEnquiry();
    await receive();
    const view = await getEnquiryView();
    expect(view).toMatchObject({
      enquiry: { id, status: 'open', ...sampleFields },
      deliveries: [{ kind: 'mail', state: 'due' }],
      possibleAssignees: [anna, bob],
      otherEnquiries: [{}],
      mailtoUrl: `mailto:ada@example.com?subject=Re%3A%20A%20quotation%20(${view.enquiry.reference})`,
    });
  });

  it('is closed, reopened, noted on, assigned, mailed again, marked as spam and delivered', async () => {
    const { annasBrowser, enquiryPath, act, getEnquiryView, findEnquiry, outbox } = await startOfficeWithEnquiry();
    await outbox.deliverDue();
    const acts: [string, Record<string, string>, object][] = [
      ['close', {}, { status: 'closed' }],
      ['reopen', {}, { status: 'open' }],
      ['record-reply', {}, { status: 'closed' }],
      ['record-bounce', {}, { status: 'open' }],
      ['close', {}, { status: 'closed' }],
      ['record-message', {}, { status: 'open' }],
      ['note', { note: ' Called.\r\nTwice. ' }, {}],
      ['assign', { to: bob }, { assignee: bob }],
      ['assign', { to: '' }, { assignee: null }],
      ['mark-as-spam', {}, { status: 'spam' }],
      ['not-spam', {}, { status: 'open', mail: { state: 'delivered' } }],
      ['retry', {}, { mail: { state: 'due' } }],
      ['label-privacy-request', { kind: 'complaint' }, { privacyRequest: { dueAt: new Date('2025-01-31T12:00:00Z') } }],
      ['settle-privacy-request', {}, { privacyRequest: null }],
    ];
    for (const [at, [name, sent, result]] of acts.entries()) {
      expect(await act(name, { seen: `${at}`, ...sent })).toEqual([303, `${enquiryPath}?done=${name}#notice`]);
      expect((await annasBrowser.getView(`${enquiryPath}?done=${name}`, 'enquiry')).notice?.kind).toBe('done');
      expect(await findEnquiry()).toMatchObject(result);
    }
    const { events } = await getEnquiryView();
    const clock = ['close', 'reopen', 'record reply', 'record bounce', 'close', 'record message'];
    const names = [
      ...clock,
      'note',
      'assign',
      'assign',
      'mark as spam',
      'not spam',
      'retry',
      'label privacy request',
      'settle privacy request',
    ];
    expect(events).toMatchObject(names.map((action) => ({ action, actor: anna })));
    expect(events[6]?.detail).toBe('Called.\nTwice.');
  });

  it('is ended for a reason of the content, and keeps on one line what is said of it', async () => {
    const { act, findEnquiry, listEvents } = await startOfficeWithEnquiry();
    const reason = office.reasons.at(-1) ?? '';
    await act('close', { reason, remark: ` She \r\ncalls${'!'.repeat(300)}` });
    expect(await findEnquiry()).toMatchObject({ status: 'closed', closedReason: reason });
    const [event] = await listEvents();
    expect(event).toMatchObject({ action: 'close', detail: reason, note: expect.stringMatching(/^She {1,2}calls!+$/) });
    expect(event?.note).toHaveLength(200);
    await act('reopen', { seen: '1' });
    await act('close', { seen: '2', reason: 'Made up' });
    expect(await findEnquiry()).toMatchObject({ status: 'closed', closedReason: null });
  });

  it('reminds of itself on a day that lies ahead, when the office opens, until that is taken back', async () => {
    const { act, getEnquiryView, clock } = await startOfficeWithEnquiry();
    const remind = async (date: string, day = '') => {
      const [status] = await act('remind', { day, date });
      return [status, (await getEnquiryView()).reminder?.at];
    };
    const timeOf = (day: string) => computeReminderTime(day, clock.now(), office)?.toISOString();
    expect(await remind('', 'three days')).toEqual([303, timeOf('three days')]);
    expect(await remind('2025-06-12', 'tomorrow')).toEqual([303, timeOf('2025-06-12')]);
    for (const date of ['2024-06-12', '2025-02-30', 'x']) expect((await remind(date))[0]).toBe(422);
    await act('cancel-reminder');
    expect((await getEnquiryView()).reminder).toBeUndefined();
  });

  it('is not changed unseen: who was overtaken is told by whom, and keeps what was typed', async () => {
    const { act, actForView, bobsBrowser, enquiryPath, findEnquiry, clock } = await startOfficeWithEnquiry();
    await act('note', { note: 'Called' });
    await bobsBrowser.post(`${enquiryPath}/assign`, { seen: '1', to: bob });
    await bobsBrowser.post(`${enquiryPath}/note`, { seen: '2', note: 'I call them' });
    const typed = { note: 'typed', remark: 'Sure?' };
    const [status, view] = await actForView('mark-as-spam', { seen: '1', ...typed });
    expect(status).toBe(409);
    expect(view).toMatchObject({ url: enquiryPath, ...typed, enquiry: { version: 3, status: 'open' } });
    const time = clock.now().toLocaleTimeString('en-GB', { timeStyle: 'short' });
    const details = [`${bob} assigned it to ${bob}, Wednesday ${time}.`, `${bob} wrote a note, Wednesday ${time}.`];
    expect(view.notice).toMatchObject({ kind: 'problem', details });
    expect((await act('mark-as-spam', { seen: `${view.enquiry.version}` }))[0]).toBe(303);
    expect(await findEnquiry()).toMatchObject({ status: 'spam', assignee: bob });
  });

  it('is plainly said to be answered already when two people answer it', async () => {
    const { bobsBrowser, actForView, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    await bobsBrowser.post(`${enquiryPath}/close`, { seen: '0' });
    const [status, { notice }] = await actForView('close');
    const details = [expect.stringContaining(`${bob} closed`)];
    expect([status, notice?.kind, notice?.details]).toEqual([200, 'done', details]);
    expect((await findEnquiry())?.version).toBe(1);
  });

  it('is saved a note whatever others have done meanwhile', async () => {
    const { act, bobsBrowser, enquiryPath, listEvents } = await startOfficeWithEnquiry();
    await bobsBrowser.post(`${enquiryPath}/close`, { seen: '0' });
    expect((await act('note', { note: 'x'.repeat(10_000) }))[0]).toBe(303);
    expect(await listEvents()).toHaveLength(2);
  });

  it.each([
    ['note', { note: ' \n ' }],
    ['note', { note: 'x'.repeat(10_001) }],
    ['assign', { to: 'nobody@example.com' }],
  ] as const)('takes no %s that is none, says why, and keeps it', async (name, sent) => {
    const { actForView, findEnquiry } = await startOfficeWithEnquiry();
    const kept = { notice: { kind: 'problem' }, ...('note' in sent && { note: sent.note }) };
    expect(await actForView(name, sent)).toMatchObject([422, kept]);
    expect((await findEnquiry())?.version).toBe(0);
  });

  it('that is not what an act needs is left as it is', async () => {
    const { act, findEnquiry } = await startOfficeWithEnquiry({ [honeypotFieldName]: 'x' });
    expect((await act('close'))[0]).toBe(409);
    expect(await findEnquiry()).toMatchObject({ status: 'spam', version: 0 });
  });

  it('that one of several people erases while they act leaves nothing', async () => {
    const { annasBrowser, enquiryPath, findEnquiry, listEvents } = await startOfficeWithEnquiry();
    const acts = ['note', 'close', 'note', 'assign', 'mark-as-spam'].map((act) => `${enquiryPath}/${act}`);
    const addresses = acts.toSpliced(2, 0, '/erase');
    const sent = { note: 'Erika', to: anna, seen: '0', email: sampleFields.email };
    const answers = await Promise.all(addresses.map((address) => annasBrowser.post(address, sent)));
    for (const { status } of answers) expect([200, 303, 404, 409]).toContain(status);
    expect(await findEnquiry()).toBeUndefined();
    expect(await listEvents()).toMatchObject([{ action: 'erase', detail: '1 enquiry', enquiryId: null }]);
  });
});

it('a reply has one address and one subject, whatever a visitor wrote, and nothing that hides or turns round', () => {
  const email = "o'neil+a&cc=x%0A@example.com";
  const subject = 'Hi?&bcc=evil@example.com\r\nCc: x#\uD800\u202E\u200By';
  const url = new URL(formatMailtoUrl({ email, subject, reference: 'AAAA-BBBB' }));
  expect([url.protocol, decodeURIComponent(url.pathname), url.hash]).toEqual(['mailto:', email, '']);
  expect([...url.searchParams]).toEqual([['subject', 'Re: Hi?&bcc=evil@example.com Cc: x#\uFFFD y (AAAA-BBBB)']]);
});

describe('erasing', () => {
  it('asks about one enquiry, does it, and keeps who did', async () => {
    const { annasBrowser, id, enquiryPath, act, findEnquiry, listEvents } = await startOfficeWithEnquiry();
    const several = [`${id}:0`];
    const asked = { fields: { chosen: several }, returnPath: enquiryPath, enquiries: [{ id }], count: 1 };
    expect(await annasBrowser.getView(`${enquiryPath}/erase`, 'erase')).toMatchObject(asked);
    const sent = { chosen: several, action: 'erase', confirmed: 'yes', back: enquiryPath, remark: 'By request' };
    expect(await annasBrowser.submitForm('/actions', sent)).toEqual([303, '/open?done=erase&count=1']);
    expect(await findEnquiry()).toBeUndefined();
    expect(await listEvents()).toMatchObject([{ action: 'erase', actor: anna, note: 'By request' }]);
    expect((await act('close'))[0]).toBe(404);
  });

  it('takes all of one person, in whatever case, and nothing of others', async () => {
    const { browserOf, enquiries, receive } = await startTestOffice();
    const browser = await browserOf(anna);
    for (let number = 0; number < 22; number += 1) await receive();
    const other = await receive({ ...sampleFields, email: 'else@example.com' });
    const view = await browser.getView('/erase?email=%20ADA@example.com', 'erase');
    expect([view.email, view.enquiries.length, view.count]).toEqual(['ADA@example.com', 20, 22]);
    const erased = await browser.submitForm('/erase', { email: 'ADA@example.com' });
    expect(erased).toEqual([303, '/open?done=erase&count=22.0.0.0']);
    expect(await enquiries.list({ limit: 9 })).toMatchObject([{ id: other }]);
  });

  it('takes of a person also what is in no enquiry of theirs', async () => {
    const { annasBrowser, enquiries, findEnquiry } = await startOfficeWithEnquiry();
    const from = { name: '', address: '"eve"@example.net' };
    for (const references of [[], [(await findEnquiry())?.messageId ?? '']])
      await enquiries.receiveMail(createReceivedMail({ from, references }), async () => {});
    const view = await annasBrowser.getView(`/erase?email=${encodeURIComponent(from.address)}`, 'erase');
    expect(view).toMatchObject({ count: 0, others: { messages: 1, otherMails: 1 } });
    const erased = await annasBrowser.submitForm('/erase', { email: from.address });
    expect(erased).toEqual([303, '/open?done=erase&count=0.1.1.0']);
    expect(await enquiries.listOtherMail({ limit: 9 })).toEqual([]);
  });

  it.each(['', '%', '\u0000@example.com'])('finds nothing of %j', async (email) => {
    const { annasBrowser, findEnquiry } = await startOfficeWithEnquiry();
    expect((await annasBrowser.getView(`/erase?email=${encodeURIComponent(email)}`, 'erase')).count).toBe(0);
    await annasBrowser.post('/erase', { email });
    expect(await findEnquiry()).toBeDefined();
  });
});

describe('several at once', () => {
  async function startWithThree() {
    const inbox = await startTestOffice();
    const ids = [await inbox.receive(), await inbox.receive(), await inbox.receive()] as const;
    const stored = () => inbox.enquiries.list({ limit: 9, order: 'due' });
    const statuses = async () => (await inbox.enquiries.list({ limit: 9 })).map(({ status }) => status);
    const chosen = ids.map((id) => `${id}:0`);
    return { ...inbox, ids, chosen, stored, statuses, browser: await inbox.browserOf(anna) };
  }

  it('take an act, and lead back to the list with their number', async () => {
    const { browser, chosen, statuses } = await startWithThree();
    const sent = { chosen, action: 'mark-as-spam', to: '', back: '/search?words=ada&done=note' };
    expect(await browser.submitForm('/actions', sent)).toEqual([303, '/search?words=ada&done=mark-as-spam&count=3']);
    expect(await statuses()).toEqual(['spam', 'spam', 'spam']);
  });

  it('stay as they are where the button of another one was pressed', async () => {
    const { browser, chosen, stored } = await startWithThree();
    const only = new URLSearchParams({ action: 'assign', to: anna, chosen: chosen[0] ?? '' }).toString();
    const answer = await browser.submitForm('/actions', { chosen, action: 'mark-as-spam', only, back: '/mine' });
    expect(answer).toEqual([303, '/mine?done=assign&count=1']);
    expect((await stored()).map(({ assignee }) => assignee)).toEqual([anna, null, null]);
  });

  it('are assigned to somebody who opens the inbox, and to nobody else', async () => {
    const { browser, people, chosen, stored } = await startWithThree();
    await people.createInvitation(bob);
    const assign = async (to: string) => (await browser.submitForm('/actions', { chosen, action: 'assign', to }))[0];
    expect([await assign('nobody@example.com'), await assign('?'), await assign(bob)]).toEqual([400, 422, 303]);
    expect((await stored()).map(({ assignee }) => assignee)).toEqual([bob, bob, bob]);
  });

  it('leave alone what somebody has acted on since, and tell who did what', async () => {
    const { browser, ids, chosen, enquiries, statuses } = await startWithThree();
    await enquiries.applyAction(ids[1], { action: 'mark as spam' }, { actor: bob });
    await enquiries.applyAction(ids[2], { action: 'close' }, { actor: bob });
    const sent = { chosen, action: 'close', confirmed: 'yes', back: '/open' };
    const [status, { notice }] = await browser.postForView('list', '/actions', sent);
    expect(status).toBe(409);
    expect(notice).toMatchObject({ kind: 'problem', text: expect.stringContaining('2 enquiries') });
    expect(notice?.details).toEqual([expect.stringContaining(`${formatReference(ids[1])}: ${bob} marked it as spam`)]);
    expect(await statuses()).toEqual(['closed', 'spam', 'closed']);
  });

  it('are closed with a reason, once those without an answer were named, and reopened with their reminders', async () => {
    const { browser, ids, chosen, enquiries, statuses, receive, clock } = await startWithThree();
    const [[answered], at] = [ids, new Date(clock.time + 60_000)];
    await enquiries.applyAction(ids[1], { action: 'remind', at }, { actor: anna });
    await enquiries.sendReply(answered, { text: 'Yes.', by: bob, version: 0 });
    const sent = { chosen: [`${answered}:1`, ...chosen.slice(1)], action: 'close', reason: '?', back: '/open' };
    const [refused, { tickedIds }] = await browser.postForView('list', '/actions', sent);
    expect([refused, tickedIds]).toEqual([422, [...ids]]);
    const [, question] = await browser.postForView('close', '/actions', { ...sent, reason: 'Answered' });
    expect(question).toMatchObject({ returned: [], unanswered: [{ id: ids[2] }, { id: ids[1] }] });
    expect([question.others, await statuses()]).toEqual([[`${answered}:1`], ['open', 'open', 'open']]);
    const [, location] = await browser.submitForm('/actions', { ...sent, reason: 'Answered', confirmed: 'yes' });
    expect([location, await statuses()]).toEqual([
      `/open?done=close&count=3&since=${clock.time}`,
      Array(3).fill('closed'),
    ]);
    await enquiries.applyAction(await receive(), { action: 'close' }, { actor: anna });
    const { closedTogether, reminders } = await browser.getView(`${location}`, 'list');
    expect(reminders).toEqual({});
    const reopened = await browser.submitForm('/actions', { chosen: closedTogether, action: 'reopen', back: '/open' });
    expect([reopened, await statuses()]).toEqual([
      [303, '/open?done=reopen&count=3'],
      ['closed', 'open', 'open', 'open'],
    ]);
    expect((await browser.getView('/later', 'list')).reminders).toEqual({
      [ids[1]]: { at: at.toISOString(), unlessWritten: false },
    });
  });

  it('are all ticked by a link, for one page view', async () => {
    const { browser, ids, chosen } = await startWithThree();
    expect((await browser.getView('/open?ticked=all', 'list')).tickedIds).toEqual([...ids]);
    const sent = { chosen, action: 'assign', to: anna, back: '/open?ticked=all' };
    expect(await browser.submitForm('/actions', sent)).toEqual([303, '/open?done=assign&count=3']);
  });

  it('are erased once that was asked about, but where somebody has acted on one since', async () => {
    const { browser, ids, chosen, enquiries, stored } = await startWithThree();
    const sent = { chosen: chosen.slice(0, 2), action: 'erase', back: '/closed' };
    const [, question] = await browser.postForView('erase', '/actions', sent);
    expect(question).toMatchObject({ fields: { chosen: sent.chosen }, returnPath: '/closed', count: 2 });
    expect(await stored()).toHaveLength(3);
    await enquiries.applyAction(ids[0], { action: 'note', text: 'Important' }, { actor: bob });
    const answer = await browser.postForView('erase', '/actions', { ...sent, confirmed: 'yes' });
    const asked = { fields: { chosen: [`${ids[0]}:1`] }, count: 1, notice: { kind: 'problem' } };
    expect(answer).toMatchObject([409, asked]);
    const again = await browser.submitForm('/actions', { ...sent, chosen: `${ids[0]}:1`, confirmed: 'yes' });
    expect(again).toEqual([303, '/closed?done=erase&count=1']);
    expect(await stored()).toMatchObject([{ id: ids[2] }]);
  });
});
