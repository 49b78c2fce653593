import { sql } from 'kysely';
import type { Database, DatabaseWithDialect } from '../database/database.ts';
import { computeDueTime, formatDay, type ResponseTarget } from '../enquiries/response-target.ts';

const hour = 3_600_000;
/** Enquiries per transaction. */
const batchSize = 500;

/**
 * Counts first answers that are not counted yet, by the month in which the enquiry came. The counts stay when an enquiry
 * is erased. Each is counted once, however many servers call this.
 */
export async function countFirstAnswers({
  database,
  target,
}: Pick<DatabaseWithDialect, 'database'> & { target: ResponseTarget }): Promise<void> {
  for (let lastId = ''; ;) {
    const enquiries = await listUncountedEnquiries(database, lastId);
    await database.transaction().execute(async (transaction) => {
      for (const enquiry of enquiries) await countFirstAnswer(transaction, enquiry, target);
    });
    lastId = enquiries.at(-1)?.id ?? '';
    if (enquiries.length < batchSize) return;
  }
}

interface UncountedEnquiry {
  id: string;
  receivedAt: Date | string;
  /** Time at which an answer was sent by the inbox, or came from a mail program. */
  sentAt: Date | string | null;
  /** Time at which somebody ended it, as answered elsewhere or without an answer. */
  markedAt: Date | string | null;
}

async function listUncountedEnquiries(database: Database, afterId: string): Promise<readonly UncountedEnquiry[]> {
  const { rows } = await sql<UncountedEnquiry>`SELECT id, received_at AS "receivedAt",
      (SELECT min(coalesce(delivered_at, sent_at)) FROM messages LEFT JOIN deliveries ON deliveries.id = messages.id
        WHERE enquiry_id = enquiries.id AND direction = 'out' AND bounce_reason IS NULL
        AND (state IS NULL OR state = 'delivered')) AS "sentAt",
      (SELECT min(at) FROM events WHERE enquiry_id = enquiries.id AND action IN ('answer by mail', 'close')) AS "markedAt"
    FROM enquiries WHERE answer_counted = 0 AND status <> 'spam' AND id > ${afterId}
    ORDER BY id LIMIT ${batchSize}`.execute(database);
  return rows;
}

async function countFirstAnswer(
  transaction: Database,
  { id, receivedAt, sentAt, markedAt }: UncountedEnquiry,
  target: ResponseTarget,
): Promise<void> {
  const times = [sentAt, markedAt].filter((time) => time !== null).map((time) => new Date(time).getTime());
  if (times.length === 0) return;
  const [received, answeredAt] = [new Date(receivedAt), Math.min(...times)];
  const uncounted = transaction.updateTable('enquiries').where('id', '=', id).where('answer_counted', '=', 0);
  if ((await uncounted.set({ answer_counted: 1 }).executeTakeFirst()).numUpdatedRows === 0n) return;
  const count = {
    month: formatDay(received, target.officeHours.timeZone).slice(0, 7),
    hours: Math.max(0, Math.floor((answeredAt - received.getTime()) / hour)),
    kept: Number(answeredAt <= computeDueTime(received, target).dueAt.getTime()),
  };
  await transaction
    .insertInto('answer_counts')
    .values({ id: Object.values(count).join(' '), ...count, number: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ number: row('answer_counts.number', '+', 1) })),
    )
    .execute();
}
