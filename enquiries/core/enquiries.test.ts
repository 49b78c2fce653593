import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { ReceiveOutcome } from './receiving.ts';
import { createEnquiryIds } from './reference.ts';
import { trapField } from './enquiry.ts';
import { parseEnquiry } from '../testing/fault-words.ts';
import { issueFormKey } from './plan.ts';
import { coreUnderTest, deliveryOf, receive } from '../testing/core-under-test.ts';
import { fields } from '../testing/samples.ts';
import { refusedForGood, scriptedMailer } from '../testing/scripted-mailer.ts';
import { temporarySqlite } from '../testing/temporary.ts';

/** Every field of the schema, one that nobody has thought of here too. */
const fieldNames = Object.keys(Object(parseEnquiry(fields)).enquiry);
const hour = 3_600_000;
const large = (number: number) => ({ ...fields, message: `${number}`.padEnd(10_000, 'x') });

describe('receiving', () => {
  it('stores nothing of a refused one, and says why', async () => {
    const { enquiries } = coreUnderTest();
    expect(await enquiries.receive({ ...fields, email: 'nobody' })).toEqual({
      outcome: 'refused',
      faults: { email: expect.stringContaining('correct format') },
    });
    expect(await enquiries.list({ limit: 10 })).toEqual([]);
  });

  it('answers that it is unavailable when the store cannot commit', async () => {
    const { store, close } = temporarySqlite();
    const { enquiries, faults } = coreUnderTest({ store });
    await close();
    expect(await enquiries.receive(fields)).toEqual({ outcome: 'unavailable', reason: expect.any(String) });
    expect(faults).toEqual([['receiving', expect.any(Error)]]);
  });

  it.each([
    ['a full disk', 'max_page_count = 1', 'max_page_count = 1000000', 'disk is full'],
    ['a database that became read-only', 'query_only = ON', 'query_only = OFF', 'readonly'],
  ])(
    'survives %s: nothing is half stored, and all is well once it is mended',
    async (_what, broken, mended, reason) => {
      const { store, database } = temporarySqlite();
      const { enquiries } = coreUnderTest({ store });
      await sql`PRAGMA ${sql.raw(broken)}`.execute(database);
      const results: ReceiveOutcome[] = [];
      for (let count = 0; count < 10; count += 1) results.push(await enquiries.receive(large(count)));
      expect(results.at(-1)).toEqual({ outcome: 'unavailable', reason: expect.stringContaining(reason) });
      await sql`PRAGMA ${sql.raw(mended)}`.execute(database);
      const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
      expect(await enquiries.list({ limit: 100 })).toHaveLength(accepted);
      await receive(enquiries, large(10));
      expect((await enquiries.deliverDue()).delivered).toBe(accepted + 1);
    },
  );
});

describe('a submission with a key', () => {
  it('is stored once, however often it comes, and mailed once', async () => {
    const { enquiries, receipts } = coreUnderTest();
    const sent = () => enquiries.receive(fields, { key: 'one' });
    const first = await sent();
    expect(await Promise.all([sent(), sent(), sent()])).toEqual([first, first, first]);
    expect(await enquiries.list({ limit: 10 })).toHaveLength(1);
    expect((await enquiries.deliverDue()).delivered).toBe(1);
    expect(receipts).toEqual(['accepted', 'repeated', 'repeated', 'repeated']);
  });

  it.each(fieldNames)('is a new enquiry when the visitor has changed the field %s', async (name) => {
    const { enquiries } = coreUnderTest();
    await enquiries.receive(fields, { key: 'one' });
    const again = await enquiries.receive({ ...fields, [name]: 'else@example.com' }, { key: 'one' });
    expect(again.outcome).toBe('accepted');
    expect(await enquiries.list({ limit: 10 })).toHaveLength(2);
  });
});

describe('the same words from a form that a cache has kept for weeks', () => {
  it('are one enquiry while they are sent again and again, and another one days later', async () => {
    const { enquiries, receipts, pass } = coreUnderTest();
    const key = issueFormKey(new Date('2025-01-01T12:00:00Z'), 'random');
    for (const hours of [1, 1, 24 * 7, 1, 24 * 3]) {
      pass(hours * hour);
      await enquiries.receive(fields, { key });
    }
    expect(receipts).toEqual(['accepted', 'repeated', 'accepted', 'repeated', 'accepted']);
  });
});

