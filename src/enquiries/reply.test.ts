import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import type { SendOutcome } from '../outbox/send-outcome.ts';
import { maxRepliesPerHour } from './actions.ts';
import { streamEnquiryCsv } from './export-csv.ts';
import { formatReference } from './reference.ts';
import { anna, createCoreUnderTest, permanentRefusal, temporaryRefusal, mailRoute } from './testing/core-under-test.ts';
import { leaseNextDelivery, insertSamples } from './testing/test-store.ts';
import { day, sampleFields, hour, createReceivedEnquiry } from './testing/samples.ts';
import { createTemporaryDirectory, openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';

const ben = 'ben@ours.example';
const delivered = { delivered: true } as const;
const brokenOff = { delivered: false, permanent: false, possiblySent: true, reason: 'Connection closed' } as const;

/** Creates an enquiry whose mail was delivered; later mails get these outcomes, one after another. */
async function oneToAnswer(...outcomes: SendOutcome[]) {
  const path = join(createTemporaryDirectory(), 'site.db');
  const databaseDependencies = openTemporarySqlite(path);
  const core = createCoreUnderTest({ databaseDependencies, outcomes: [delivered, ...outcomes] });
  const { enquiries, deliver, found, sent } = core;
  const id = await core.receive(sampleFields);
  await deliver();
  const reply = async (text: string, version?: number, by = anna) =>
    enquiries.sendReply(id, { text, by, version: version ?? (await found(id))?.version ?? 0 });
  const states = async () => (await found(id))?.replies.map(({ delivery }) => delivery.state);
  const history = async () => (await enquiries.listEvents({ enquiryId: id })).map(({ action }) => action);
  const answers = () => sent.filter(({ to }) => to[0] === sampleFields.email).map(({ text }) => text.split('\n')[0]);
  return { ...core, on: databaseDependencies, path, id, reply, states, history, answers };
}

describe('a reply', () => {
  it('is stored with who wrote it, mailed, and stops the clock by being taken, not by being written', async () => {
    const { id, reply, deliver, found, answers, history } = await oneToAnswer(temporaryRefusal);
    expect(await reply('  Dear Ada,\r\nyes.  ')).toMatchObject({ outcome: 'accepted' });
    await deliver();
    const written = {
      by: anna,
      text: 'Dear Ada,\nyes.',
      delivery: { state: 'due', lastReason: temporaryRefusal.reason },
    };
    expect(await found(id)).toMatchObject({ status: 'open', replies: [written] });
    expect([answers(), await history()]).toEqual([['Dear Ada,'], ['reply']]);
  });

  it.each([
    ['', 'empty'],
    [' \u200B\n', 'empty'],
    ['x'.repeat(20_000), 'too long'],
  ])('is refused where it is %j', async (text, fault) => {
    const { reply, states } = await oneToAnswer();
    expect(await reply(text)).toEqual({ outcome: 'refused', reason: fault });
    expect(await states()).toEqual([]);
  });

  it.each(['ada@example', 'ada@example.com\r\nBcc: all@example.com', 'ada'])('is refused to %j', async (email) => {
    const databaseDependencies = openTemporarySqlite();
    await insertSamples(databaseDependencies.store, createReceivedEnquiry(1, { email }));
    const { enquiries } = createCoreUnderTest({ databaseDependencies });
    const answered = await enquiries.sendReply(createReceivedEnquiry(1).id, { text: 'Yes.', by: anna, version: 0 });
    expect(answered).toEqual({ outcome: 'refused', reason: 'no address' });
  });

  it('reads of its enquiry the address alone: whoever answers has read the rest', async () => {
    const opened = openTemporarySqlite();
    const reads: string[] = [];
    const database = opened.database.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'SelectQueryNode') reads.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { enquiries, receive } = createCoreUnderTest({ databaseDependencies: { ...opened, database } });
    const id = await receive(sampleFields);
    reads.length = 0;
    expect(await enquiries.sendReply(id, { text: 'Yes.', by: anna, version: 0 })).toMatchObject({
      outcome: 'accepted',
    });
    expect(reads.filter((read) => read.includes('"files"'))).toEqual([]);
  });

  it('goes from one of two people at once, and the other one’s is not stored', async () => {
    const { reply, deliver, answers } = await oneToAnswer();
    const both = await Promise.all([reply('One.', 0), reply('Two.', 0, ben)]);
    expect(both).toMatchObject([{ outcome: 'accepted' }, { outcome: 'conflict' }]);
    await deliver();
    expect(answers()).toEqual(['One.']);
  });

  it('goes nowhere once its enquiry is erased, or spam, and then is told to have failed', async () => {
    const { enquiries, id, reply, act, deliver, states, answers } = await oneToAnswer();
    await reply('Yes.');
    await act(id, 'mark as spam');
    expect([await deliver(), await states()]).toMatchObject([{ failed: 1 }, ['failed']]);
    expect(await reply('Yes.')).toEqual({ outcome: 'invalid' });
    await act(id, 'not spam');
    await reply('Yes, again.');
    await enquiries.erase({ id });
    await deliver();
    expect(answers()).toEqual([]);
    expect(await enquiries.sendReply(id, { text: 'Yes.', by: anna, version: 0 })).toEqual({ outcome: 'unknown' });
  });

  it('is limited per person and hour', async () => {
    const { reply, advanceClock } = await oneToAnswer();
    for (let count = 0; count < maxRepliesPerHour; count += 1) await reply('Yes.');
    expect(await reply('Yes.')).toEqual({ outcome: 'limited' });
    expect(await reply('Yes.', undefined, ben)).toMatchObject({ outcome: 'accepted' });
    advanceClock(hour);
    expect(await reply('Yes.')).toMatchObject({ outcome: 'accepted' });
  });

  it.each<[SendOutcome, 'failed' | 'unconfirmed']>([
    [permanentRefusal, 'failed'],
    [brokenOff, 'unconfirmed'],
  ])(
    'after %j is %s, leaves its enquiry waiting, is told of, and is never sent again by itself',
    async (outcome, state) => {
      const { enquiries, id, reply, act, deliver, advanceClock, states, found, answers, sent } =
        await oneToAnswer(outcome);
      await reply('Yes.');
      await deliver();
      advanceClock(day);
      await deliver();
      expect([await states(), answers()]).toEqual([[state], ['Yes.']]);
      expect(await found(id)).toMatchObject({ status: 'open' });
      expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ unsentReplies: 1 });
      await enquiries.queueDigestDelivery(new Date());
      await deliver();
      expect(sent.at(-1)?.text).toMatch(
        /did not go out, or perhaps did not: 1\n[^]*(?:Refused: 550|Perhaps sent: Conn)/,
      );
      const [unsent] = (await found(id))?.replies ?? [];
      expect(await act(id, { action: 'send again', replyId: `${unsent?.id}` })).toBe('done');
      await deliver();
      expect([await states(), answers()]).toEqual([['delivered'], ['Yes.', 'Yes.']]);
      expect(await found(id)).toMatchObject({ status: 'closed' });
    },
  );

  it('that a process had in hand when it died is unsure, until a person says that it was sent', async () => {
    const { enquiries, on: databaseDependencies, id, reply, states, found } = await oneToAnswer();
    await reply('Yes.');
    const { id: name } = await leaseNextDelivery(databaseDependencies.store, new Date('2025-01-02'));
    const next = createCoreUnderTest({ databaseDependencies });
    expect(await next.deliver()).toEqual({});
    next.advanceClock(hour);
    expect(await next.deliver()).toEqual({});
    expect([await states(), next.sent]).toEqual([['unconfirmed'], []]);
    expect(next.events).toMatchObject([{ kind: 'reply', recordId: id, state: 'unconfirmed' }]);
    expect(await enquiries.applyAction(id, { action: 'confirm sent', replyId: name }, { actor: ben })).toBe('done');
    expect(await found(id)).toMatchObject({ status: 'closed', replies: [{ delivery: { state: 'delivered' } }] });
    expect(await enquiries.applyAction(id, { action: 'send again', replyId: name }, { actor: ben })).toBe('invalid');
  });

  it('that was refused and yet was sent, as a person knows, closes its enquiry, which the retention then erases', async () => {
    const { enquiries, id, reply, act, deliver, advanceClock, states, found } = await oneToAnswer(permanentRefusal);
    await reply('Yes.');
    await deliver();
    advanceClock(400 * day);
    expect(await enquiries.purgeExpired(365)).toEqual({ outcome: 'purged', ids: [] });
    const [refused] = (await found(id))?.replies ?? [];
    expect(await act(id, { action: 'confirm sent', replyId: `${refused?.id}` })).toBe('done');
    expect([await states(), (await found(id))?.status]).toEqual([['delivered'], 'closed']);
    expect(await enquiries.purgeExpired(365)).toEqual({ outcome: 'purged', ids: [id] });
  });

  it('stands in the export, as JSON and in a cell that is no formula', async () => {
    const { enquiries, reply } = await oneToAnswer();
    await reply('=1+1');
    const [enquiry] = await Array.fromAsync(enquiries.stream({}));
    expect(enquiry).toMatchObject({ replies: [{ by: anna, text: '=1+1' }] });
    const csv = (await Array.fromAsync(streamEnquiryCsv(enquiries.stream({}), new Map()))).join('');
    expect(csv).toMatch(
      /"replies","messages","files",.*\r\n[^]*,("2025[^"]*anna@ours.example \(due\):\n=1\+1"),\1,(?:"",?){5}"open"\r\n$/,
    );
  });

  it('takes its files along, and erasing its enquiry leaves no byte of them in the database', async () => {
    const { enquiries, id, path, deliver, sent } = await oneToAnswer();
    const body = Buffer.from('the terms of our proposal '.repeat(1000));
    const file = { name: 'Proposal.pdf', type: 'application/pdf', size: body.length, body };
    await enquiries.sendReply(id, { text: 'Yes.', by: anna, version: 0, files: [file] });
    await deliver();
    expect(sent.at(-1)?.files).toMatchObject([{ name: file.name, type: file.type, body }]);
    const isInDatabase = () => ['', '-wal'].some((end) => readFileSync(path + end).includes('terms of our proposal'));
    expect(isInDatabase()).toBe(true);
    await enquiries.erase({ id });
    expect(isInDatabase()).toBe(false);
  });
});

