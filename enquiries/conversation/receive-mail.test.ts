import { describe, expect, it } from 'vitest';
import type { DatabaseWithDialect } from '../../database/database.ts';
import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { parseMail } from '../../mailbox/parse-mail.ts';
import type { ReceivedMail } from '../../mailbox/received-mail.ts';
import {
  createTemporaryPostgres,
  databaseCases,
  executeStatement,
  openTestPostgres,
} from '../../database/testing/test-postgres.ts';
import { replyShapes } from '../../mailbox/testing/mail-shapes.ts';
import type { PlainAction } from '../actions.ts';
import { isVisitorAddress } from '../model.ts';
import { createCoreUnderTest, mailRoute } from '../testing/core-under-test.ts';
import { day, hour, sampleFields, spamFields } from '../testing/samples.ts';

const [ada, office, stranger] = [sampleFields.email, mailRoute.to[0] as string, 'mallory@example.net'];
const receivedAt = new Date('2025-01-01T13:00:00Z');
/** The end of that second. */
const waitingSince = new Date('2025-01-01T13:00:00.999Z');
let mails = 0;

/** Creates a mail of the visitor to the office. */
function createMail(changes: Partial<Omit<ReceivedMail, 'from'>> & { from?: string } = {}): ReceivedMail {
  mails += 1;
  const head = { messageId: `<${mails}@mail.example.com>`, references: [], recipients: [office] };
  const body = {
    subject: 'Re: A quotation',
    text: 'Thank you.',
    kind: 'person',
    bounce: null,
    files: [],
    isUnverified: false,
  } as const;
  const from = { name: 'Ada', address: changes.from ?? ada };
  return { hash: `hash ${mails}`, ...head, ...body, receivedAt, ...changes, from };
}

/** Creates an enquiry that was answered, and the core's function that receives a mail about it. */
async function startConversation(
  fields: object = sampleFields,
  databaseDependencies = openTemporarySqlite() as DatabaseWithDialect,
) {
  const contact = { name: '', address: office };
  const acknowledgement = () => ({ subject: 'It has come', paragraphs: [], outsideHours: '', contact });
  const core = createCoreUnderTest({ databaseDependencies, notificationOptions: { acknowledgement } });
  const id = await core.receive(fields);
  await core.deliver();
  await core.enquiries.sendReply(id, { text: 'Dear Ada', by: 'anna@ours.example', version: 0 });
  await core.deliver();
  core.advanceClock(2 * hour);
  const find = async () => (await core.found(id)) as NonNullable<Awaited<ReturnType<typeof core.found>>>;
  const { reference, messageId, messages } = await find();
  const answer = messages.at(-1)?.messageId ?? '';
  const acknowledged = core.sent.find(({ uniqueName }) => uniqueName.startsWith('acknowledgement'))?.messageId ?? '';
  const receiveMail = (mail: ReceivedMail) => core.enquiries.receiveMail(mail, async () => {});
  const listKinds = async () => (await find()).messages.map(({ direction, kind }) => `${direction} ${kind}`);
  const apply = (action: PlainAction, on = id) =>
    core.enquiries.applyAction(on, action, { actor: 'anna@ours.example' });
  return { ...core, id, find, reference, messageId, answer, acknowledged, receiveMail, listKinds, apply };
}

