import type { Transaction } from 'kysely';
import type { Activity, DeliveryState, NewReply } from './store.ts';
import { countIn, type SqlDialect, type Tables } from '../database/database.ts';

/** Whether a person has written as many replies as they may. */
export async function isLimited(
  transaction: Transaction<Tables>,
  by: string,
  { since, most }: NewReply['limit'],
): Promise<boolean> {
  return (await countIn(transaction.selectFrom('replies').where('by_whom', '=', by).where('at', '>', since))) >= most;
}

export async function insertReply(
  transaction: Transaction<Tables>,
  { at, by, enquiryId }: Activity & { enquiryId: string },
  { text, delivery }: NewReply,
): Promise<void> {
  const row = { id: delivery.id, enquiry_id: enquiryId, at, by_whom: by, text };
  await transaction.insertInto('replies').values(row).execute();
}

/**
 * Locks the enquiry of a reply, before the delivery is touched: whoever acts on an enquiry locks in this order. Resolves to what
 * records how the reply ended. One that the visitor has written after changes nothing: they wait for another. So does one beside which
 * another did not go out, or perhaps did not, of which nobody would hear.
 */
export async function settleReply(transaction: Transaction<Tables>, dialect: SqlDialect, id: string) {
  const known = transaction
    .selectFrom('enquiries')
    .innerJoin('replies', 'replies.enquiry_id', 'enquiries.id')
    .select(['enquiries.id', 'handling', 'answers'])
    .where('replies.id', '=', id);
  const row = await (dialect.locksRows ? known.forUpdate() : known).executeTakeFirst();
  return async (isDelivered: boolean, at: Date): Promise<void> => {
    if (row === undefined || row.answers === 0 || row.handling !== (isDelivered ? 'waiting' : 'answered')) return;
    if (isDelivered && (await hasUnsent(transaction, row.id))) return;
    const changes = isDelivered
      ? ({ handling: 'answered', answered_at: at } as const)
      : ({ handling: 'waiting', answered_at: null, end_reason: null, waiting_since: at } as const);
    await transaction.updateTable('enquiries').set(changes).where('id', '=', row.id).execute();
    if (isDelivered) await forgetReminders(transaction, row.id);
  };
}

/** Nobody is reminded of what waits no longer. */
export async function forgetReminders(transaction: Transaction<Tables>, enquiryId: string): Promise<void> {
  await transaction.deleteFrom('reminders').where('enquiry_id', '=', enquiryId).execute();
}

async function hasUnsent(transaction: Transaction<Tables>, enquiryId: string): Promise<boolean> {
  const unsent = await transaction
    .selectFrom('replies')
    .innerJoin('deliveries', 'deliveries.id', 'replies.id')
    .select('replies.id')
    .where('replies.enquiry_id', '=', enquiryId)
    .where('answers', '=', 1)
    .where('state', 'in', undecided['send again'])
    .executeTakeFirst();
  return unsent !== undefined;
}

/** From now on the visitor waits for something newer than all that was written to them. */
export async function outdateReplies(transaction: Transaction<Tables>, enquiryId: string): Promise<void> {
  await transaction.updateTable('replies').set({ answers: 0 }).where('enquiry_id', '=', enquiryId).execute();
}

/** What becomes of a reply that nobody knows to be sent, unless a process has it in hand. Resolves to whether it was done. */
export async function decideReply(
  transaction: Transaction<Tables>,
  { id, enquiryId }: { id: string; enquiryId: string },
  act: 'send again' | 'was sent',
  at: Date,
): Promise<boolean> {
  const again = { state: 'due', queued_at: at, due_at: at, attempts: 0, last_reason: null } as const;
  const decided = await transaction
    .updateTable('deliveries')
    .set(act === 'send again' ? again : { state: 'delivered', delivered_at: at, last_reason: null })
    .where('id', '=', id)
    .where('enquiry_id', '=', enquiryId)
    .where('channel', '=', 'reply')
    .where('in_hand', '=', 0)
    .where('state', 'in', undecided[act])
    .executeTakeFirst();
  return decided.numUpdatedRows > 0n;
}

const undecided: Readonly<Record<'send again' | 'was sent', readonly DeliveryState[]>> = {
  'send again': ['failed', 'unsure'],
  'was sent': ['unsure'],
};
