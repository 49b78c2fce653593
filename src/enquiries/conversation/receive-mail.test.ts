import { describe, expect, it } from 'vitest';
import type { DatabaseWithDialect } from '../../database/database.ts';
import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { parseMail } from '../../mailbox/parse-mail.ts';
import type { RawMail, ReceivedMail } from '../../mailbox/received-mail.ts';
import {
  createTemporaryPostgres,
  databaseCases,
  executeStatement,
  openTestPostgres,
} from '../../database/testing/test-postgres.ts';
import { replyShapes } from '../../mailbox/testing/mail-shapes.ts';
import type { PlainAction } from '../actions.ts';
import { isVisitorAddress } from '../model.ts';
import { anna, createCoreUnderTest, mailRoute } from '../testing/core-under-test.ts';
import { createReceivedMail, day, hour, sampleFields, spamFields } from '../testing/samples.ts';

const [ada, office, stranger] = [sampleFields.email, mailRoute.to[0] as string, 'mallory@example.net'];
const receivedAt = new Date('2025-01-01T13:00:00Z');
/** The end of that second. */
const waitingSince = new Date('2025-01-01T13:00:00.999Z');

type MailChanges = Partial<Omit<ReceivedMail, 'from' | 'recipients'>> & { from?: string; recipients?: string[] };

/** Creates a mail of the visitor to the office. */
const createMail = ({ from = ada, recipients = [office], ...changes }: MailChanges) =>
  createReceivedMail({ from: { name: 'Ada', address: from }, recipients: recipients.map(toAddress), ...changes });
const toAddress = (address: string) => ({ name: '', address });

/** Creates an enquiry that was answered, and the core's function that receives a mail about it. */
async function startConversation(
  fields: object = sampleFields,
  databaseDependencies = openTemporarySqlite() as DatabaseWithDialect,
) {
  const contact = { name: '', address: office };
  const acknowledgement = () => ({ subject: 'It has come', paragraphs: [], answerBy: '', outsideHours: '', contact });
  const core = createCoreUnderTest({ databaseDependencies, notificationOptions: { acknowledgement } });
  const id = await core.receive(fields);
  await core.deliver();
  await core.reply(id, { text: 'Dear Ada' });
  await core.deliver();
  core.advanceClock(2 * hour);
  const { reference, messageId, messages } = await core.find(id);
  return {
    ...core,
    id,
    reference,
    messageId,
    answer: messages.at(-1)?.messageId ?? '',
    acknowledged: core.sent.find(({ uniqueName }) => uniqueName.startsWith('acknowledgement'))?.messageId ?? '',
    find: (one = id) => core.find(one),
    reply: (text = 'Yes.') => core.reply(id, { text }),
    apply: (action: PlainAction, on = id) => core.act(on, action),
    receiveMail: (changes: MailChanges) => core.receiveMail(createMail(changes)),
    listOtherMail: () => core.enquiries.listOtherMail({ limit: 9 }),
  };
}
type Conversation = Awaited<ReturnType<typeof startConversation>>;

const claim = { from: office.toUpperCase(), recipients: [ada], text: 'You get it for nothing.' };
const reportOf = (messageId: string, changes: object = {}) => {
  const report = { messageIds: [messageId], recipients: [ada], reason: '550 no such mailbox', subject: '' };
  return { ...report, ...changes };
};
const bounce = (messageId: string) => ({ kind: 'bounce', report: reportOf(messageId) }) as const;