describe('a mail', () => {
  it.each<
    [string, string, (about: Awaited<ReturnType<typeof startConversation>>) => Partial<ReceivedMail> & { from?: never }]
  >([
    ['reply', 'answers our mail', ({ answer }) => ({ references: [answer] })],
    ['reply', 'names the enquiry alone', ({ messageId }) => ({ references: ['<x@y>', messageId] })],
    ['reply', 'answers the acknowledgement', ({ acknowledged }) => ({ references: [acknowledged] })],
    ['reply', 'has the reference and comes from the visitor', ({ reference }) => ({ subject: `AW: [${reference}]` })],
    ['other', 'has neither', () => ({})],
    [
      'other',
      'names a Message-ID with what the form answers',
      ({ id }) => ({ references: [`<enquiry.${id}@ours.example>`] }),
    ],
    ['automatic', 'is an absence note', ({ answer }) => ({ references: [answer], kind: 'automatic' })],
  ])('is taken for %s if it %s', async (outcome, _what, change) => {
    const conversation = await startConversation();
    expect(await conversation.receiveMail(createMail(change(conversation)))).toBe(outcome);
    expect((await conversation.find()).messages).toHaveLength(outcome === 'other' ? 2 : 3);
  });

  it('of a stranger joins nothing by a reference, whoever gets a copy', async () => {
    const { receiveMail, reference, find, enquiries } = await startConversation();
    const mail = createMail({ from: stranger, subject: `Re: [${reference}]`, recipients: [office, ada] });
    expect(await receiveMail(mail)).toBe('other');
    expect((await find()).messages).toHaveLength(2);
    expect(await enquiries.listOtherMail({ limit: 9 })).toMatchObject([{ by: stranger, text: mail.text }]);
  });

  it('of a stranger joins nothing by the Message-ID of a visitor’s mail, and of the visitor does', async () => {
    const { receiveMail, answer } = await startConversation();
    const first = createMail({ references: [answer] });
    await receiveMail(first);
    expect(await receiveMail(createMail({ references: [first.messageId], from: stranger }))).toBe('other');
    expect(await receiveMail(createMail({ references: [first.messageId] }))).toBe('reply');
  });

  it('of a colleague of the visitor joins by our Message-ID', async () => {
    const { receiveMail, answer } = await startConversation();
    expect(await receiveMail(createMail({ references: [answer], from: 'bea@example.com' }))).toBe('reply');
  });

  it('is stored once, however often it comes', async () => {
    const { receiveMail, answer, find } = await startConversation();
    const mail = createMail({ references: [answer] });
    expect([await receiveMail(mail), await receiveMail(mail)]).toEqual(['reply', 'known']);
    expect((await find()).messages).toHaveLength(3);
  });

  it('of the site itself is passed over by its Message-ID, and not by its sender', async () => {
    const { receiveMail, messageId, acknowledged, id, enquiries } = await startConversation();
    const from = mailRoute.from.address;
    expect(await receiveMail(createMail({ from, messageId, kind: 'automatic' }))).toBe('own');
    expect(await receiveMail(createMail({ from, messageId: acknowledged }))).toBe('own');
    for (const forged of [`<enquiry.${id}@ours.example>`, '<1@relay.example>'])
      expect(await receiveMail(createMail({ from, messageId: forged, kind: 'automatic' }))).toBe('other');
    expect(await enquiries.listOtherMail({ limit: 9 })).toHaveLength(2);
  });

  it('of the site itself about an enquiry of a release that did not sign is passed over too', async () => {
    const parts = openTemporarySqlite();
    const { receiveMail, id } = await startConversation(sampleFields, parts);
    const messageId = `<enquiry.${id}@ours.example>`;
    await parts.database.updateTable('messages').set({ message_id: messageId }).where('id', '=', id).execute();
    const outcomes = [mailRoute.from.address, stranger].map((from) => receiveMail(createMail({ from, messageId })));
    expect(await Promise.all(outcomes)).toEqual(['own', 'other']);
  });

  it('of whoever has joined by our Message-ID joins nothing by the reference', async () => {
    const { receiveMail, answer, reference } = await startConversation();
    expect(await receiveMail(createMail({ references: [answer], from: stranger }))).toBe('reply');
    expect(await receiveMail(createMail({ subject: `Re: [${reference}]`, from: stranger }))).toBe('other');
  });

  it('joins by the reference from the address that was corrected since', async () => {
    const { receiveMail, reference, apply } = await startConversation();
    await apply({ action: 'correct address', email: 'ada@example.org' });
    expect(await receiveMail(createMail({ subject: `Re: [${reference}]` }))).toBe('reply');
  });

  it('that is not verified joins nothing by the reference, and by our Message-ID is told of as such, like a stranger’s', async () => {
    const { receiveMail, answer, reference, apply, find, deliver, sent } = await startConversation();
    await apply({ action: 'assign', to: 'ben@ours.example' });
    expect(await receiveMail(createMail({ subject: `Re: [${reference}]`, isUnverified: true }))).toBe('other');
    expect(await receiveMail(createMail({ references: [answer], isUnverified: true }))).toBe('reply');
    expect((await find()).messages.at(-1)).toMatchObject({ by: ada, isUnverified: true });
    await deliver();
    expect(sent.at(-1)?.text).toContain(': not verified\n');
    await receiveMail(createMail({ references: [answer], from: stranger }));
    await deliver();
    expect(sent.at(-1)?.text).toContain(stranger);
  });
});