describe('undoing a reply', () => {
  async function startWithReply(...outcomes: SendOutcome[]) {
    const core = await oneToAnswer(...outcomes);
    await core.reply('Yes.');
    const [{ id: replyId } = { id: '' }] = (await core.found(core.id))?.replies ?? [];
    const press = (action: 'undo reply' | 'send again') => core.act(core.id, { action, replyId });
    return { ...core, press, undo: () => press('undo reply') };
  }

  it.each([temporaryRefusal, permanentRefusal])('that was refused by %j takes it back for good', async (outcome) => {
    const { undo, deliver, advanceClock, states, found, id } = await startWithReply(outcome);
    await deliver();
    expect(await undo()).toBe('done');
    advanceClock(day);
    expect([await deliver(), await states()]).toEqual([{}, []]);
    expect(await found(id)).toMatchObject({ status: 'open' });
  });

  const recipientStates = { 'ada@example.com': { state: 'delivered', reason: null } } as const;
  it.each<[string, SendOutcome]>([
    ['confirm sent', delivered],
    ['may have been sent', brokenOff],
    ['one of its recipients has', { ...temporaryRefusal, recipientStates }],
  ])('that %s is refused', async (_what, outcome) => {
    const { undo, deliver, states } = await startWithReply(outcome);
    await deliver();
    expect([await undo(), await states()]).toMatchObject(['invalid', { length: 1 }]);
  });

  it('is refused while it is being sent', async () => {
    const { undo, on } = await startWithReply();
    await leaseNextDelivery(on.store, new Date('2025-01-02'));
    expect(await undo()).toBe('invalid');
  });

  it('that may have been sent is refused also once it is sent again, and refused then', async () => {
    const { undo, press, deliver, states } = await startWithReply(brokenOff, permanentRefusal, temporaryRefusal);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await deliver();
      expect(await press('send again')).toBe('done');
    }
    await deliver();
    expect([await states(), await undo()]).toEqual([['due'], 'invalid']);
  });
});