describe('a mail', () => {
  const quoted = ({ reference }: Conversation) => ({ subject: `AW: [${reference}]` });
  const unproved = (about: Conversation, changes: object = {}) =>
    ({ kind: 'bounce', report: reportOf('<1@mx.example>', { ...quoted(about), ...changes }) }) as const;
  const ours = { from: mailRoute.from.address, kind: 'automatic' } as const;

  it.each<[string, string, (about: Conversation) => MailChanges]>([
    ['reply', 'answers our mail', ({ answer }) => ({ references: [answer] })],
    ['reply', 'answers our mail to a colleague', ({ answer }) => ({ references: [answer], from: 'bea@example.com' })],
    ['reply', 'names the enquiry alone', ({ messageId }) => ({ references: ['<x@y>', messageId] })],
    ['reply', 'answers the acknowledgement', ({ acknowledged }) => ({ references: [acknowledged] })],
    ['reply', 'has the reference and comes from the visitor', quoted],
    ['other', 'has neither', () => ({})],
    ['other', 'has the reference and is not verified', (about) => ({ ...quoted(about), isUnverified: true })],
    [
      'other',
      'has it and only a copy goes to them',
      (at) => ({ ...quoted(at), from: stranger, recipients: [office, ada] }),
    ],
    [
      'other',
      'names a Message-ID of what the form answers',
      ({ id }) => ({ references: [`<enquiry.${id}@ours.example>`] }),
    ],
    ['automatic', 'is an absence note', ({ answer }) => ({ references: [answer], kind: 'automatic' })],
    ['reply', 'is written in a program', ({ answer }) => ({ references: [answer], kind: 'program' })],
    ['reply', 'has the reference and is written in a program', (about) => ({ ...quoted(about), kind: 'program' })],
    ['automatic', 'is of a program of ours', ({ answer }) => ({ references: [answer], kind: 'program', from: office })],
    ['other', 'is written in a program about nothing of ours', () => ({ kind: 'program' })],
    ['delayed', 'is a delay of our mail', ({ answer }) => ({ kind: 'delay', report: reportOf(answer) })],
    ['delayed', 'delays the acknowledgement', ({ acknowledged: id }) => ({ kind: 'delay', report: reportOf(id) })],
    ['unproved', 'is a bounce that names address and reference', (about) => unproved(about)],
    ['unproved', 'is a delay that names them', (about) => ({ ...unproved(about), kind: 'delay' })],
    ['other', 'is a bounce that names reference and another address', (at) => unproved(at, { recipients: [stranger] })],
    ['other', 'is a bounce that names the address', () => bounce('<1@mx.example>')],
    ['own', 'is that to the office', ({ messageId }) => ({ ...ours, messageId })],
    ['own', 'is the acknowledgement', ({ acknowledged }) => ({ from: ours.from, messageId: acknowledged })],
    ['other', 'has our address alone', () => ({ ...ours, messageId: '<1@relay.example>' })],
    [
      'other',
      'has our address and a forged Message-ID',
      ({ id }) => ({ ...ours, messageId: `<enquiry.${id}@ours.example>` }),
    ],
    ['claim', 'says it is from the office about the reference', (about) => ({ ...claim, ...quoted(about) })],
    ['other', 'says so, not verified', (about) => ({ ...claim, ...quoted(about), isUnverified: true })],
    ['other', 'says so to somebody else', (about) => ({ ...claim, ...quoted(about), recipients: [stranger] })],
    ['other', 'says so to a colleague', ({ messageId }) => ({ references: [messageId], from: office })],
    ['other', 'is a bounce of that to the office', ({ messageId }) => bounce(messageId)],
    ['other', 'is a bounce of a forged acknowledgement', ({ acknowledged }) => bounce(acknowledged.replace(/.@/, '@'))],
    ['other', 'is a bounce of what the form answers', ({ id }) => bounce(`<acknowledgement.${id}@ours.example>`)],
  ])('is taken for %s if it %s', async (outcome, _what, change) => {
    const conversation = await startConversation();
    expect(await conversation.receiveMail(change(conversation))).toBe(outcome);
    const { messages, replies, status, emailProblem } = await conversation.find();
    expect(messages).toHaveLength(['other', 'own'].includes(outcome) ? 2 : 3);
    expect([status, emailProblem]).toEqual([outcome === 'reply' ? 'open' : 'closed', null]);
    expect(replies).toMatchObject([{ bounceReason: null, isSuperseded: outcome === 'reply' }]);
    const isReport = ['delayed', 'unproved'].includes(outcome);
    expect(messages.at(-1)?.deliveryReport).toBe(isReport ? outcome : null);
  });

  it('of a stranger joins nothing by the Message-ID of a visitor’s mail, and of the visitor does', async () => {
    const { receiveMail, answer } = await startConversation();
    const messageId = '<1@mail.example.com>';
    await receiveMail({ references: [answer], messageId });
    expect(await receiveMail({ references: [messageId], from: stranger })).toBe('other');
    expect(await receiveMail({ references: [messageId] })).toBe('reply');
  });

  it('of the site itself about an enquiry of a release that did not sign is passed over too', async () => {
    const parts = openTemporarySqlite();
    const { receiveMail, id } = await startConversation(sampleFields, parts);
    const messageId = `<enquiry.${id}@ours.example>`;
    await parts.database.updateTable('messages').set({ message_id: messageId }).where('id', '=', id).execute();
    const outcomes = [mailRoute.from.address, stranger].map((from) => receiveMail({ from, messageId }));
    expect(await Promise.all(outcomes)).toEqual(['own', 'other']);
  });

  it('is stored with its recipients and with where it asks for the answer', async () => {
    const { receiveMail, answer, find } = await startConversation();
    await receiveMail({ references: [answer], recipients: [office, stranger], replyTo: 'all@example.com' });
    const recipients = [office, stranger].map(toAddress);
    expect((await find()).messages.at(-1)).toMatchObject({ recipients, replyTo: 'all@example.com' });
  });

  it('of whoever has joined by our Message-ID joins nothing by the reference', async () => {
    const { receiveMail, answer, reference } = await startConversation();
    expect(await receiveMail({ references: [answer], from: stranger })).toBe('reply');
    expect(await receiveMail({ subject: `Re: [${reference}]`, from: stranger })).toBe('other');
  });

  it('joins by the reference from the address that was corrected since', async () => {
    const { receiveMail, reference, apply } = await startConversation();
    await apply({ action: 'correct address', email: 'ada@example.org' });
    expect(await receiveMail({ subject: `Re: [${reference}]` })).toBe('reply');
  });

  it('that is not verified, or a stranger’s, is told of as such', async () => {
    const { receiveMail, answer, apply, find, deliver, sent } = await startConversation();
    await apply({ action: 'assign', to: 'ben@ours.example' });
    await receiveMail({ references: [answer], isUnverified: true });
    expect((await find()).messages.at(-1)).toMatchObject({ by: ada, isUnverified: true });
    await deliver();
    expect(sent.at(-1)?.text).toContain(': not verified\n');
    await receiveMail({ references: [answer], from: stranger });
    await deliver();
    expect(sent.at(-1)?.text).toContain(stranger);
  });
});