it.each([[[]], [[{ name: 'brief.pdf', type: 'application/pdf', size: 4, body: Buffer.from('%PDF') }]]])(
  'a mail whose enquiry is erased at that moment, on PostgreSQL, is other mail: with files %j',
  async (files) => {
    const url = await createTemporaryPostgres();
    const opened = await openTestPostgres(url);
    const { receiveMail, answer, enquiries } = await startConversation(sampleFields, opened);
    const receiving = await opened.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('enquiries').execute();
      const outcome = receiveMail(createMail({ references: [answer], files }));
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(() => executeStatement(url, waiting)).toHaveLength(1);
      return { outcome };
    });
    expect(await receiving.outcome).toBe('other');
    const [mail] = await enquiries.listOtherMail({ limit: 9 });
    expect([mail, await enquiries.listFiles([mail?.id ?? ''])]).toMatchObject([
      { by: ada },
      files.map(({ name }) => ({ name })),
    ]);
  },
);

describe('what the visitor writes back', () => {
  it('opens the enquiry, counts from its arrival, is mailed to its assignee, and is seen by who is answering', async () => {
    const { receiveMail, answer, id, find, enquiries, deliver, sent } = await startConversation();
    await enquiries.applyAction(id, { action: 'assign', to: 'ben@ours.example' }, { actor: 'anna@ours.example' });
    await deliver();
    const { version } = await find();
    await receiveMail(createMail({ references: [answer] }));
    const dueAt = new Date(waitingSince.getTime() + day);
    expect(await find()).toMatchObject({ status: 'open', waitingSince, dueAt });
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: ['ben@ours.example'] });
    const stale = await enquiries.sendReply(id, { text: 'Yes.', by: 'anna@ours.example', version });
    expect(stale).toEqual({ outcome: 'conflict' });
  });

  it('does not put off what is due already', async () => {
    const { receiveMail, answer, find } = await startConversation();
    await receiveMail(createMail({ references: [answer] }));
    await receiveMail(createMail({ references: [answer], receivedAt: new Date('2025-01-01T13:59:00Z') }));
    expect(await find()).toMatchObject({ waitingSince });
  });

  it('is kept with spam, and told by the digest', async () => {
    const { receiveMail, messageId, find, enquiries, deliver, sent } = await startConversation(spamFields);
    await enquiries.queueDigestDelivery(new Date('2025-01-01T12:00:00Z'));
    await deliver();
    await receiveMail(createMail({ references: [messageId] }));
    expect(await find()).toMatchObject({ status: 'spam' });
    await enquiries.queueDigestDelivery(receivedAt);
    await deliver();
    expect(sent).toHaveLength(2);
    expect(sent.at(-1)?.text).toContain((await find()).reference);
  });

  it('is found by its words, and quoted by the next answer', async () => {
    const { receiveMail, answer, id, find, enquiries, deliver, sent } = await startConversation();
    const mail = createMail({ references: [answer], text: 'Wednesday suits' });
    await receiveMail(mail);
    expect(await enquiries.list({ query: 'wednesday', limit: 9 })).toMatchObject([{ id }]);
    await enquiries.sendReply(id, { text: 'Good.', by: 'anna@ours.example', version: (await find()).version });
    await deliver();
    expect(sent.at(-1)).toMatchObject({ text: expect.stringContaining('> Wednesday suits') });
    expect(sent.at(-1)?.references?.at(-1)).toBe(mail.messageId);
  });
});

