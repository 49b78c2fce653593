import type { MessageKind } from '../database/tables.ts';
import type { DeliveryState, NewDelivery } from '../outbox/delivery.ts';
import { isEmailAddress } from './enquiry.ts';
import type { Action, ActivityEvent, EnquiryStatus, MailReceipt, ReceivedMessage } from './model.ts';
import {
  createHandoverDelivery,
  createMailDelivery,
  createReplyDelivery,
  createWebhookDelivery,
  type WebhookEventType,
} from './new-deliveries.ts';
import { computeDueTime, type ResponseTarget } from './response-target.ts';

/** Outcome of a reply's delivery, reported by the outbox. */
export type ReplyDeliveryOutcome = { action: 'reply delivered' | 'reply not delivered'; replyId: string };

/** Everything that changes an enquiry: people, received mail, and outcomes of deliveries. */
export type Change = Action | MailReceipt | ReplyDeliveryOutcome;

type ActionName = Change['action'];

/** Next status by action and current status; null if the action is not permitted. */
export const nextStatus: Readonly<Record<ActionName, Readonly<Record<EnquiryStatus, EnquiryStatus | null>>>> = {
  close: { open: 'closed', closed: null, spam: null },
  'answer by mail': { open: 'closed', closed: null, spam: null },
  reply: { open: 'open', closed: 'closed', spam: null },
  'reply delivered': { open: 'closed', closed: 'closed', spam: 'spam' },
  'reply not delivered': { open: 'open', closed: 'open', spam: 'spam' },
  'send again': { open: 'open', closed: 'closed', spam: null },
  'was sent': { open: 'closed', closed: 'closed', spam: null },
  'written again': { open: 'open', closed: 'open', spam: null },
  'came back': { open: 'open', closed: 'open', spam: null },
  reopen: { open: null, closed: 'open', spam: null },
  'set aside': { open: 'spam', closed: 'spam', spam: null },
  release: { open: null, closed: null, spam: 'open' },
  retry: { open: 'open', closed: 'closed', spam: null },
  note: { open: 'open', closed: 'closed', spam: 'spam' },
  assign: { open: 'open', closed: 'closed', spam: 'spam' },
  remind: { open: 'open', closed: null, spam: null },
  'undo reply': { open: 'open', closed: 'closed', spam: 'spam' },
  'confirm answer': { open: 'closed', closed: 'closed', spam: null },
  'correct address': { open: 'open', closed: 'closed', spam: null },
  merge: { open: 'closed', closed: 'closed', spam: null },
  'take in': { open: 'open', closed: 'closed', spam: null },
  'reply received': { open: 'open', closed: 'open', spam: 'spam' },
  'claim received': { open: 'open', closed: 'closed', spam: 'spam' },
  'automatic mail received': { open: 'open', closed: 'closed', spam: 'spam' },
  'bounce received': { open: 'open', closed: 'open', spam: 'spam' },
};

/** Actions that never conflict, since no decision depends on what they change. */
export const conflictFreeActions: ReadonlySet<ActionName> = new Set([
  'note',
  'undo reply',
  'remind',
  'take in',
  'reply delivered',
  'reply not delivered',
  'reply received',
  'claim received',
  'automatic mail received',
  'bounce received',
]);

/** Actions on an enquiry that was merged. It is closed until it is opened as one of its own. */
const mergedActions: ReadonlySet<ActionName> = new Set(['reopen', 'retry']);

interface DeliveryStatus {
  state: DeliveryState;
  isLeased: boolean;
}

/** Properties of an enquiry that transitions depend on. */
export interface EnquiryState {
  id: string;
  isMerged: boolean;
  status: EnquiryStatus;
  version: number;
  assignee: string | null;
  waitingSince: Date;
  /** Mail to the office, if there is one. */
  mail: (DeliveryStatus & { deliveredAt: Date | null }) | null;
  /** Those of merged enquiries too. `mayBeSent`: it, or an earlier copy of it, may have been sent. */
  replies: readonly {
    id: string;
    enquiryId: string;
    isSuperseded: boolean;
    hasBounced?: boolean;
    mayBeSent?: boolean;
    delivery: DeliveryStatus;
  }[];
  /** Messages that say that they are from the office, those of merged enquiries too. */
  claims: readonly { id: string; isSuperseded: boolean }[];
}

