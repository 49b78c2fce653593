import { sql } from 'kysely';
import { createChangeEvent, type ActionContext } from '../actions.ts';
import type { EnquiryState } from '../changes/change-definition.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ActionResult, Change } from '../change.ts';
import { formatReference } from '../reference.ts';
import { lockEnquiry, findEnquiryState, runTransition } from '../repository.ts';

/**
 * Merges an enquiry into another of the same person, which takes over its messages and what follows from them. If the
 * first was open, the other is open, and due as early. Refused while a reply to one would close what waits in the
 * other.
 */
export async function mergeEnquiries(
  dependencies: Dependencies,
  sourceId: string,
  targetId: string,
  { actor, expectedVersion }: ActionContext,
): Promise<ActionResult> {
  const { database, dialect } = dependencies;
  if (sourceId === targetId) return 'invalid';
  return database.transaction().execute(async (transaction) => {
    const parts = { database: transaction, dialect };
    // In the order of their ids, so that two merges cannot wait for each other.
    for (const id of [sourceId, targetId].toSorted()) {
      const lockedId = await lockEnquiry(parts, id);
      if (lockedId !== id) return lockedId === null ? 'unknown' : 'invalid';
    }
    const [source, into] = [await findEnquiryState(parts, sourceId), await findEnquiryState(parts, targetId)];
    if (source === null || into === null) return 'unknown';
    const selected = transaction.selectFrom('enquiries').select(['email', 'last_message_at', 'unread']);
    const rows = await selected.where('id', 'in', [sourceId, targetId]).execute();
    const isSamePerson = new Set(rows.map(({ email }) => email.toLowerCase())).size === 1;
    if (!isSamePerson || into.status === 'spam' || isAnsweredByOther(source, into) || isAnsweredByOther(into, source))
      return 'invalid';
    const change = (enquiryId: string, change: Change, expectedVersion?: number) => {
      const event = createChangeEvent(dependencies, enquiryId, change, { actor });
      return runTransition(transaction, dependencies, change, { event, expectedVersion, lockedId: enquiryId });
    };
    const merge = { action: 'merge', into: targetId, reference: formatReference(targetId) } as const;
    const result = await change(sourceId, merge, expectedVersion);
    if (result !== 'done') return result;
    // What was merged into the one before follows it.
    const followers = transaction.updateTable('enquiries').set({ merged_into: targetId });
    await followers.where('merged_into', '=', sourceId).execute();
    const lastMessageAt = new Date(Math.max(...rows.map((row) => new Date(row.last_message_at).getTime())));
    const unread = Math.max(...rows.map((row) => row.unread));
    const changed = transaction.updateTable('enquiries').set({ last_message_at: lastMessageAt, unread });
    await changed.where('id', '=', targetId).execute();
    // What is due first under data protection law is settled where the conversation is.
    await sql`UPDATE enquiries SET (privacy_request, privacy_request_due_at) = (
      SELECT privacy_request, privacy_request_due_at FROM enquiries WHERE id IN (${sourceId}, ${targetId})
      ORDER BY privacy_request IS NULL, privacy_request_due_at LIMIT 1) WHERE id = ${targetId}`.execute(transaction);
    const waitingSince = source.status === 'open' ? source.waitingSince : null;
    const takeIn = { action: 'take in', reference: formatReference(sourceId), waitingSince } as const;
    return change(targetId, takeIn);
  });
}

/** Returns true if it waits, and an answer on its way to another one would close both, once they are merged. */
function isAnsweredByOther({ status }: EnquiryState, other: EnquiryState): boolean {
  return status === 'open' && other.replies.some((one) => !one.isSuperseded && one.delivery.state === 'due');
}