describe('a mail that says it is from the office', () => {
  const claim = { from: office.toUpperCase(), recipients: [ada], text: 'You get it for nothing.' };

  /** Receives a claim about an enquiry that the visitor has written back about. */
  async function startWithClaim(fields: object = sampleFields) {
    const conversation = await startConversation(fields);
    const { receiveMail, answer, messageId, find } = conversation;
    await receiveMail(createMail({ references: [answer || messageId] }));
    const before = await find();
    expect(await receiveMail(createMail({ ...claim, references: [before.messageId] }))).toBe('claim');
    const claimId = (await find()).messages.at(-1)?.id ?? '';
    return { ...conversation, before, confirm: { action: 'confirm answer', claimId } as const };
  }

  it('is kept beside what is true, which it does not change', async () => {
    const { before, find, deliver, sent } = await startWithClaim();
    const mails = sent.length;
    await deliver();
    const { messages, version, ...after } = await find();
    const { messages: _messages, version: _version, ...same } = before;
    expect([after, version, sent.length]).toEqual([same, before.version + 1, mails]);
    expect(messages.at(-1)).toMatchObject({ direction: 'in', kind: 'message', claimsOffice: true, delivery: null });
  });

  it('joins by the reference what it was sent to the visitor about, unless it is not verified', async () => {
    const { receiveMail, reference } = await startConversation();
    const mail = { ...claim, subject: `Re: [${reference}]` };
    expect(await receiveMail(createMail(mail))).toBe('claim');
    expect(await receiveMail(createMail({ ...mail, isUnverified: true }))).toBe('other');
    expect(await receiveMail(createMail({ ...mail, recipients: [stranger] }))).toBe('other');
  });

  it('to a colleague is other mail', async () => {
    const { receiveMail, messageId } = await startConversation();
    expect(await receiveMail(createMail({ references: [messageId], from: office }))).toBe('other');
  });

  it('is theirs if it is from the visitor, who is a colleague too', async () => {
    const { receiveMail, messageId, find } = await startConversation({ ...sampleFields, email: office });
    expect(await receiveMail(createMail({ references: [messageId], from: office }))).toBe('reply');
    expect((await find()).messages.at(-1)).toMatchObject({ claimsOffice: false });
  });

  it('is an answer once somebody confirms it, who is on record', async () => {
    const { apply, confirm, id, find, enquiries } = await startWithClaim();
    expect(await apply(confirm)).toBe('done');
    const { status, messages } = await find();
    expect([status, messages.at(-1)]).toMatchObject([
      'closed',
      { direction: 'out', by: claim.from, claimsOffice: false },
    ]);
    const events = await enquiries.listEvents({ enquiryId: id });
    expect(events.map(({ actor, action }) => [actor, action]).slice(-2)).toEqual([
      ['Somebody', 'claim received'],
      ['anna@ours.example', 'confirm answer'],
    ]);
  });

  it('is confirmed once, about its own enquiry that is no spam, by whoever has seen all of it', async () => {
    const { apply, confirm, id, receive, enquiries, find } = await startWithClaim();
    const stale = { actor: 'anna@ours.example', expectedVersion: (await find()).version - 1 };
    expect(await enquiries.applyAction(id, confirm, stale)).toBe('conflict');
    expect(await apply(confirm, await receive())).toBe('invalid');
    expect(await apply({ ...confirm, claimId: id })).toBe('invalid');
    expect([await apply(confirm), await apply(confirm)]).toEqual(['done', 'invalid']);
    const spam = await startWithClaim(spamFields);
    expect(await spam.apply(spam.confirm)).toBe('invalid');
  });

  it('ends nothing that the visitor has written after it', async () => {
    const { apply, confirm, receiveMail, answer, find } = await startWithClaim();
    await receiveMail(createMail({ references: [answer] }));
    expect([await apply(confirm), (await find()).status]).toEqual(['done', 'open']);
  });

  it('is not quoted to the visitor as their words, and a stranger’s are told apart', async () => {
    const { enquiries, id, find, deliver, sent, receiveMail, answer } = await startWithClaim();
    const reply = async () => {
      await enquiries.sendReply(id, { text: 'Yes.', by: 'anna@ours.example', version: (await find()).version });
      await deliver();
      return sent.at(-1)?.text;
    };
    expect(await reply()).not.toContain(claim.text);
    await receiveMail(createMail({ references: [answer], from: stranger, text: 'Pay me.' }));
    expect(await reply()).toContain(`${stranger} wrote:\n> Pay me.`);
  });

  it('is marked if it is automatic too', async () => {
    const { receiveMail, answer, find } = await startConversation();
    expect(await receiveMail(createMail({ references: [answer], from: office, kind: 'automatic' }))).toBe('automatic');
    expect((await find()).messages.at(-1)).toMatchObject({ kind: 'automatic', claimsOffice: true });
  });
});

