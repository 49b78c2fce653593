import { statSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fieldNames } from './enquiry.ts';
import { createFormKey, hashEnquiryText } from './triage.ts';
import type { SubmissionAnswer } from './submission-handler.ts';
import { createCoreUnderTest } from './testing/core-under-test.ts';
import { alwaysOpen, day, sampleFields, hour, spamFields } from './testing/samples.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';

const idempotencyKey = createFormKey(new Date('2025-01-01T12:00:00Z'), 'random');

describe('receiving', () => {
  it.each([
    ['a full disk', 'max_page_count = 1', 'max_page_count = 1000000', 'disk is full'],
    ['a database that became read-only', 'query_only = ON', 'query_only = OFF', 'readonly'],
  ])(
    'is unavailable with %s: nothing is half stored, and all is well once it is mended',
    async (_what, broken, mended, words) => {
      const databaseDependencies = openTemporarySqlite();
      const { database } = databaseDependencies;
      const { enquiries, receive, deliver, faults } = createCoreUnderTest({ databaseDependencies });
      const large = (number: number) => ({ ...sampleFields, message: `${number}`.padEnd(10_000, 'x') });
      await sql`PRAGMA ${sql.raw(broken)}`.execute(database);
      const results: SubmissionAnswer[] = [];
      for (let count = 0; count < 10; count += 1) results.push(await enquiries.receive(large(count)));
      expect(results.at(-1)).toEqual({ outcome: 'unavailable', reason: expect.stringContaining(words) });
      expect(faults.at(-1)).toEqual(['receiving', expect.any(Error)]);
      await sql`PRAGMA ${sql.raw(mended)}`.execute(database);
      const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
      expect(await enquiries.count({})).toBe(accepted);
      await receive(large(10));
      expect((await deliver()).delivered).toBe(accepted + 1);
    },
  );

  it('walks through any number of enquiries, newest first', async () => {
    const { enquiries, receive } = createCoreUnderTest();
    const ids = await Promise.all(Array.from({ length: 450 }, () => receive()));
    const all = await Array.fromAsync(enquiries.stream({}), ({ id }) => id);
    expect(all).toEqual(ids.toSorted().toReversed());
  });
});

describe('a submission with a key', () => {
  it('is stored once, however often it comes, and mailed once', async () => {
    const { enquiries, deliver, submissions } = createCoreUnderTest();
    const sent = () => enquiries.receive(sampleFields, { idempotencyKey: 'one' });
    const first = await sent();
    expect(await Promise.all([sent(), sent(), sent()])).toEqual([first, first, first]);
    expect((await deliver()).delivered).toBe(1);
    expect(submissions).toEqual(['accepted', 'repeated', 'repeated', 'repeated']);
  });

  it.each(fieldNames)('is a new enquiry when the visitor has changed the field %s', async (name) => {
    const { enquiries, submissions } = createCoreUnderTest();
    await enquiries.receive(sampleFields, { idempotencyKey: 'one' });
    await enquiries.receive({ ...sampleFields, [name]: 'else@example.com' }, { idempotencyKey: 'one' });
    expect(submissions).toEqual(['accepted', 'accepted']);
  });

  it('that is refused since its commit cannot be read back is mailed all the same', async () => {
    const databaseDependencies = openTemporarySqlite();
    const { enquiries, receive, deliver, sent } = createCoreUnderTest({ databaseDependencies });
    await receive();
    const logPath = `${databaseDependencies.path}-wal`;
    writeFileSync(logPath, Buffer.alloc(statSync(logPath).size, 7), { flag: 'r+' });
    const refused = await enquiries.receive({ ...sampleFields, subject: 'Refused' });
    expect(refused).toMatchObject({ outcome: 'unavailable' });
    await deliver();
    expect(sent.filter(({ subject }) => subject.includes('Refused'))).toHaveLength(1);
  });

  it('is told the same time of an answer, though the office hours have changed since', async () => {
    const target = { replyWithinHours: 24, officeHours: { ...alwaysOpen } };
    const { enquiries, advanceClock } = createCoreUnderTest({ notificationOptions: { target } });
    advanceClock(hour);
    const first = await enquiries.receive(sampleFields, { idempotencyKey });
    target.officeHours = { ...alwaysOpen, hours: [] };
    expect(first).toMatchObject({ answerBy: expect.stringMatching(/^\w+day, /) });
    expect(await enquiries.receive(sampleFields, { idempotencyKey })).toEqual(first);
    expect(await enquiries.receive(sampleFields)).not.toHaveProperty('answerBy');
  });

  it('is another enquiry days later, for a cache keeps a form for weeks', async () => {
    const { enquiries, submissions, advanceClock } = createCoreUnderTest();
    for (const hours of [1, 1, 24 * 7, 1, 24 * 3]) {
      advanceClock(hours * hour);
      await enquiries.receive(sampleFields, { idempotencyKey });
    }
    expect(submissions).toEqual(['accepted', 'repeated', 'accepted', 'repeated', 'accepted']);
  });
});

describe('what looks like spam', () => {
  it('is accepted for all that its sender can see, stored, and not mailed', async () => {
    const { enquiries, deliver, submissions } = createCoreUnderTest();
    const anyText = expect.any(String);
    const accepted = { outcome: 'accepted', id: anyText, reference: anyText, answerBy: anyText };
    expect(await enquiries.receive(spamFields)).toEqual(accepted);
    expect(await deliver()).toEqual({});
    const [held] = await enquiries.list({ status: 'spam', limit: 10 });
    expect(held?.spamReason).toBe('the hidden field was filled in');
    expect(submissions).toEqual(['spam']);
  });

  it.each([
    [0, 'spam'],
    [999, 'spam'],
    [1000, 'accepted'],
    [day, 'accepted'],
    // A key from another machine, whose clock is ahead.
    [-5000, 'accepted'],
  ])('is a form that comes back %i ms after it was handed out: %s', async (age, receipt) => {
    const { enquiries, submissions, advanceClock } = createCoreUnderTest();
    advanceClock(age);
    await enquiries.receive(sampleFields, { idempotencyKey });
    expect(submissions).toEqual([receipt]);
  });

  it('is a text in other case and white space too, and a short one from the same address alone', () => {
    const hashOf = (message: string, email = sampleFields.email) =>
      hashEnquiryText({ ...sampleFields, message, email });
    const long = 'Buy our very cheap and very good things now. '.repeat(3);
    expect(hashOf(long.toUpperCase().replaceAll(' ', '\n '), 'else@example.com')).toBe(hashOf(long));
    expect(hashOf('Call me', 'else@example.com')).not.toBe(hashOf('Call me'));
  });

  it.each(fieldNames)('is not a text that is another in the field %s, unless that says who sends it', async (name) => {
    const { receive, submissions } = createCoreUnderTest();
    const text = { ...sampleFields, message: 'Please send us a quotation. '.repeat(4) };
    for (const one of [text, text, text, { ...text, [name]: 'else@example.com' }]) await receive(one);
    expect(submissions.at(-1)).toBe(['name', 'email', 'company'].includes(name) ? 'spam' : 'accepted');
  });

  it('never stands in the way of a person with the same words, not even with the same key', async () => {
    const { enquiries, deliver, submissions } = createCoreUnderTest();
    for (let count = 0; count < 5; count += 1) await enquiries.receive(spamFields, { idempotencyKey: 'one' });
    await enquiries.receive(sampleFields, { idempotencyKey: 'one' });
    expect(submissions.at(-1)).toBe('accepted');
    expect((await deliver()).delivered).toBe(1);
  });
});
