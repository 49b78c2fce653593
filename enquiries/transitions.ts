import type { DeliveryState, NewDelivery } from '../outbox/delivery.ts';
import { isEmailAddress } from './enquiry.ts';
import type { Action, Event, Status } from './model.ts';
import {
  createHandoverDelivery,
  createMailDelivery,
  createReplyDelivery,
  createWebhookDelivery,
  type EnquiryEvent,
} from './new-deliveries.ts';
import { computeDueTime, type ResponseTarget } from './response-target.ts';

/** What the outbox reports of a reply. */
export type ReplyOutcome = { action: 'reply delivered' | 'reply not delivered'; reply: string };

type ActionName = (Action | ReplyOutcome)['action'];

/** What each action makes of an enquiry of each status; null where it is not possible. */
export const nextStatus: Readonly<Record<ActionName, Readonly<Record<Status, Status | null>>>> = {
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
};

/** Actions that change nothing others decide by: they conflict with nobody. */
const withoutConflict: ReadonlySet<ActionName> = new Set(['note', 'remind', 'reply delivered', 'reply not delivered']);

interface DeliveryStand {
  state: DeliveryState;
  isLeased: boolean;
}

/** An enquiry as far as transitions look at it. */
export interface EnquiryState {
  id: string;
  status: Status;
  version: number;
  assignee: string | null;
  waitingSince: Date;
  /** How the mail to the office stands; null where there is none. */
  mail: (DeliveryStand & { deliveredAt: Date | null }) | null;
  replies: readonly { id: string; isSuperseded: boolean; delivery: DeliveryStand }[];
}

/** By what else a transition is decided. */
export interface TransitionContext {
  /** What is to be kept of the action; its time is now. */
  event: Omit<Event, 'version'> & { enquiryId: string };
  /** The version that the actor has seen; any where they say none. */
  expectedVersion?: number | undefined;
  target: ResponseTarget;
  webhook: boolean;
}

/** What a transition changes, all of it in one transaction. */
export interface Transition {
  changes: {
    status: Status;
    version: number;
    dueAt: Date | null;
    assignee?: string | null;
    waitingSince?: Date;
    closedAt?: Date | null;
    closedReason?: string | null;
    spamReason?: string | null;
    lastMessageAt?: Date;
  };
  /** Whether all replies so far close nothing any more. */
  supersedesReplies: boolean;
  /** What was written to the visitor. */
  message?: NewMessage;
  /** What people did; null of what happened by itself. */
  event: Event | null;
  /** The reminder of the actor, where it changes. */
  reminder?: { at: Date | null };
  deliveries: readonly DeliveryChange[];
}

/** A message to the visitor. */
export interface NewMessage {
  id: string;
  author: string;
  text: string;
  sentAt: Date;
  messageId: string;
}

export type DeliveryChange =
  | { change: 'queue' | 'requeue'; delivery: NewDelivery }
  | { change: 'suppress'; id: string; reason: string }
  /** A person knows that it was sent. */
  | { change: 'confirm'; id: string };

/** Why what a person has set aside is. Who it was is for the history: the reason is told to the webhook as well. */
export const manualSpamReason = 'somebody in the office said that it is spam';

/** Decides what an action makes of an enquiry. */
export function apply(
  enquiry: EnquiryState,
  action: Action | ReplyOutcome,
  context: TransitionContext,
): Transition | 'conflict' | 'invalid' {
  const { event, expectedVersion = enquiry.version, target } = context;
  const decided = nextStatus[action.action][enquiry.status];
  if (!withoutConflict.has(action.action) && expectedVersion !== enquiry.version) return 'conflict';
  if (decided === null) return 'invalid';
  const effects = effectsOf(enquiry, action, context);
  if (effects === null) return 'invalid';
  const { changes = {}, deliveries = [], message, supersedesReplies = false, reminder } = effects;
  const status = effects.status ?? decided;
  const { at } = event;
  const waitingSince = changes.waitingSince ?? enquiry.waitingSince;
  const version = enquiry.version + (isSeenByOthers(action) ? 1 : 0);
  const isClosed = status === 'closed' && enquiry.status !== 'closed';
  return {
    changes: {
      ...(isClosed && { closedAt: at }),
      ...(status !== 'closed' && { closedAt: null, closedReason: null }),
      ...changes,
      status,
      version,
      dueAt: status === 'open' ? computeDueTime(waitingSince, target).by : null,
    },
    supersedesReplies,
    ...(message && { message }),
    event: isOutcome(action) ? null : { ...event, version: isSeenByOthers(action) ? version : null },
    ...(reminder && { reminder }),
    deliveries,
  };
}

/** A reminder is for one person alone, and how a delivery ended is nobody's action. */
function isSeenByOthers(action: Action | ReplyOutcome): boolean {
  return action.action !== 'remind' && !isOutcome(action);
}