describe('a bounce', () => {
  const bounce = (messageId: string) => ({ messageIds: [messageId], recipients: [ada], reason: '550 no such mailbox' });

  it('opens the enquiry, marks the answer and the address, until that is corrected', async () => {
    const { receiveMail, answer, id, find, enquiries } = await startConversation();
    const mail = createMail({ from: 'mailer-daemon@relay.example', kind: 'bounce', bounce: bounce(answer) });
    expect(await receiveMail(mail)).toBe('bounce');
    const reason = '550 no such mailbox';
    expect(await find()).toMatchObject({ status: 'open', emailProblem: reason, replies: [{ bounceReason: reason }] });
    const action = { action: 'correct address', email: 'ada@example.org' } as const;
    expect(await enquiries.applyAction(id, action, { actor: 'anna@ours.example' })).toBe('done');
    expect(await find()).toMatchObject({ email: 'ada@example.org', emailProblem: null });
  });

  it('marks the address in the person’s other enquiries as well', async () => {
    const { receiveMail, receive, answer, found } = await startConversation();
    const other = await receive({ ...sampleFields, email: ada.toUpperCase(), message: 'And another thing.' });
    await receiveMail(createMail({ kind: 'bounce', bounce: bounce(answer) }));
    expect(await found(other)).toMatchObject({ emailProblem: '550 no such mailbox', version: 0 });
  });

  it('has its answer sent again to the corrected address, which closes the enquiry', async () => {
    const { receiveMail, answer, id, find, enquiries, deliver, sent } = await startConversation();
    await receiveMail(createMail({ kind: 'bounce', bounce: bounce(answer) }));
    const by = { actor: 'anna@ours.example' };
    await enquiries.applyAction(id, { action: 'correct address', email: 'ada@example.org' }, by);
    const replyId = (await find()).replies[0]?.id ?? '';
    expect(await enquiries.applyAction(id, { action: 'send again', replyId }, by)).toBe('done');
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: ['ada@example.org'] });
    expect(await find()).toMatchObject({ status: 'closed', replies: [{ bounceReason: null }] });
  });

  it('from an address that was corrected since says nothing of the new one', async () => {
    const { receiveMail, answer, id, find, enquiries } = await startConversation();
    const action = { action: 'correct address', email: 'ada@example.org' } as const;
    await enquiries.applyAction(id, action, { actor: 'anna@ours.example' });
    await receiveMail(createMail({ kind: 'bounce', bounce: bounce(answer) }));
    expect(await find()).toMatchObject({ emailProblem: null, replies: [{ bounceReason: '550 no such mailbox' }] });
  });

  it('of the acknowledgement marks the address, if it names that and not what the form answers', async () => {
    const { receiveMail, acknowledged, id, find } = await startConversation();
    for (const forged of [
      `<acknowledgement.${id}@ours.example>`,
      `<acknowledgement-${id}@ours.example>`,
      acknowledged.replace(/.@/, '@'),
    ])
      expect(await receiveMail(createMail({ kind: 'bounce', bounce: bounce(forged) }))).toBe('other');
    expect(await find()).toMatchObject({ status: 'closed', emailProblem: null });
    expect(await receiveMail(createMail({ kind: 'bounce', bounce: bounce(acknowledged) }))).toBe('bounce');
    expect(await find()).toMatchObject({ emailProblem: '550 no such mailbox', replies: [{ bounceReason: null }] });
  });

  it('of the mail to the office is other mail', async () => {
    const { receiveMail, messageId } = await startConversation();
    expect(await receiveMail(createMail({ kind: 'bounce', bounce: bounce(messageId) }))).toBe('other');
  });
});

