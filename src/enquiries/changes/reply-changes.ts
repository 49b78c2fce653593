import { isRefusedByCopiesAlone, type RecipientState, type RecipientStates } from '../../outbox/send-outcome.ts';
import { createReplyDelivery } from '../new-deliveries.ts';
import type { ChangeDefinitions, ChangeEffects, Effect, EnquiryState } from './change-definition.ts';

type Reply = EnquiryState['replies'][number];

const ofReply = { getDetail: ({ replyId }: { replyId: string }) => replyId };
const outcome = { sentence: null, isConflictFree: true } as const;

export const replyChangeDefinitions = {
  reply: {
    nextStatus: { open: 'open', closed: 'closed', spam: null },
    sentence: 'replied to {it}',
    computeEffects(enquiry, { id, text, recipients, messageId, delay, remindAt }, { event: { actor, at } }) {
      const content = { author: actor, text, recipients, sentAt: at, messageId };
      const message = { id, direction: 'out', kind: 'message', ...content } as const;
      const delivery = createReplyDelivery(id, enquiry.id, { delay });
      const effects: Effect[] = [
        { effect: 'store message', message },
        { effect: 'queue', delivery },
        ...(remindAt ? [{ effect: 'remind', at: remindAt, unlessWritten: true } as const] : []),
      ];
      return { changes: { lastMessageAt: at }, effects };
    },
    getDetail: ({ id }) => id,
  },
  'undo reply': {
    ...ofReply,
    nextStatus: { open: 'open', closed: 'closed', spam: 'spam' },
    sentence: 'took a reply to {it} back before it was sent',
    isConflictFree: true,
    // Whether it is unsent is decided as its delivery is deleted.
    computeEffects(enquiry, { replyId: id }) {
      const reply = findReply(enquiry, id);
      return reply === undefined || reply.mayBeSent ? null : { effects: [{ effect: 'remove reply', id }] };
    },
  },
  'send again': {
    ...ofReply,
    nextStatus: { open: 'open', closed: 'closed', spam: null },
    sentence: 'had a reply to {it} sent again',
    computeEffects(enquiry, { replyId: id }) {
      const reply = findReply(enquiry, id);
      if (reply === undefined || !(isUndecided(reply) || reply.hasBounced || isRefusedCopy(reply))) return null;
      const { enquiryId, mayBeSent = false } = reply;
      const delivery = createReplyDelivery(id, enquiryId, { mayBeSent, recipientStates: listKeptStates(reply) });
      const requeued = { effect: 'requeue', delivery } as const;
      return { effects: reply.hasBounced ? [{ effect: 'unmark as bounced', id }, requeued] : [requeued] };
    },
  },
  'confirm sent': {
    ...ofReply,
    nextStatus: { open: 'closed', closed: 'closed', spam: null },
    sentence: 'said that a reply to {it} was sent',
    computeEffects(enquiry, { replyId: id }) {
      const reply = findReply(enquiry, id);
      if (reply === undefined || !isUndecided(reply)) return null;
      return { ...keepStatusUnlessLast(enquiry, reply), effects: [{ effect: 'confirm', id }] };
    },
  },
  'confirm reply': {
    nextStatus: { open: 'closed', closed: 'closed', spam: null },
    sentence: 'said that a mail about {it} is our reply',
    computeEffects(enquiry, { claimId }, { event: { at } }) {
      const claim = enquiry.claims.find(({ id }) => id === claimId);
      if (claim === undefined) return null;
      // What the visitor has written since is not answered by it.
      const kept = claim.isSuperseded ? { status: enquiry.status } : {};
      return { ...kept, changes: { lastMessageAt: at }, effects: [{ effect: 'confirm claim', id: claimId }] };
    },
    getDetail: ({ claimId }) => claimId,
    isDone: ({ messages }, { claimId }) => messages.some(({ id, direction }) => id === claimId && direction === 'out'),
  },
  'reply delivered': {
    nextStatus: { open: 'closed', closed: 'closed', spam: 'spam' },
    ...outcome,
    computeEffects(enquiry, { replyId }, { event: { at: dueBy } }) {
      const reply = findReply(enquiry, replyId);
      if (reply === undefined) return null;
      // Who was reminded of a silent visitor has written again.
      return {
        ...keepStatusUnlessLast(enquiry, reply),
        effects: [{ effect: 'end reminders', unlessWritten: true, dueBy }],
      };
    },
  },
  'reply not delivered': {
    nextStatus: { open: 'open', closed: 'open', spam: 'spam' },
    ...outcome,
    computeEffects(enquiry, { replyId }, { event: { at } }) {
      const reply = findReply(enquiry, replyId);
      if (reply === undefined) return null;
      const isReopened = enquiry.status === 'closed' && !reply.isSuperseded;
      return isReopened ? { changes: { waitingSince: at } } : { status: enquiry.status };
    },
  },
} satisfies Partial<ChangeDefinitions>;

function findReply({ replies }: EnquiryState, replyId: string): Reply | undefined {
  return replies.find(({ id }) => id === replyId);
}

/** Returns true if nobody knows whether a reply was sent, or it was not. */
function isUndecided({ delivery }: Reply): boolean {
  return isUnsent(delivery) && !delivery.isLeased;
}

/** Returns true if the visitor has a reply that somebody in Cc refused. */
function isRefusedCopy({ delivery: { state, isLeased, recipientStates = {} } }: Reply): boolean {
  return state === 'delivered' && !isLeased && isRefusedByCopiesAlone(recipientStates);
}

/** Returns the states of those who have a reply already, and do not get it again. */
function listKeptStates({ hasBounced, copies = [], delivery: { recipientStates = {} } }: Reply): RecipientStates {
  // What came back from the visitor has reached the others, also where only a person knows that it was sent.
  const presumed = hasBounced ? copies.map((copy) => [copy, { state: 'delivered', reason: null, isCopy: true }]) : [];
  const states: RecipientStates = { ...Object.fromEntries(presumed), ...recipientStates };
  const isKept = ({ state, isCopy }: RecipientState) => state === 'delivered' && (isCopy || !hasBounced);
  return Object.fromEntries(Object.entries(states).filter(([, one]) => isKept(one)));
}

function isUnsent({ state }: Reply['delivery']): boolean {
  return state === 'failed' || state === 'unconfirmed';
}

/** A sent reply closes the enquiry, unless the visitor has written since or another reply is unsent, unnoticed. */
function keepStatusUnlessLast({ status, replies }: EnquiryState, reply: Reply): ChangeEffects {
  const others = replies.filter((one) => one.id !== reply.id && !one.isSuperseded);
  return reply.isSuperseded || others.some(({ delivery }) => isUnsent(delivery)) ? { status } : {};
}