/** Further input of a transition. */
export interface TransitionContext {
  /** Event to record; its time counts as now. */
  event: Omit<ActivityEvent, 'version'> & { enquiryId: string };
  /** Version that the actor saw; any if left out. */
  expectedVersion?: number | undefined;
  target: ResponseTarget;
  isWebhookEnabled: boolean;
}

/** Changes of a transition, to be saved in one transaction. */
export interface Transition {
  changes: {
    status: EnquiryStatus;
    version: number;
    dueAt: Date | null;
    assignee?: string | null;
    waitingSince?: Date;
    closedAt?: Date | null;
    closedReason?: string | null;
    spamReason?: string | null;
    lastMessageAt?: Date;
    email?: string;
    emailProblem?: null;
    mergedInto?: string | null;
    digestPending?: 1;
  };
  /** True if all earlier replies no longer close the enquiry. */
  supersedesReplies: boolean;
  /** Message to be stored. */
  message?: NewMessage | undefined;
  /** Id of a claim that is a reply from now on. */
  confirmedClaimId?: string;
  /** Id of a reply that is taken back before it was sent. */
  removedReplyId?: string;
  /** Reply that came back, with the mail server's words; null: the reply is sent again and closes the enquiry like a new one. */
  bounce?: { id: string; reason: string | null };
  /** Event to record; null for the outcome of a delivery. */
  event: ActivityEvent | null;
  /** Change of the actor's reminder; null as its time deletes it. */
  reminder?: { at: Date | null };
  deliveries: readonly DeliveryChange[];
}

/** A message from or to the visitor. Properties of received mail are left out of the office's replies. */
export interface NewMessage
  extends
    Pick<ReceivedMessage, 'id' | 'author' | 'text' | 'sentAt' | 'messageId'>,
    Partial<Pick<ReceivedMessage, 'authorName' | 'subject' | 'hash' | 'isUnverified' | 'claimsOffice'>> {
  direction: 'in' | 'out';
  kind: MessageKind;
}

/** A change to the deliveries of an enquiry. */
export type DeliveryChange =
  | { change: 'queue' | 'requeue'; delivery: NewDelivery }
  | { change: 'suppress'; id: string; reason: string }
  /** Marks it as delivered: a person knows that it was. */
  | { change: 'confirm'; id: string };

/** Spam reason of manually marked enquiries. It names no person, since webhook calls contain it; the history does. */
export const manualSpamReason = 'somebody in the office said that it is spam';

/** Returns the changes that an action makes to an enquiry. Pure. */
export function computeTransition(
  enquiry: EnquiryState,
  action: Change,
  context: TransitionContext,
): Transition | 'conflict' | 'invalid' {
  const { event, expectedVersion = enquiry.version, target } = context;
  const permittedStatus = nextStatus[action.action][enquiry.status];
  if (!conflictFreeActions.has(action.action) && expectedVersion !== enquiry.version) return 'conflict';
  if (permittedStatus === null || (enquiry.isMerged && !mergedActions.has(action.action))) return 'invalid';
  const effects = computeEffects(enquiry, action, context);
  if (effects === null) return 'invalid';
  const { changes = {}, status = permittedStatus, ...others } = effects;
  const { at } = event;
  const waitingSince = changes.waitingSince ?? enquiry.waitingSince;
  const version = enquiry.version + (isSeenByOthers(action) ? 1 : 0);
  const isClosed = status === 'closed' && enquiry.status !== 'closed';
  return {
    supersedesReplies: false,
    deliveries: [],
    ...others,
    changes: {
      ...(isClosed && { closedAt: at }),
      ...(status !== 'closed' && { closedAt: null, closedReason: null }),
      ...changes,
      status,
      version,
      dueAt: status === 'open' ? computeDueTime(waitingSince, target).dueAt : null,
    },
    event: isOutcome(action) ? null : { ...event, version: isSeenByOthers(action) ? version : null },
  };
}

/** Returns false for reminders, which are personal, and for outcomes of deliveries. */
function isSeenByOthers(action: Change): boolean {
  return action.action !== 'remind' && !isOutcome(action);
}

function isOutcome(action: Change): action is ReplyDeliveryOutcome {
  return action.action === 'reply delivered' || action.action === 'reply not delivered';
}