it('a mail whose enquiry is erased at that moment, on PostgreSQL, is other mail with its files', async () => {
  const url = await createTemporaryPostgres();
  const opened = await openTestPostgres(url);
  const { receiveMail, answer, listOtherMail, enquiries } = await startConversation(sampleFields, opened);
  const files = [{ name: 'brief.pdf', type: 'application/pdf', size: 4, body: Buffer.from('%PDF') }];
  const receiving = await opened.database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('enquiries').execute();
    const outcome = receiveMail({ references: [answer], files });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(() => executeStatement(url, waiting)).toHaveLength(1);
    return { outcome };
  });
  expect(await receiving.outcome).toBe('other');
  const [mail] = await listOtherMail();
  expect([mail, await enquiries.listFiles([`${mail?.id}`])]).toMatchObject([{ by: ada }, [{ name: 'brief.pdf' }]]);
});

describe('what the visitor writes back', () => {
  it('opens the enquiry, counts from its arrival, is mailed to its assignee, and is seen by who is answering', async () => {
    const { receiveMail, answer, id, find, apply, enquiries, deliver, sent } = await startConversation();
    await apply({ action: 'assign', to: 'ben@ours.example' });
    await deliver();
    const { version } = await find();
    await receiveMail({ references: [answer] });
    const dueAt = new Date(waitingSince.getTime() + day);
    expect(await find()).toMatchObject({ status: 'open', waitingSince, dueAt });
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: ['ben@ours.example'] });
    expect(await enquiries.sendReply(id, { text: 'Yes.', by: anna, version })).toEqual({ outcome: 'conflict' });
  });

  it('is said to be sent by a program, and its assignee is told once: a program may answer that mail too', async () => {
    const { receiveMail, answer, find, apply, deliver, sent } = await startConversation();
    await apply({ action: 'assign', to: 'ben@ours.example' });
    await deliver();
    const mails = sent.length;
    for (const text of ['Yes.', 'We have received your mail.', 'And this one.']) {
      await receiveMail({ references: [answer], kind: 'program', text });
      await deliver();
    }
    expect(sent.slice(mails)).toMatchObject([{ to: ['ben@ours.example'], text: expect.stringContaining('a program') }]);
    expect((await find()).messages.at(-1)).toMatchObject({ kind: 'message', isSentByProgram: true });
  });

  it('does not put off what is due already', async () => {
    const { receiveMail, answer, find } = await startConversation();
    await receiveMail({ references: [answer] });
    await receiveMail({ references: [answer], receivedAt: new Date('2025-01-01T13:59:00Z') });
    expect(await find()).toMatchObject({ waitingSince });
  });

  it('is kept with spam, and told by the digest', async () => {
    const { receiveMail, messageId, find, enquiries, deliver, sent } = await startConversation(spamFields);
    await enquiries.queueDigestDelivery(new Date('2025-01-01T12:00:00Z'));
    await deliver();
    await receiveMail({ references: [messageId] });
    expect(await find()).toMatchObject({ status: 'spam' });
    await enquiries.queueDigestDelivery(receivedAt);
    await deliver();
    expect(sent).toHaveLength(2);
    expect(sent.at(-1)?.text).toContain((await find()).reference);
  });

  it('is found by its words, and quoted by the next answer', async () => {
    const { receiveMail, answer, id, reply, enquiries, deliver, sent } = await startConversation();
    const messageId = '<1@mail.example.com>';
    await receiveMail({ references: [answer], text: 'Wednesday suits', messageId });
    expect(await enquiries.list({ query: 'wednesday', limit: 9 })).toMatchObject([{ id }]);
    await reply();
    await deliver();
    expect(sent.at(-1)).toMatchObject({ text: expect.stringContaining('> Wednesday suits') });
    expect(sent.at(-1)?.references?.at(-1)).toBe(messageId);
  });
});