describe('other mail', () => {
  it('becomes an enquiry once, which waits since it arrived', async () => {
    const { receiveMail, enquiries, found } = await startConversation();
    await receiveMail(createMail({ from: stranger, subject: 'A question' }));
    const [mail] = await enquiries.listOtherMail({ limit: 9 });
    const id = (await enquiries.makeEnquiryOfMail(mail?.id ?? '', 'anna@ours.example')) ?? '';
    const enquiry = { email: stranger, subject: 'A question', message: 'Thank you.', waitingSince };
    expect(await found(id)).toMatchObject({ status: 'open', ...enquiry, mail: { state: 'delivered' } });
    expect(await enquiries.makeEnquiryOfMail(mail?.id ?? '', 'anna@ours.example')).toBeNull();
    expect(await receiveMail(createMail({ from: stranger, references: [mail?.messageId ?? ''] }))).toBe('reply');
  });

  it('that became an enquiry is the visitor’s, whose address was corrected since', async () => {
    const { receiveMail, enquiries, apply, found } = await startConversation();
    await receiveMail(createMail({ from: stranger }));
    const [mail] = await enquiries.listOtherMail({ limit: 1 });
    const id = (await enquiries.makeEnquiryOfMail(mail?.id ?? '', 'anna@ours.example')) ?? '';
    await receiveMail(createMail({ from: office, references: [mail?.messageId ?? ''], recipients: [stranger] }));
    await apply({ action: 'correct address', email: 'new@example.org' }, id);
    const enquiry = (await found(id)) as NonNullable<Awaited<ReturnType<typeof found>>>;
    expect([stranger, 'new@example.org', office].map((one) => isVisitorAddress(enquiry, one))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('that is left loses its text, and does not come again', async () => {
    const { receiveMail, enquiries } = await startConversation();
    const mail = createMail({ from: stranger });
    await receiveMail(mail);
    const [listed] = await enquiries.listOtherMail({ limit: 9 });
    expect(await enquiries.dismissMail(listed?.id ?? '', 'anna@ours.example')).toBe(true);
    expect([await receiveMail(mail), await enquiries.listOtherMail({ limit: 9 })]).toEqual(['known', []]);
  });

  it('of a person goes with them', async () => {
    const { receiveMail, enquiries } = await startConversation();
    await receiveMail(createMail({ from: stranger.toUpperCase() }));
    await enquiries.erase({ email: stranger });
    expect(await enquiries.listOtherMail({ limit: 9 })).toEqual([]);
  });
});

describe('an enquiry that is merged into another of the same person', () => {
  async function startMerged() {
    const conversation = await startConversation();
    const second = await conversation.receive({ ...sampleFields, message: 'And another thing.' });
    const result = await conversation.enquiries.mergeEnquiries(second, conversation.id, { actor: 'anna@ours.example' });
    return { ...conversation, second, result };
  }

  it('is closed, and its messages and promise are the other’s', async () => {
    const { second, result, find, found, id } = await startMerged();
    expect([result, await found(second)]).toMatchObject(['done', { status: 'closed', mergedInto: id }]);
    const texts = (await find()).messages.map(({ text }) => text);
    expect([texts.includes('And another thing.'), (await find()).status]).toEqual([true, 'open']);
  });

  it('gets no reply of its own', async () => {
    const { second, receiveMail, find, found } = await startMerged();
    const references = [(await found(second))?.messageId ?? ''];
    expect(await receiveMail(createMail({ references }))).toBe('reply');
    expect((await find()).messages).toHaveLength(4);
  });

  it('is kept as long as the other', async () => {
    const { second, enquiries, id, found, advanceClock } = await startMerged();
    advanceClock(day);
    await enquiries.applyAction(id, { action: 'answer by mail' }, { actor: 'anna@ours.example' });
    await enquiries.purge(new Date('2025-01-02T00:00:00Z'));
    expect(await found(second)).toMatchObject({ mergedInto: id });
  });

  it('is of nobody else', async () => {
    const { receive, enquiries, id } = await startConversation();
    const other = await receive({ ...sampleFields, email: stranger });
    expect(await enquiries.mergeEnquiries(other, id, { actor: 'anna@ours.example' })).toBe('invalid');
  });

  it('is one of its own again once it is opened', async () => {
    const { second, act, found, find } = await startMerged();
    expect(await act(second, 'reopen')).toBe('done');
    expect(await found(second)).toMatchObject({ status: 'open', mergedInto: null });
    expect((await find()).messages).toHaveLength(2);
  });

  it('is erased with it', async () => {
    const { second, id, enquiries, found } = await startMerged();
    expect((await enquiries.erase({ id })).ids.toSorted()).toEqual([id, second].toSorted());
    expect(await found(second)).toBeUndefined();
  });
});

it.each(databaseCases)(
  'mails in every shape join the enquiry that they answer, each once, in %s',
  async (_name, open) => {
    const { receive, enquiries, find, id, answer, receiveMail } = await startConversation(sampleFields, await open());
    await receive({ ...sampleFields, message: 'Something else' });
    const { reference } = await find();
    const subject = `Re: A quotation [${reference}]`;
    const original = { messageId: answer, references: [], subject, text: 'Dear Ada', from: office, to: ada };
    for (const [index, { name, build, expected }] of replyShapes.entries()) {
      const source = Buffer.from(build(original).replace(/^Message-ID: </im, `$&${index}.`));
      const raw = { uid: 1, source, isCut: false, size: source.length, receivedAt };
      const outcomes = [await receiveMail(await parseMail(raw)), await receiveMail(await parseMail(raw))];
      expect([name, ...outcomes]).toEqual([name, expect.stringMatching(expectedOutcomes[expected.kind]), 'known']);
    }
    const others = await enquiries.list({ limit: 9 });
    expect(others.filter((one) => one.id !== id).map(({ messages }) => messages.length)).toEqual([1]);
  },
);

const expectedOutcomes = { person: /^reply$/, automatic: /^automatic$/, bounce: /^bounce$/ };
