import type { Effect, EnquiryChanges, EnquiryState, TransitionContext } from './changes/change-definition.ts';
import { getChangeDefinition } from './changes/change-definitions.ts';
import type { ActivityEvent, Change } from './change.ts';
import type { StoredEnquiry } from './model.ts';
import { computeDueTime } from './response-target.ts';

/** What a change makes of an enquiry, to be saved in one transaction. */
export interface Transition {
  changes: Partial<EnquiryChanges> & Pick<EnquiryChanges, 'status' | 'version' | 'dueAt'>;
  effects: readonly Effect[];
  /** Event to record; null for the outcome of a delivery. */
  event: ActivityEvent | null;
}

/** Returns what a change makes of an enquiry. Pure. */
export function computeTransition(
  enquiry: EnquiryState,
  change: Change,
  context: TransitionContext,
): Transition | 'conflict' | 'invalid' {
  const { event, expectedVersion = enquiry.version, target } = context;
  const definition = getChangeDefinition(change);
  const { sentence, isPersonal, isConflictFree, isForMerged } = definition;
  const permittedStatus = definition.nextStatus[enquiry.status];
  if (!isConflictFree && expectedVersion !== enquiry.version) return 'conflict';
  if (permittedStatus === null || (enquiry.isMerged && !isForMerged)) return 'invalid';
  const computed = definition.computeEffects(enquiry, change, context);
  if (computed === null) return 'invalid';
  const { changes, status = permittedStatus, effects = [] } = computed;
  const isSeenByOthers = sentence !== null && !isPersonal;
  const version = enquiry.version + (isSeenByOthers ? 1 : 0);
  const waitingSince = changes?.waitingSince ?? enquiry.waitingSince;
  // What comes back by itself is new: a reminder from before it was closed would hide it in Later.
  const isReopenedByItself = enquiry.status === 'closed' && status === 'open' && change.action !== 'reopen';
  return {
    changes: {
      ...(status === 'closed' && enquiry.status !== 'closed' && { closedAt: event.at }),
      ...(status !== 'closed' && { closedAt: null, closedReason: null }),
      ...changes,
      status,
      version,
      dueAt: status === 'open' ? computeDueTime(waitingSince, target).dueAt : null,
    },
    effects: isReopenedByItself ? [...effects, { effect: 'end reminders', unlessWritten: false }] : effects,
    event: sentence === null ? null : { ...event, version: isSeenByOthers ? version : null },
  };
}

/** Returns true if an enquiry is as the change would leave it: somebody has done the same. */
export function isAlreadyDone(enquiry: StoredEnquiry, change: Change): boolean {
  const { nextStatus, isDone } = getChangeDefinition(change);
  const { status } = enquiry;
  const isInNextStatus = nextStatus[status] === null && Object.values(nextStatus).includes(status);
  return isInNextStatus || isDone?.(enquiry, change) === true;
}