describe('a mail that says it is from the office', () => {
  /** Receives a claim about an enquiry that the visitor has written back about. */
  async function startWithClaim(fields: object = sampleFields) {
    const conversation = await startConversation(fields);
    const { receiveMail, answer, messageId, find } = conversation;
    await receiveMail({ references: [answer || messageId] });
    const before = await find();
    expect(await receiveMail({ ...claim, references: [before.messageId] })).toBe('claim');
    const claimId = (await find()).messages.at(-1)?.id ?? '';
    return { ...conversation, before, confirm: { action: 'confirm reply', claimId } as const };
  }

  it('is kept beside what is true, which it does not change', async () => {
    const { before, find, deliver, sent } = await startWithClaim();
    const mails = sent.length;
    await deliver();
    const { messages, ...after } = await find();
    const { messages: _messages, ...same } = before;
    expect([after, sent.length]).toEqual([{ ...same, version: before.version + 1 }, mails]);
    expect(messages.at(-1)).toMatchObject({ direction: 'in', kind: 'message', claimsOffice: true, delivery: null });
  });

  it('is theirs if it is from the visitor, who is a colleague too', async () => {
    const { receiveMail, messageId, find } = await startConversation({ ...sampleFields, email: office });
    expect(await receiveMail({ references: [messageId], from: office })).toBe('reply');
    expect((await find()).messages.at(-1)).toMatchObject({ claimsOffice: false });
  });

  it('is an answer once somebody confirms it, who is on record', async () => {
    const { apply, confirm, id, find, enquiries } = await startWithClaim();
    expect(await apply(confirm)).toBe('done');
    const { status, messages } = await find();
    const answer = { direction: 'out', by: claim.from, claimsOffice: false };
    expect([status, messages.at(-1)]).toMatchObject(['closed', answer]);
    expect((await enquiries.listEvents({ enquiryId: id })).slice(-2)).toMatchObject([
      { actor: 'Somebody', action: 'claim received' },
      { actor: anna, action: 'confirm reply' },
    ]);
  });

  it('is confirmed once, about its own enquiry that is no spam, by whoever has seen all of it', async () => {
    const { apply, confirm, id, receive, enquiries, before } = await startWithClaim();
    const stale = { actor: anna, expectedVersion: before.version };
    expect(await enquiries.applyAction(id, confirm, stale)).toBe('conflict');
    expect(await apply(confirm, await receive())).toBe('invalid');
    expect(await apply({ ...confirm, claimId: id })).toBe('invalid');
    expect([await apply(confirm), await apply(confirm)]).toEqual(['done', 'invalid']);
    const spam = await startWithClaim(spamFields);
    expect(await spam.apply(spam.confirm)).toBe('invalid');
  });

  it('ends nothing that the visitor has written after it', async () => {
    const { apply, confirm, receiveMail, answer, find } = await startWithClaim();
    await receiveMail({ references: [answer] });
    expect([await apply(confirm), (await find()).status]).toEqual(['done', 'open']);
  });

  it('is not quoted to the visitor, nor is what a stranger writes', async () => {
    const { reply, deliver, sent, receiveMail, answer } = await startWithClaim();
    const answerWith = async () => (await reply(), await deliver(), sent.at(-1)?.text);
    expect(await answerWith()).not.toContain(claim.text);
    await receiveMail({ references: [answer], from: stranger, text: 'Pay me.' });
    const answered = await answerWith();
    expect(answered).not.toContain('Pay me.');
    expect(answered).toContain('> Thank you.');
  });

  it('is marked if it is automatic too', async () => {
    const { receiveMail, answer, find } = await startConversation();
    expect(await receiveMail({ references: [answer], from: office, kind: 'automatic' })).toBe('automatic');
    expect((await find()).messages.at(-1)).toMatchObject({ kind: 'automatic', claimsOffice: true });
  });
});

