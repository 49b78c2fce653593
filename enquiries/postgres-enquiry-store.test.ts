import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresDatabase, type OpenPostgresDatabase } from './postgres-database.ts';
import { createSqlEnquiryStore } from './sql-enquiry-store.ts';
import type { EnquiryStore } from './store.ts';
import { temporarySchema } from './testing/postgres.ts';
import { receivedEnquiry, sampleEnquiry } from './testing/samples.ts';
import { describeEnquiryStore } from './testing/store-contract.ts';

const now = new Date('2025-01-02T00:00:00Z');
const leaseUntil = new Date('2025-01-02T00:01:00Z');
const never = new Date('2999-01-01T00:00:00Z');
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

async function open(url: string): Promise<OpenPostgresDatabase & { store: EnquiryStore }> {
  const opened = await openPostgresDatabase(url);
  onTestFinished(() => opened.close());
  return { ...opened, store: createSqlEnquiryStore(opened.database, opened.dialect) };
}

/** Two stores on one database, as two processes have them. */
async function openTwice() {
  const url = await temporarySchema();
  return [await open(url), await open(url)] as const;
}

describe('the PostgreSQL enquiry store', () => {
  describeEnquiryStore(async () => (await open(await temporarySchema())).store);

  it('shares its database: many claims at once of two processes get one mail each', async () => {
    const [{ store: one }, { store: other }] = await openTwice();
    await one.add(
      numbers(40).map((number) => receivedEnquiry(number)),
      never,
    );
    const claims = await Promise.all(
      numbers(60).map((number) => (number % 2 === 0 ? one : other).claimDue(now, leaseUntil)),
    );
    const claimed = claims.flatMap((claim) => claim ?? []);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(40);
    expect(claimed.map(({ delivery }) => delivery.attempts)).toEqual(numbers(40).map(() => 1));
  });

  it('passes over a mail that another process is claiming, and does not wait for it', async () => {
    const [{ store, database }, { store: other }] = await openTwice();
    await store.add([receivedEnquiry(1), receivedEnquiry(2)], never);
    const first = sampleEnquiry(1).id;
    await database.transaction().execute(async (transaction) => {
      await transaction.selectFrom('deliveries').selectAll().where('enquiry_id', '=', first).forUpdate().execute();
      expect((await other.claimDue(now, leaseUntil))?.id).toBe(sampleEnquiry(2).id);
      expect(await other.claimDue(now, leaseUntil)).toBeNull();
    });
    expect((await other.claimDue(now, leaseUntil))?.id).toBe(first);
  });

  it('stores a submission once that two processes are given at the same time', async () => {
    const [{ store: one }, { store: other }] = await openTwice();
    const repeated = numbers(20).map((number) => ({ ...receivedEnquiry(number), submissionHash: 'the same' }));
    const added = await Promise.all(
      repeated.map((enquiry, index) => (index % 2 === 0 ? one : other).add([enquiry], never)),
    );
    expect(added.flat().filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(added.flat().map(({ id }) => id)).size).toBe(1);
    expect(await one.count({})).toBe(1);
  });
});
