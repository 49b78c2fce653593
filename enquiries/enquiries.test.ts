import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { ReceiveOutcome } from './enquiries.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createSqliteEnquiryStore } from './sqlite-enquiry-store.ts';
import { coreUnderTest, deliveryOf, nothingKept, receive } from './testing/core-under-test.ts';
import { fields } from './testing/samples.ts';
import { refusedForGood, scriptedMailer } from './testing/scripted-mailer.ts';
import { temporaryDatabase, temporaryDirectory } from './testing/temporary.ts';

const hour = 3_600_000;
const large = { ...fields, message: 'x'.repeat(10_000) };

describe('receiving', () => {
  it('stores an accepted enquiry with its mail due', async () => {
    const { enquiries } = coreUnderTest();
    const id = await receive(enquiries);
    expect(await enquiries.list({ limit: 10 })).toMatchObject([
      { id, ...fields, delivery: { state: 'due', attempts: 0 } },
    ]);
  });

  it('stores nothing of a refused one, and says why', async () => {
    const { enquiries } = coreUnderTest();
    expect(await enquiries.receive({ ...fields, email: 'nobody' })).toEqual({
      outcome: 'refused',
      faults: { email: expect.stringContaining('correct format') },
    });
    expect(await enquiries.list({ limit: 10 })).toEqual([]);
  });

  it('answers that it is unavailable when the store cannot commit', async () => {
    const { database, close } = openSqliteDatabase(join(temporaryDirectory(), 'site.db'));
    const { enquiries, faults } = coreUnderTest({ store: createSqliteEnquiryStore(database) });
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
      const database = temporaryDatabase();
      const { enquiries } = coreUnderTest({ store: createSqliteEnquiryStore(database) });
      await sql`PRAGMA ${sql.raw(broken)}`.execute(database);
      const results: ReceiveOutcome[] = [];
      for (let count = 0; count < 10; count += 1) results.push(await enquiries.receive(large));
      expect(results.at(-1)).toEqual({ outcome: 'unavailable', reason: expect.stringContaining(reason) });
      await sql`PRAGMA ${sql.raw(mended)}`.execute(database);
      const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
      expect(await enquiries.list({ limit: 100 })).toHaveLength(accepted);
      await receive(enquiries, large);
      expect((await enquiries.deliverDue()).delivered).toBe(accepted + 1);
    },
  );
});

describe('the operator', () => {
  it('has a failed mail sent again', async () => {
    const { enquiries } = coreUnderTest({ mailer: scriptedMailer(refusedForGood) });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await enquiries.retry(id)).toBe(true);
    expect(await enquiries.retry('nobody')).toBe(false);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('walks through any number of enquiries, newest first', async () => {
    const { enquiries } = coreUnderTest();
    for (let count = 0; count < 450; count += 1) await receive(enquiries, { ...fields, subject: `${count}` });
    const ids: string[] = [];
    for await (const { id } of enquiries.each({})) ids.push(id);
    expect(new Set(ids).size).toBe(450);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('erases one person with the mails kept of them', async () => {
    const forget = vi.fn(async () => {});
    const { enquiries } = coreUnderTest({ keptMails: { ...nothingKept, forget } });
    const ids = [await receive(enquiries), await receive(enquiries)];
    await receive(enquiries, { ...fields, email: 'else@example.com' });
    expect((await enquiries.erase({ email: fields.email })).toSorted()).toEqual(ids.toSorted());
    expect(forget).toHaveBeenCalledOnce();
    expect(await enquiries.list({ limit: 10 })).toHaveLength(1);
  });

  it('purges what is older than a date, kept mails too', async () => {
    const forgetOlderThan = vi.fn(async () => {});
    const { enquiries, pass } = coreUnderTest({ keptMails: { ...nothingKept, forgetOlderThan } });
    const old = await receive(enquiries);
    pass(hour);
    await receive(enquiries);
    const date = new Date('2025-01-01T12:30:00Z');
    expect(await enquiries.purge(date)).toEqual([old]);
    expect(forgetOlderThan).toHaveBeenCalledWith(date);
    expect(await enquiries.list({ limit: 10 })).toHaveLength(1);
  });
});
