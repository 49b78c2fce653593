import { createAssigneeMailDelivery } from '../new-deliveries.ts';
import type { ReceivedMailChange } from '../change.ts';
import type { ChangeDefinitions, Effect, ChangeEffects, EnquiryState, TransitionContext } from './change-definition.ts';

const told = { nextStatus: { open: 'open', closed: 'open', spam: null }, computeEffects: restartResponseTime } as const;
const unchanged = { open: 'open', closed: 'closed', spam: 'spam' } as const;
const reopened = { open: 'open', closed: 'open', spam: 'spam' } as const;
const received = { isConflictFree: true, getDetail: ({ message }: ReceivedMailChange) => message.id } as const;

/** Changes by mail. A mail that claims to be from the office changes nothing: anybody can write it. */
export const mailChangeDefinitions = {
  'record reply': {
    nextStatus: { open: 'closed', closed: null, spam: null },
    sentence: 'replied to {it} elsewhere',
    computeEffects: (_enquiry, _change, { event: { at } }) => ({ changes: { lastMessageAt: at } }),
  },
  'record message': { ...told, sentence: 'said that the visitor has written again about {it}' },
  'record bounce': { ...told, sentence: 'said that a reply to {it} came back' },
  'message received': {
    ...received,
    nextStatus: reopened,
    sentence: 'wrote back about {it}',
    computeEffects(enquiry, receipt, context) {
      const { author: address, isUnverified } = receipt.message;
      const marks = isUnverified ? [] : [{ effect: 'end address problem', address } as const];
      return computeReceiptEffects(enquiry, receipt, context, marks);
    },
  },
  'bounce received': {
    ...received,
    nextStatus: reopened,
    sentence: 'said that a mail about {it} did not arrive',
    computeEffects(enquiry, receipt, context) {
      const { bouncedId: id, reason } = receipt;
      return computeReceiptEffects(enquiry, receipt, context, id ? [{ effect: 'mark as bounced', id, reason }] : []);
    },
  },
  'claim received': {
    ...received,
    nextStatus: unchanged,
    sentence: 'wrote about {it} with an address of the office',
    computeEffects: (_enquiry, { message }) => ({ effects: [storeReceived(message, 'message')] }),
  },
  'automatic mail received': {
    ...received,
    nextStatus: unchanged,
    sentence: 'sent an automatic mail about {it}',
    computeEffects: (_enquiry, { message }) => ({ effects: [storeReceived(message, 'automatic')] }),
  },
} satisfies Partial<ChangeDefinitions>;

function storeReceived(message: ReceivedMailChange['message'], kind: 'message' | 'automatic' | 'bounce'): Effect {
  return { effect: 'store message', message: { ...message, direction: 'in', kind } };
}

function restartResponseTime(
  _enquiry: EnquiryState,
  _change: unknown,
  { event: { at } }: TransitionContext,
): ChangeEffects {
  return { changes: { waitingSince: at, lastMessageAt: at }, effects: [{ effect: 'supersede replies' }] };
}

/** Returns the effects of a visitor's mail or a bounce: the assignee is mailed, of spam a digest tells. */
function computeReceiptEffects(
  { id: enquiryId, assignee: to, status, waitingSince }: EnquiryState,
  { action: about, message }: ReceivedMailChange & { action: 'message received' | 'bounce received' },
  { event }: TransitionContext,
  marks: readonly Effect[],
): ChangeEffects {
  const stored = storeReceived(message, about === 'bounce received' ? 'bounce' : 'message');
  const arrived = { lastMessageAt: event.at, unread: 1 } as const;
  if (status === 'spam') return { changes: { ...arrived, digestPending: 1 }, effects: [stored] };
  // The assignee's own program may answer the mail, and is then received here: the two would go on for ever.
  const isTold = message.isSentByProgram && status === 'open';
  const mail: Effect[] =
    to === null || isTold
      ? []
      : [{ effect: 'queue', delivery: createAssigneeMailDelivery({ ...event, to, enquiryId, about }) }];
  return {
    changes: { ...arrived, waitingSince: status === 'open' ? waitingSince : message.sentAt },
    effects: [{ effect: 'supersede replies' }, stored, ...marks, ...mail],
  };
}