type Effects = Partial<Omit<Transition, 'changes'>> & {
  /** Overrides `nextStatus`. */
  status?: EnquiryStatus;
  changes?: Partial<Transition['changes']>;
};

/** Returns the changes of an action besides the status; null if the enquiry does not permit it. */
function computeEffects(enquiry: EnquiryState, action: Change, context: TransitionContext): Effects | null {
  const { event, isWebhookEnabled } = context;
  const { at } = event;
  const isMailLeased = enquiry.mail?.isLeased === true;
  const createWebhookChanges = (name: WebhookEventType): DeliveryChange[] =>
    isWebhookEnabled ? [{ change: 'queue', delivery: createWebhookDelivery(name, enquiry.id) }] : [];
  switch (action.action) {
    case 'note':
      return {};
    case 'reopen':
      return { changes: { mergedInto: null } };
    case 'remind':
      return { reminder: { at: action.at } };
    case 'close':
      return { changes: { closedReason: action.reason ?? null } };
    case 'answer by mail':
      return { changes: { lastMessageAt: at } };
    case 'written again':
    case 'came back':
      return { changes: { waitingSince: at, lastMessageAt: at }, supersedesReplies: true };
    case 'reply received':
    case 'claim received':
    case 'automatic mail received':
    case 'bounce received':
      return computeReceiptEffects(enquiry, action, context);
    case 'assign':
      if (enquiry.assignee === action.to) return null;
      return { changes: { assignee: action.to }, deliveries: createHandoverChanges(enquiry.id, action.to, context) };
    case 'retry':
      return isMailLeased ? null : { deliveries: [{ change: 'requeue', delivery: createMailDelivery(enquiry.id) }] };
    case 'release': {
      // Mailed already, before it was marked as spam: not mailed again.
      const isMailed = enquiry.mail !== null && enquiry.mail.deliveredAt !== null;
      const mail: DeliveryChange[] = isMailed ? [] : [{ change: 'requeue', delivery: createMailDelivery(enquiry.id) }];
      return { changes: { spamReason: null }, deliveries: [...mail, ...createWebhookChanges('enquiry.received')] };
    }
    case 'set aside': {
      if (isMailLeased) return null;
      const { id: mail } = createMailDelivery(enquiry.id);
      const isUnsent = enquiry.mail !== null && enquiry.mail.state !== 'delivered';
      const suppressed: DeliveryChange[] = isUnsent
        ? [{ change: 'suppress', id: mail, reason: 'It was set aside.' }]
        : [];
      return {
        changes: { spamReason: manualSpamReason },
        deliveries: [...suppressed, ...createWebhookChanges('enquiry.set_aside')],
      };
    }
    case 'send again':
    case 'was sent':
    case 'reply delivered':
    case 'reply not delivered':
      return computeReplyEffects(enquiry, action, at);
    default:
      return computeConversationEffects(enquiry, action, event);
  }
}

type ConversationAction = Extract<
  Action,
  { action: 'reply' | 'undo reply' | 'confirm answer' | 'correct address' | 'merge' | 'take in' }
>;

/** Returns the changes by an action on what is written, and to whom. */
function computeConversationEffects(
  enquiry: EnquiryState,
  action: ConversationAction,
  { actor, at }: Pick<ActivityEvent, 'actor' | 'at'>,
): Effects | null {
  switch (action.action) {
    case 'reply': {
      const written = { author: actor, text: action.text, sentAt: at, messageId: action.messageId };
      return {
        changes: { lastMessageAt: at },
        message: { id: action.id, direction: 'out', kind: 'message', ...written },
        deliveries: [{ change: 'queue', delivery: createReplyDelivery(action.id, enquiry.id, action) }],
      };
    }
    case 'undo reply':
      // Whether it is unsent is decided as its delivery is deleted.
      return enquiry.replies.some(({ id, mayBeSent }) => id === action.replyId && !mayBeSent)
        ? { removedReplyId: action.replyId }
        : null;
    case 'confirm answer': {
      const claim = enquiry.claims.find(({ id }) => id === action.claimId);
      if (claim === undefined) return null;
      // What the visitor has written since is not answered by it.
      const kept = claim.isSuperseded ? { status: enquiry.status } : {};
      return { ...kept, changes: { lastMessageAt: at }, confirmedClaimId: claim.id };
    }
    case 'correct address':
      return isEmailAddress(action.email) ? { changes: { email: action.email, emailProblem: null } } : null;
    case 'merge':
      return { changes: { mergedInto: action.into, closedReason: `Merged into ${action.reference}` } };
    case 'take in': {
      const { waitingSince: since } = action;
      if (since === null) return {};
      const isOpen = enquiry.status === 'open';
      const earliest = isOpen && enquiry.waitingSince < since ? enquiry.waitingSince : since;
      // If both wait, what was written to one before does not answer the other.
      return { status: 'open', changes: { waitingSince: earliest }, supersedesReplies: isOpen };
    }
  }
}

