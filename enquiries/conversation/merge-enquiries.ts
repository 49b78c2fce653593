import { createEvent, type ActionContext } from '../actions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ActionResult } from '../model.ts';
import { referenceOf } from '../reference.ts';
import { lockEnquiry, runTransition } from '../repository.ts';

/**
 * Merges an enquiry into another of the same person: the one is closed, and its messages are shown with the other's. What
 * is written back about either, and what becomes of its answers, belongs to the other. If the one was open, the other is
 * open, and due as early.
 */
export async function mergeEnquiries(
  dependencies: Dependencies,
  sourceId: string,
  targetId: string,
  { actor, expectedVersion }: ActionContext,
): Promise<ActionResult> {
  const { database, dialect, target, enabledChannels } = dependencies;
  if (sourceId === targetId) return 'invalid';
  return database.transaction().execute(async (transaction) => {
    const parts = { database: transaction, dialect };
    // In the order of their ids, so that two merges cannot wait for each other.
    for (const id of [sourceId, targetId].toSorted()) {
      const lockedId = await lockEnquiry(parts, id);
      if (lockedId !== id) return lockedId === null ? 'unknown' : 'invalid';
    }
    const selected = transaction
      .selectFrom('enquiries')
      .select(['id', 'email', 'status', 'waiting_since', 'last_message_at']);
    const rows = await selected.where('id', 'in', [sourceId, targetId]).execute();
    const [source, into] = [sourceId, targetId].map((id) => rows.find((row) => row.id === id));
    if (source === undefined || into === undefined) return 'unknown';
    const isSamePerson = source.email.toLowerCase() === into.email.toLowerCase();
    if (!isSamePerson || into.status === 'spam') return 'invalid';
    const toContext = (enquiryId: string, action: 'merge' | 'take in', other: string) => ({
      event: { ...createEvent(dependencies, action, actor, referenceOf(other)), enquiryId },
      target,
      isWebhookEnabled: enabledChannels.webhook,
    });
    const merge = { action: 'merge', into: targetId, reference: referenceOf(targetId) } as const;
    const context = { ...toContext(sourceId, 'merge', targetId), expectedVersion };
    const result = await runTransition(transaction, dependencies, merge, context);
    if (result !== 'done') return result;
    // What was merged into the one before follows it.
    await transaction
      .updateTable('enquiries')
      .set({ merged_into: targetId })
      .where('merged_into', '=', sourceId)
      .execute();
    const lastMessageAt = new Date(source.last_message_at);
    const older = transaction
      .updateTable('enquiries')
      .set({ last_message_at: lastMessageAt })
      .where('id', '=', targetId);
    await older.where('last_message_at', '<', lastMessageAt).execute();
    const waitingSince = source.status === 'open' ? new Date(source.waiting_since) : null;
    const takeIn = { action: 'take in', reference: referenceOf(sourceId), waitingSince } as const;
    return runTransition(transaction, dependencies, takeIn, toContext(targetId, 'take in', sourceId));
  });
}
