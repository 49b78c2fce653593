import { createAssigneeMailDelivery } from '../new-deliveries.ts';
import type { ReceivedMailChange } from '../change.ts';
import type {
  ChangeDefinitions,
  Effect,
  ChangeEffects,
  EnquiryEvent,
  EnquiryState,
  TransitionContext,
} from './change-definition.ts';

const told = { nextStatus: { open: 'open', closed: 'open', spam: null }, computeEffects: restartResponseTime } as const;
const unchanged = { open: 'open', closed: 'closed', spam: 'spam' } as const;
const reopened = { open: 'open', closed: 'open', spam: 'spam' } as const;
const received = { isConflictFree: true, getDetail: ({ message }: ReceivedMailChange) => message.id } as const;

const endSilence = { effect: 'end reminders', unlessWritten: true } as const;

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
    computeEffects(enquiry, { action: about, message }, { event }) {
      const { sentAt, isSentByProgram } = message;
      const receipt = { ...event, about, sentAt, isSentByProgram };
      return computeReceiptEffects(enquiry, receipt, storeReceived(message, 'message'), endWaiting(message));
    },
  },
  'bounce received': {
    ...received,
    nextStatus: reopened,
    sentence: 'said that a mail about {it} did not arrive',
    computeEffects(enquiry, { action: about, message, bouncedId: id, reason, isForCopiesAlone }, { event }) {
      const stored = storeReceived(message, 'bounce');
      const recipients = message.recipients.map(({ address }) => address);
      const refused: Effect[] = id ? [{ effect: 'mark copies as refused', id, recipients, reason }] : [];
      if (isForCopiesAlone) return { status: enquiry.status, effects: [stored, ...refused] };
      const marks: Effect[] = id ? [...refused, { effect: 'mark as bounced', id, reason }] : [];
      const { sentAt, isSentByProgram } = message;
      const receipt = { ...event, about, sentAt, isSentByProgram };
      return computeReceiptEffects(enquiry, receipt, stored, marks);
    },
  },
  'put mail in': {
    nextStatus: { ...reopened, spam: null },
    sentence: 'put a mail into {it}',
    isConflictFree: true,
    getDetail: ({ id }) => id,
    computeEffects(enquiry, { mail, id, isAnswered }, { event }) {
      const joined = { effect: 'join mail', mailId: mail.id, id } as const;
      if (isAnswered || mail.kind === 'automatic') return { status: enquiry.status, effects: [joined] };
      // Whoever has put it in knows of it.
      const assignee = enquiry.assignee === event.actor ? null : enquiry.assignee;
      const about = mail.kind === 'bounce' ? 'bounce received' : 'message received';
      const { at: sentAt, isSentByProgram } = mail;
      const receipt = { ...event, actor: mail.by, about, sentAt, isSentByProgram } as const;
      const marks = mail.kind === 'message' ? endWaiting({ ...mail, author: mail.by }) : [];
      return computeReceiptEffects({ ...enquiry, assignee }, receipt, joined, marks);
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
  { action }: { action: 'record message' | 'record bounce' },
  { event: { at } }: TransitionContext,
): ChangeEffects {
  const ended = action === 'record message' ? [endSilence] : [];
  return { changes: { waitingSince: at, lastMessageAt: at }, effects: [{ effect: 'supersede replies' }, ...ended] };
}

/** Returns the effects of a mail that is not known to be forged: its author's address works, and they have written. */
function endWaiting({
  author,
  isUnverified,
}: Pick<ReceivedMailChange['message'], 'author' | 'isUnverified'>): Effect[] {
  return isUnverified ? [] : [{ effect: 'end address problem', address: author }, endSilence];
}

type Receipt = EnquiryEvent &
  Pick<ReceivedMailChange['message'], 'sentAt' | 'isSentByProgram'> & { about: 'message received' | 'bounce received' };

/** Returns the effects of a visitor's mail or a bounce: the assignee is mailed, of spam a digest tells. */
function computeReceiptEffects(
  { id: enquiryId, assignee: to, status, waitingSince }: EnquiryState,
  { sentAt, isSentByProgram, ...event }: Receipt,
  stored: Effect,
  marks: readonly Effect[] = [],
): ChangeEffects {
  const arrived = { lastMessageAt: event.at, unread: 1 } as const;
  if (status === 'spam') return { changes: { ...arrived, digestPending: 1 }, effects: [stored] };
  // The assignee's own program may answer the mail, and is then received here: the two would go on for ever.
  const isTold = isSentByProgram && status === 'open';
  const mail: Effect[] =
    to === null || isTold
      ? []
      : [{ effect: 'queue', delivery: createAssigneeMailDelivery({ ...event, to, enquiryId }) }];
  return {
    changes: { ...arrived, waitingSince: status === 'open' ? waitingSince : sentAt },
    effects: [{ effect: 'supersede replies' }, stored, ...marks, ...mail],
  };
}