function isOutcome(action: Action | ReplyOutcome): action is ReplyOutcome {
  return action.action === 'reply delivered' || action.action === 'reply not delivered';
}

type Effects = Partial<Omit<Transition, 'changes'>> & {
  /** Where it is another than `nextStatus` says. */
  status?: Status;
  changes?: Partial<Transition['changes']>;
};

/** What an action changes beside the status; null where the enquiry is not what it needs. */
function effectsOf(enquiry: EnquiryState, action: Action | ReplyOutcome, context: TransitionContext): Effects | null {
  const { event, webhook } = context;
  const { at } = event;
  const isMailLeased = enquiry.mail?.isLeased === true;
  const told = (name: EnquiryEvent): DeliveryChange[] =>
    webhook ? [{ change: 'queue', delivery: createWebhookDelivery(name, enquiry.id) }] : [];
  switch (action.action) {
    case 'note':
    case 'reopen':
      return {};
    case 'remind':
      return { reminder: { at: action.at } };
    case 'close':
      return { changes: { closedReason: action.reason ?? null } };
    case 'answer by mail':
      return { changes: { lastMessageAt: at } };
    case 'written again':
    case 'came back':
      return { changes: { waitingSince: at, lastMessageAt: at }, supersedesReplies: true };
    case 'reply':
      return {
        changes: { lastMessageAt: at },
        message: { id: action.id, author: event.actor, text: action.text, sentAt: at, messageId: action.messageId },
        deliveries: [{ change: 'queue', delivery: createReplyDelivery(action.id, enquiry.id) }],
      };
    case 'assign':
      if (enquiry.assignee === action.to) return null;
      return { changes: { assignee: action.to }, deliveries: handover(enquiry.id, action.to, context) };
    case 'retry':
      return isMailLeased ? null : { deliveries: [{ change: 'requeue', delivery: createMailDelivery(enquiry.id) }] };
    case 'release': {
      // What was set aside after it had been mailed need not be mailed again.
      const isMailed = enquiry.mail !== null && enquiry.mail.deliveredAt !== null;
      const mail: DeliveryChange[] = isMailed ? [] : [{ change: 'requeue', delivery: createMailDelivery(enquiry.id) }];
      return { changes: { spamReason: null }, deliveries: [...mail, ...told('enquiry.received')] };
    }
    case 'set aside': {
      if (isMailLeased) return null;
      const { id: mail } = createMailDelivery(enquiry.id);
      const isUnsent = enquiry.mail !== null && enquiry.mail.state !== 'delivered';
      const suppressed: DeliveryChange[] = isUnsent
        ? [{ change: 'suppress', id: mail, reason: 'It was set aside.' }]
        : [];
      return { changes: { spamReason: manualSpamReason }, deliveries: [...suppressed, ...told('enquiry.set_aside')] };
    }
    case 'send again':
    case 'was sent':
    case 'reply delivered':
    case 'reply not delivered':
      return replyEffects(enquiry, action, at);
  }
}

/** Who is handed an enquiry is told, unless they took it themselves. */
function handover(enquiryId: string, to: string | null, { event }: TransitionContext): DeliveryChange[] {
  if (to === null || to === event.actor || !isEmailAddress(to)) return [];
  return [{ change: 'queue', delivery: createHandoverDelivery({ ...event, to, enquiryId }) }];
}

/**
 * What becomes of a reply. Delivered it closes the enquiry, and not delivered it opens it: unless the visitor waits for something newer,
 * or another reply beside it did not go out, of which nobody would hear.
 */
function replyEffects(
  enquiry: EnquiryState,
  { action, reply: id }: { action: 'send again' | 'was sent' | ReplyOutcome['action']; reply: string },
  at: Date,
): Effects | null {
  const reply = enquiry.replies.find((one) => one.id === id);
  if (reply === undefined) return null;
  const isUndecided = ['failed', 'unconfirmed'].includes(reply.delivery.state) && !reply.delivery.isLeased;
  if (action === 'send again')
    return isUndecided ? { deliveries: [{ change: 'requeue', delivery: createReplyDelivery(id, enquiry.id) }] } : null;
  if (action === 'was sent' && !isUndecided) return null;
  const confirmed: Effects = action === 'was sent' ? { deliveries: [{ change: 'confirm', id }] } : {};
  const others = enquiry.replies.filter((one) => one.id !== id && !one.isSuperseded);
  const isAnyUnsent = others.some(({ delivery }) => ['failed', 'unconfirmed'].includes(delivery.state));
  const decides = !reply.isSuperseded && enquiry.status !== 'spam';
  if (action === 'reply not delivered') {
    if (!decides || enquiry.status === 'open') return { status: enquiry.status };
    return { changes: { waitingSince: at } };
  }
  return decides && !isAnyUnsent ? confirmed : { ...confirmed, status: enquiry.status };
}