describe('a bounce', () => {
  const { reason } = bounce('').report;
  const correction = { action: 'correct address', email: 'ada@example.org' } as const;

  it('opens the enquiry, marks the answer and the address, until that is corrected', async () => {
    const { receiveMail, answer, find, apply } = await startConversation();
    expect(await receiveMail({ from: 'mailer-daemon@relay.example', ...bounce(answer) })).toBe('bounce');
    expect(await find()).toMatchObject({ status: 'open', emailProblem: reason, replies: [{ bounceReason: reason }] });
    expect(await apply(correction)).toBe('done');
    expect(await find()).toMatchObject({ email: correction.email, emailProblem: null });
  });

  it('marks the address in the person’s other enquiries as well', async () => {
    const { receiveMail, receive, answer, find } = await startConversation();
    const other = await receive({ ...sampleFields, email: ada.toUpperCase(), message: 'And another thing.' });
    await receiveMail(bounce(answer));
    expect(await find(other)).toMatchObject({ emailProblem: reason, version: 0 });
  });

  it.each([
    ['ends', 'of the visitor', {}, null],
    ['stays', 'that is not verified', { isUnverified: true }, reason],
    ['stays', 'of a colleague', { from: 'bea@example.com' }, reason],
    ['stays', 'that only a program wrote', { kind: 'automatic' }, reason],
  ] as const)('%s with the next mail %s', async (_what, _whose, changes, emailProblem) => {
    const { receiveMail, receive, answer, find } = await startConversation();
    const other = await receive({ ...sampleFields, email: ada.toUpperCase(), message: 'And another thing.' });
    await receiveMail(bounce(answer));
    await receiveMail({ references: [answer], ...changes });
    expect([(await find()).emailProblem, (await find(other)).emailProblem]).toEqual([emailProblem, emailProblem]);
  });

  it('has its answer sent again to the corrected address, which closes the enquiry', async () => {
    const { receiveMail, answer, apply, find, deliver, sent } = await startConversation();
    await receiveMail(bounce(answer));
    await apply(correction);
    const replyId = (await find()).replies[0]?.id ?? '';
    expect(await apply({ action: 'send again', replyId })).toBe('done');
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: [correction.email] });
    expect(await find()).toMatchObject({ status: 'closed', replies: [{ bounceReason: null }] });
  });

  it('from an address that was corrected since says nothing of the new one', async () => {
    const { receiveMail, answer, apply, find } = await startConversation();
    await apply(correction);
    await receiveMail(bounce(answer));
    expect(await find()).toMatchObject({ emailProblem: null, replies: [{ bounceReason: reason }] });
  });

  it('of the acknowledgement marks the address alone', async () => {
    const { receiveMail, acknowledged, find } = await startConversation();
    expect(await receiveMail(bounce(acknowledged))).toBe('bounce');
    expect(await find()).toMatchObject({ emailProblem: reason, replies: [{ bounceReason: null }] });
  });
});