/**
 * Returns the changes by a received mail. The visitor's word and a bounce open the enquiry, and its assignee is mailed. If
 * it is spam, a digest tells of them. What waits already is not put off. What says that it is from the office changes nothing:
 * anybody can write that.
 */
function computeReceiptEffects(enquiry: EnquiryState, receipt: MailReceipt, { event }: TransitionContext): Effects {
  const { id: enquiryId, assignee: to, status, waitingSince } = enquiry;
  const { action, message: received } = receipt;
  if (action === 'automatic mail received') return { message: { ...received, direction: 'in', kind: 'automatic' } };
  if (action === 'claim received') return { message: { ...received, direction: 'in', kind: 'message' } };
  const changes = { lastMessageAt: event.at };
  const isBounce = action === 'bounce received';
  const message = { ...received, direction: 'in', kind: isBounce ? 'bounce' : 'message' } as const;
  if (status === 'spam') return { message, changes: { ...changes, digestPending: 1 } };
  return {
    message,
    changes: {
      ...changes,
      waitingSince: status === 'open' ? waitingSince : received.sentAt,
    },
    supersedesReplies: true,
    ...(isBounce && receipt.bouncedId !== null && { bounce: { id: receipt.bouncedId, reason: receipt.reason } }),
    deliveries:
      to === null
        ? []
        : [{ change: 'queue', delivery: createHandoverDelivery({ ...event, to, enquiryId, about: action }) }],
  };
}

/** Returns the mail to a new assignee, unless they assigned it to themselves. */
function createHandoverChanges(enquiryId: string, to: string | null, { event }: TransitionContext): DeliveryChange[] {
  if (to === null || to === event.actor || !isEmailAddress(to)) return [];
  return [{ change: 'queue', delivery: createHandoverDelivery({ ...event, to, enquiryId }) }];
}

/**
 * Returns the changes by a reply. A delivered one closes the enquiry, unless the visitor has written since or another
 * reply is unsent, which nobody would notice. One not delivered reopens it, unless it is superseded.
 */
function computeReplyEffects(
  enquiry: EnquiryState,
  { action, replyId: id }: { action: 'send again' | 'was sent' | ReplyDeliveryOutcome['action']; replyId: string },
  at: Date,
): Effects | null {
  const reply = enquiry.replies.find((one) => one.id === id);
  if (reply === undefined) return null;
  const isUndecided = ['failed', 'unconfirmed'].includes(reply.delivery.state) && !reply.delivery.isLeased;
  if (action === 'send again') {
    if (!isUndecided && !reply.hasBounced) return null;
    const delivery = createReplyDelivery(id, reply.enquiryId, reply);
    return { deliveries: [{ change: 'requeue', delivery }], ...(reply.hasBounced && { bounce: { id, reason: null } }) };
  }
  if (action === 'was sent' && !isUndecided) return null;
  const confirmed: Effects = action === 'was sent' ? { deliveries: [{ change: 'confirm', id }] } : {};
  const others = enquiry.replies.filter((one) => one.id !== id && !one.isSuperseded);
  const isAnyUnsent = others.some(({ delivery }) => ['failed', 'unconfirmed'].includes(delivery.state));
  const affectsStatus = !reply.isSuperseded && enquiry.status !== 'spam';
  if (action === 'reply not delivered') {
    if (!affectsStatus || enquiry.status === 'open') return { status: enquiry.status };
    return { changes: { waitingSince: at } };
  }
  return affectsStatus && !isAnyUnsent ? confirmed : { ...confirmed, status: enquiry.status };
}
