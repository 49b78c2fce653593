import { describe, expect, it } from 'vitest';
import type { DatabaseWithDialect } from '../../database/database.ts';
import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { databaseCases } from '../../database/testing/test-postgres.ts';
import type { ReceivedMail } from '../../mailbox/received-mail.ts';
import { isVisitorAddress } from '../model.ts';
import { anna, createCoreUnderTest, mailRoute } from '../testing/core-under-test.ts';
import { createReceivedMail, hour, sampleFields } from '../testing/samples.ts';

const [colleague, stranger] = [mailRoute.to[0] as string, 'mallory@example.net'];

/** Receives other mail, and creates an enquiry that was answered at 13:00. */
async function startWithMail(
  from: string,
  changes: Partial<ReceivedMail> = {},
  databaseDependencies: DatabaseWithDialect = openTemporarySqlite(),
) {
  const core = createCoreUnderTest({ databaseDependencies });
  const id = await core.receive({ ...sampleFields, email: 'ada@example.org' });
  core.advanceClock(hour);
  await core.reply(id, { text: 'Dear Ada' });
  await core.deliver();
  core.advanceClock(3 * hour);
  const receivedAt = new Date('2025-01-01T15:00:00Z');
  await core.receiveMail(createReceivedMail({ from: { name: '', address: from }, receivedAt, ...changes }));
  const [mail] = await core.enquiries.listOtherMail({ limit: 1 });
  const mailId = mail?.id ?? '';
  const putIn = (into = id) => core.enquiries.putMailIntoEnquiry(mailId, into, anna);
  return { ...core, id, mailId, putIn, propose: () => mail && core.enquiries.proposeEnquiry(mail) };
}

describe('other mail that is put into an enquiry', () => {
  it.each(databaseCases)(
    'opens it from its time on, is found there with its files, and has a stranger’s mark, in %s',
    async (_name, open) => {
      const files = [{ name: 'plan.txt', type: 'text/plain', size: 1, body: Buffer.from('x') }];
      const { id, putIn, find, enquiries } = await startWithMail(stranger, { text: 'Zebras', files }, await open());
      expect(await Promise.all([putIn(), putIn()])).toEqual(expect.arrayContaining(['done', 'unknown']));
      const enquiry = await find(id);
      expect(enquiry).toMatchObject({ status: 'open', waitingSince: new Date('2025-01-01T15:00:00.999Z') });
      expect(enquiry.messages.map(({ text }) => text)).toEqual([sampleFields.message, 'Dear Ada', 'Zebras']);
      expect(enquiry.files).toMatchObject([{ name: 'plan.txt', messageId: enquiry.messages[2]?.id }]);
      expect(isVisitorAddress(enquiry, stranger)).toBe(false);
      expect((await enquiries.list({ query: 'zebras', limit: 9 })).map((one) => one.id)).toEqual([id]);
      expect((await enquiries.listEvents({ enquiryId: id })).at(-1)).toMatchObject({
        action: 'put mail in',
        actor: anna,
      });
      expect(await enquiries.listOtherMail({ limit: 1 })).toEqual([]);
    },
  );

  it('and was written before the enquiry makes its author no visitor, to erase or to write to', async () => {
    const { putIn, receive, enquiries, find } = await startWithMail(stranger);
    const later = await receive();
    await putIn(later);
    expect(isVisitorAddress(await find(later), stranger)).toBe(false);
    expect(await enquiries.countErasure({ email: stranger })).toMatchObject({ enquiries: 0, messages: 1 });
  });

  it.each([
    ['was written before our last answer', { receivedAt: new Date('2025-01-01T12:30:00Z') }],
    ['is an absence note', { kind: 'automatic' as const }],
  ])('opens nothing if it %s', async (_what, changes) => {
    const { id, putIn, find } = await startWithMail(stranger, changes);
    expect(await putIn()).toBe('done');
    expect(await find(id)).toMatchObject({ status: 'closed', messages: { length: 3 } });
  });

  it('is told to whoever sees to it, unless it was them', async () => {
    const { id, putIn, act, deliver, sent } = await startWithMail(stranger);
    await act(id, { action: 'assign', to: 'ben@ours.example' });
    await deliver();
    const before = sent.length;
    await putIn();
    await deliver();
    expect(sent.slice(before)).toMatchObject([{ to: ['ben@ours.example'], text: expect.stringContaining(stranger) }]);
  });

  it('stays other mail if the enquiry is spam', async () => {
    const { id, putIn, act, enquiries } = await startWithMail(stranger);
    await act(id, 'mark as spam');
    expect([await putIn(), (await enquiries.listOtherMail({ limit: 1 })).length]).toEqual(['invalid', 1]);
  });
});