describe('other mail', () => {
  it('becomes an enquiry once, which waits since it arrived', async () => {
    const { receiveMail, listOtherMail, makeEnquiry, find } = await startConversation();
    await receiveMail({ from: stranger, subject: 'A question' });
    const [mail] = await listOtherMail();
    const id = (await makeEnquiry(mail?.id)) ?? '';
    const enquiry = { email: stranger, subject: 'A question', message: 'Thank you.', waitingSince };
    expect(await find(id)).toMatchObject({ status: 'open', ...enquiry, mail: { state: 'delivered' } });
    expect(await makeEnquiry(mail?.id)).toBeNull();
    expect(await receiveMail({ from: stranger, references: [mail?.messageId ?? ''] })).toBe('reply');
  });

  it('that became an enquiry is the visitor’s, whose address was corrected since', async () => {
    const { receiveMail, makeEnquiry, listOtherMail, apply, find } = await startConversation();
    await receiveMail({ from: stranger });
    const [mail] = await listOtherMail();
    const id = (await makeEnquiry(mail?.id)) ?? '';
    await receiveMail({ from: office, references: [mail?.messageId ?? ''], recipients: [stranger] });
    await apply({ action: 'correct address', email: 'new@example.org' }, id);
    const enquiry = await find(id);
    const known = [stranger, 'new@example.org', office].map((one) => isVisitorAddress(enquiry, one));
    expect(known).toEqual([true, true, false]);
  });

  it('that is left loses its text, and does not come again', async () => {
    const { receiveMail, listOtherMail, enquiries } = await startConversation();
    const mail = { from: stranger, hash: 'one' };
    await receiveMail(mail);
    const [listed] = await listOtherMail();
    expect(await enquiries.dismissOtherMail(listed?.id ?? '', anna)).toBe(true);
    expect([await receiveMail(mail), await listOtherMail()]).toEqual(['known', []]);
  });
});

it.each(databaseCases)(
  'mails in every shape join the enquiry that they answer, each once, in %s',
  async (_name, open) => {
    const { receive, enquiries, find, id, answer } = await startConversation(sampleFields, await open());
    await receive({ ...sampleFields, message: 'Something else' });
    const receiveMail = async (raw: RawMail) => enquiries.receiveMail(await parseMail(raw, 'UTC'), async () => {});
    const { reference } = await find();
    const subject = `Re: A quotation [${reference}]`;
    const original = { messageId: answer, references: [], subject, text: 'Dear Ada', from: office, to: ada };
    for (const [index, { name, build, expected }] of replyShapes.entries()) {
      const source = Buffer.from(build(original).replace(/^Message-ID: </im, `$&${index}.`));
      const raw = { uid: 1, source, isCut: false, size: source.length, receivedAt };
      const outcomes = [await receiveMail(raw), await receiveMail(raw)];
      expect([name, ...outcomes]).toEqual([name, expect.stringMatching(expectedOutcomes[expected.kind]), 'known']);
    }
    const others = await enquiries.list({ limit: 9 });
    expect(others.filter((one) => one.id !== id).map(({ messages }) => messages.length)).toEqual([1]);
  },
);

const expectedReports = { bounce: /^bounce$/, delay: /^delayed$/ };
const expectedOutcomes = { person: /^reply$/, program: /^reply$/, automatic: /^automatic$/, ...expectedReports };
