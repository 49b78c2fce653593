import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { computeDueTime, type ResponseTarget } from '../enquiries/response-target.ts';
import { formatDay } from '../process/office-calendar.ts';
import { selectAnswerTime } from './reported-enquiries.ts';

const hour = 3_600_000;
const batchSize = 500;

/**
 * Counts first answers that are not counted yet, by the month in which the enquiry came. The counts stay when an
 * enquiry is erased. Each is counted once, however many servers call this.
 */
export async function countFirstAnswers(
  { database, target }: { database: Database; target: ResponseTarget },
  now: Date,
): Promise<void> {
  for (let lastId = ''; ;) {
    const enquiries = await listUncountedEnquiries(database, lastId, now);
    const answered = enquiries.filter(({ answeredAt }) => answeredAt !== null);
    if (answered.length > 0)
      await database.transaction().execute((transaction) => countAnswers(transaction, answered, target));
    lastId = enquiries.at(-1)?.id ?? '';
    if (enquiries.length < batchSize) return;
  }
}

interface UncountedEnquiry {
  id: string;
  receivedAt: Date | string;
  answeredAt: Date | string | null;
}

async function listUncountedEnquiries(
  database: Database,
  afterId: string,
  now: Date,
): Promise<readonly UncountedEnquiry[]> {
  const { rows } = await sql<UncountedEnquiry>`SELECT id, received_at AS "receivedAt",
      ${selectAnswerTime(now)} AS "answeredAt"
    FROM enquiries WHERE answer_counted = 0 AND status <> 'spam' AND merged_into IS NULL AND id > ${afterId}
    ORDER BY id LIMIT ${batchSize}`.execute(database);
  return rows;
}

/** Counts answered enquiries, whose rows are locked in the order of their ids, and then their sums in theirs. */
async function countAnswers(
  transaction: Database,
  enquiries: readonly UncountedEnquiry[],
  target: ResponseTarget,
): Promise<void> {
  const sums = new Map<string, { month: string; hours: number; kept: number; number: number }>();
  for (const { id, receivedAt, answeredAt } of enquiries) {
    const uncounted = transaction.updateTable('enquiries').where('id', '=', id).where('answer_counted', '=', 0);
    if ((await uncounted.set({ answer_counted: 1 }).executeTakeFirst()).numUpdatedRows === 0n) continue;
    const [received, answered] = [new Date(receivedAt), new Date(answeredAt ?? receivedAt)];
    const month = formatDay(received, target.officeHours.timeZone).slice(0, 7);
    const hours = Math.max(0, Math.floor((answered.getTime() - received.getTime()) / hour));
    const kept = Number(answered <= computeDueTime(received, target).dueAt);
    const key = [month, hours, kept].join(' ');
    sums.set(key, { month, hours, kept, number: 1 + (sums.get(key)?.number ?? 0) });
  }
  for (const [id, sum] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await transaction
      .insertInto('answer_counts')
      .values({ id, ...sum })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          number: row('answer_counts.number', '+', row.ref('excluded.number')),
        })),
      )
      .execute();
}