describe('what looks like spam', () => {
  const held = async ({ enquiries }: Pick<ReturnType<typeof coreUnderTest>, 'enquiries'>) =>
    (await enquiries.list({ state: 'quarantined', limit: 10 })).map(({ delivery }) => delivery.lastReason);

  it('is accepted for all that its sender can see, stored, and not mailed', async () => {
    const core = coreUnderTest();
    const answer = await core.enquiries.receive({ ...fields, [trapField]: 'https://spam.example' });
    expect(answer).toEqual({ outcome: 'accepted', id: expect.any(String), reference: expect.any(String) });
    expect(await core.enquiries.deliverDue()).toEqual({ delivered: 0, due: 0, failed: 0 });
    expect(await held(core)).toEqual(['the hidden field was filled in']);
    expect(core.receipts).toEqual(['quarantined']);
  });

  it.each([
    [0, 'quarantined'],
    [999, 'quarantined'],
    [1000, 'accepted'],
    [86_400_000, 'accepted'],
    // Another machine's clock may be ahead.
    [-5000, 'accepted'],
  ])('is a form that comes back %i ms after it was handed out: %s', async (age, receipt) => {
    const { enquiries, receipts, pass } = coreUnderTest();
    const key = issueFormKey(new Date('2025-01-01T12:00:00Z'), 'random');
    pass(age);
    await enquiries.receive(fields, { key });
    expect(receipts).toEqual([receipt]);
  });

  it('is the same text for the fourth time within a day, whoever it says it is from, but not a short one of others', async () => {
    const { enquiries, receipts, pass } = coreUnderTest();
    const text = { ...fields, message: 'Buy our very cheap and very good things now. '.repeat(3) };
    const shouted = { ...text, email: 'else@example.com', message: text.message.toUpperCase() };
    for (const one of [text, text, shouted, shouted]) await enquiries.receive(one);
    expect(receipts.splice(0)).toEqual(['accepted', 'accepted', 'accepted', 'quarantined']);
    pass(25 * hour);
    for (const one of [text, fields, fields, fields, { ...fields, email: 'else@example.com' }])
      await enquiries.receive(one);
    expect(receipts).toEqual(Array.from({ length: 5 }, () => 'accepted'));
  });

  it.each(fieldNames)('is not a text that is another in the field %s, unless that says who sends it', async (name) => {
    const { enquiries, receipts } = coreUnderTest();
    const text = { ...fields, message: 'Please send us a quotation. '.repeat(4) };
    for (let count = 0; count < 3; count += 1) await enquiries.receive(text);
    await enquiries.receive({ ...text, [name]: 'else@example.com' });
    expect(receipts.at(-1)).toBe(['name', 'email', 'company'].includes(name) ? 'quarantined' : 'accepted');
  });

  it('never stands in the way of a person with the same words, not even with the same key', async () => {
    const { enquiries, receipts } = coreUnderTest();
    for (let count = 0; count < 5; count += 1) await enquiries.receive({ ...fields, [trapField]: 'x' }, { key: 'one' });
    await enquiries.receive(fields, { key: 'one' });
    expect(receipts.at(-1)).toBe('accepted');
    expect((await enquiries.deliverDue()).delivered).toBe(1);
  });
});

const anna = { who: 'anna@ours.example' };

describe('the office', () => {
  it('has a failed mail sent again', async () => {
    const { enquiries } = coreUnderTest({ mailer: scriptedMailer(refusedForGood) });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await enquiries.act(id, { act: 'retry' }, anna)).toBe('done');
    expect(await enquiries.act('nobody', { act: 'retry' }, anna)).toBe('unknown');
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('releases what was held back as spam, and only that', async () => {
    const { enquiries } = coreUnderTest();
    const held = await receive(enquiries, { ...fields, [trapField]: 'x' });
    const passed = await receive(enquiries);
    expect((await enquiries.deliverDue()).delivered).toBe(1);
    expect(await enquiries.act(held, { act: 'retry' }, anna)).toBe('not possible');
    expect(await enquiries.act(passed, { act: 'release' }, anna)).toBe('not possible');
    expect(await enquiries.act(held, { act: 'release' }, anna)).toBe('done');
    expect((await enquiries.deliverDue()).delivered).toBe(1);
  });

  it('walks through any number of enquiries, newest first', async () => {
    const { enquiries } = coreUnderTest();
    for (let count = 0; count < 450; count += 1) await receive(enquiries, { ...fields, subject: `${count}` });
    const ids: string[] = [];
    for await (const { id } of enquiries.each({})) ids.push(id);
    expect(new Set(ids).size).toBe(450);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('erases one person, and purges what is older than a date, with the mails kept of them', async () => {
    const keptMails = { forget: vi.fn(async () => {}), forgetOlderThan: vi.fn(async () => {}) };
    const { enquiries, pass } = coreUnderTest({ keptMails });
    const ids = [await receive(enquiries), await receive(enquiries)];
    const old = await receive(enquiries, { ...fields, email: 'else@example.com' });
    expect((await enquiries.erase({ email: fields.email })).toSorted()).toEqual(ids.toSorted());
    expect(keptMails.forget).toHaveBeenCalledOnce();
    pass(hour);
    const young = await receive(enquiries);
    const date = new Date('2025-01-01T12:30:00Z');
    expect(await enquiries.purge(date)).toEqual([old]);
    expect(keptMails.forgetOlderThan).toHaveBeenCalledWith(date);
    expect(await enquiries.list({ limit: 10 })).toMatchObject([{ id: young }]);
  });
});

describe('the ids of enquiries', () => {
  it('are UUIDs of version 7', () => {
    expect(createEnquiryIds()()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sort in the order of the calls, within a millisecond too', () => {
    const next = createEnquiryIds();
    const ids = Array.from({ length: 1000 }, next);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it('do not wait for a clock that was set back', () => {
    const later = '01a1fc16-4fa8-721c-a92d-b68cff562a77';
    const earlier = '01a1fc16-0000-721c-a92d-b68cff562a77';
    const clock = [later, earlier];
    const next = createEnquiryIds(() => clock.shift() ?? 'never asked');
    expect([next(), next()]).toEqual([later, earlier]);
  });
});