it.each([0, 1])(
  'a reply whose enquiry cannot be read at the moment, by statement %i, is sent later, and not in doubt',
  async (at) => {
    const { on, reply, states } = await oneToAnswer();
    await reply('Yes.');
    const faults = { left: 0 };
    const database = breakReads(on.database, () => (faults.left -= 1) === 0);
    const next = createCoreUnderTest({ databaseDependencies: { database, dialect: on.dialect } });
    faults.left = at + 1;
    expect(await next.deliver()).toEqual({ due: 1 });
    expect([await states(), next.sent]).toEqual([['due'], []]);
    next.advanceClock(hour);
    expect(await next.deliver()).toEqual({ delivered: 1 });
    expect(await states()).toEqual(['delivered']);
  },
);

/** Returns the database with reads of enquiries that fail while `isBroken`. */
function breakReads(database: Database, isBroken: () => boolean): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const isRead = name === 'selectFrom' && ['enquiries', 'messages'].includes(String(given[0]));
        if (isRead && isBroken()) throw new Error('the connection was lost');
        return value.apply(target, given) as unknown;
      };
    },
  });
}

describe('handing an enquiry over', () => {
  it('mails whom it went to, and nobody who takes it, has it already or has it no more', async () => {
    const officeUrl = 'https://inbox.ours.example';
    const { enquiries, receive, deliver, sent } = createCoreUnderTest({
      notificationOptions: { route: { ...mailRoute, officeUrl } },
    });
    const id = await receive(sampleFields);
    const assign = (to: string, actor: string, note = '') =>
      enquiries.applyAction(id, { action: 'assign', to }, { actor, note });
    await assign(anna, anna);
    await assign(ben, anna);
    expect(await assign(ben, anna)).toBe('invalid');
    await deliver();
    await assign(anna, ben);
    await assign('carl@ours.example', ben, 'She knows you\u202E');
    expect(await deliver()).toEqual({ suppressed: 1, delivered: 1 });
    const mails = sent
      .filter(({ uniqueName }) => uniqueName.startsWith('handover'))
      .map((mail) => [mail.to, mail.subject, mail.text]);
    const subject = `For you: ${sampleFields.subject} [${formatReference(id)}]`;
    const text = (who: string, note = '.') =>
      `${who} has handed this enquiry over to you${note}\n\n${officeUrl}/enquiries/${id}#answer\n`;
    expect(mails).toEqual([
      [[ben], subject, text(anna)],
      [['carl@ours.example'], subject, text(ben, ': She knows you[U+202E]')],
    ]);
  });
});