describe('a mail that a colleague forwards', () => {
  const block =
    'See to it.\n\nFrom: Cleo Park <cleo@example.com>\nSent: Monday\nTo: us\nSubject: Bridges\n\nHave you any?';
  const eml = Buffer.from('From: Cleo Park <cleo@example.com>\r\nSubject: Bridges\r\n\r\nHave you any?\r\n');
  const attached = [{ name: 'a.eml', type: 'message/rfc822', size: eml.length, body: eml }];

  it.each([
    ['in its text', { text: block }],
    ['in German', { text: block.replace('From', '> *Von').replace('Sent', '*Gesendet').replace('Subject', 'Betreff') }],
    ['in French', { text: block.replace('From', 'De ').replace('Sent', 'Envoyé ').replace('Subject', 'Objet ') }],
    ['of an old Outlook', { text: block.replace(/<(.*?)>/, '[mailto:$1]') }],
    ['attached', { text: 'See to it.', files: attached }],
  ])('proposes the sender of the mail %s, for a person to confirm', async (_where, changes) => {
    const { propose } = await startWithMail(colleague, { ...changes, subject: 'FW: WG: Bridges' });
    const fields = { name: 'Cleo Park', email: 'cleo@example.com', subject: 'Bridges', message: 'Have you any?' };
    expect(await propose()).toMatchObject({ isToConfirm: true, fields });
  });

  it.each([
    ['is a stranger’s', stranger, block],
    ['names a colleague', colleague, block.replace('cleo@example.com', colleague)],
  ])('proposes its own sender if it %s', async (_what, from, text) => {
    const { propose } = await startWithMail(from, { text });
    expect(await propose()).toMatchObject({ isToConfirm: false, fields: { email: from } });
  });

  it('is with what was confirmed, and neither is quoted to the visitor', async () => {
    const { propose, mailId, enquiries, find, reply, deliver, sent } = await startWithMail(colleague, { text: block });
    const { fields } = (await propose()) ?? {};
    const id = (await enquiries.addEnquiry({ fields: { ...sampleFields, ...fields }, actor: anna, mailId })) ?? '';
    const enquiry = await find(id);
    expect(enquiry).toMatchObject({ email: 'cleo@example.com', receivedAt: new Date('2025-01-01T15:00:00.999Z') });
    expect(enquiry.messages).toMatchObject([
      { isNoted: true, text: 'Have you any?' },
      { by: colleague, text: block },
    ]);
    expect(isVisitorAddress(enquiry, colleague)).toBe(false);
    await reply(id, { text: 'Dear Cleo' });
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: ['cleo@example.com'], text: 'Dear Cleo\n' });
  });
});

describe('an enquiry by hand', () => {
  it('waits from now on, is told to the webhook alone, and its notes are not quoted to who called', async () => {
    const { enquiries, find, reply, deliver, sent } = createCoreUnderTest();
    const id = (await enquiries.addEnquiry({ fields: sampleFields, actor: anna, assignee: anna })) ?? '';
    const due = { waitingSince: new Date('2025-01-01T12:00:00Z'), dueAt: new Date('2025-01-02T12:00:00Z') };
    expect(await find(id)).toMatchObject({
      ...sampleFields,
      ...due,
      status: 'open',
      assignee: anna,
      visitSource: null,
    });
    await deliver();
    expect(sent).toEqual([]);
    await reply(id, { text: 'Dear Ada' });
    await deliver();
    expect(sent).toMatchObject([{ to: [sampleFields.email], text: 'Dear Ada\n', references: [] }]);
    const [event] = await enquiries.listEvents({ enquiryId: id });
    expect(event).toMatchObject({ action: 'add enquiry', actor: anna });
  });

  it('is one, however often it is pressed within a minute', async () => {
    const { enquiries, advanceClock } = createCoreUnderTest();
    const add = () => enquiries.addEnquiry({ fields: sampleFields, actor: anna });
    const [first, second] = [await add(), await add()];
    advanceClock(61_000);
    expect([second === first, (await add()) === first]).toEqual([true, false]);
  });
});
