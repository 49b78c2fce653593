import { commitAcknowledged } from '../database/commit-marks.ts';
import { countRows } from '../database/database.ts';
import { formatMessageId } from '../outbox/mail.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Dependencies } from './dependencies.ts';
import type { EventName } from './describe-event.ts';
import { enquiryFields, isEmailAddress } from './enquiry.ts';
import type { Action, ActionResult, Event } from './model.ts';
import { formatDeliveryId } from './new-deliveries.ts';
import { findEnquiries, listEvents } from './queries.ts';
import { recordEvent, runTransition } from './repository.ts';

/**
 * The actor of an action. `who` is an e-mail address or `the command`, `expectedVersion` the version of the enquiry
 * that they saw, `note` their comment on one line.
 */
export interface Actor {
  who: string;
  expectedVersion?: number | undefined;
  note?: string | undefined;
}

/** Actor name of the command line. */
export const commandActor = 'the command';

type Acting = Pick<Dependencies, 'database' | 'dialect' | 'target' | 'enabled' | 'clock' | 'newId' | 'kick'>;

/** Applies a person's action to an enquiry, and records who did it. */
export async function applyAction(
  parts: Acting,
  enquiryId: string,
  action: Exclude<Action, { action: 'reply' }>,
  { who, expectedVersion, note }: Actor,
): Promise<ActionResult> {
  const event = { ...createEvent(parts, action.action, who, detailOf(action), note), enquiryId };
  const context = { event, expectedVersion, target: parts.target, webhook: parts.enabled.webhook };
  const result = await parts.database
    .transaction()
    .execute((transaction) => runTransition(transaction, parts, action, context));
  if (result === 'done') parts.kick();
  return result;
}

/** Records an action that is about no single enquiry. */
export function recordGeneralEvent(
  parts: Pick<Dependencies, 'database' | 'clock' | 'newId'>,
  action: EventName,
  by: string,
  detail: string,
  note?: string,
): Promise<void> {
  return recordEvent(parts.database, createEvent(parts, action, by, detail, note));
}

/** Creates an event about no enquiry, with the current time. */
export function createEvent(
  { clock, newId }: Pick<Dependencies, 'clock' | 'newId'>,
  action: EventName,
  actor: string,
  detail: string,
  note = '',
): Event {
  return { id: newId(), at: clock.now(), actor, action, detail, note, enquiryId: null, version: null };
}

/** Returns the detail that the history stores of an action. */
function detailOf(action: Exclude<Action, { action: 'reply' }>): string {
  if ('text' in action) return action.text;
  if ('to' in action) return action.to ?? '';
  if ('reply' in action) return action.reply;
  return 'reason' in action ? (action.reason ?? '') : '';
}

/** Reason to refuse a reply. `no address`: the visitor's address is invalid. */
export type ReplyFault = 'empty' | 'too long' | 'no address';

/**
 * Result of sending a reply. `accepted`: it is durable and will be sent. `conflict`: others have acted since `version`.
 * `invalid`: the enquiry is spam. `limited`: too many within the hour. Nothing is stored unless it is `accepted`.
 */
export type ReplyResult =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; fault: ReplyFault }
  | { outcome: 'conflict' | 'invalid' | 'limited' | 'unknown' };

/** Maximum length in UTF-16 code units, the same as for a visitor's message. */
export const maxReplyLength = enquiryFields.message.longest;

/** Maximum of replies per person and hour: more than anybody writes, and few for the thief of a session. */
export const maxRepliesPerHour = 30;

const hour = 60 * 60 * 1000;

/**
 * Stores and queues a person's reply to a visitor. Rejects if it could not be stored.
 * @param version version of the enquiry that the person saw
 */
export async function sendReply(
  parts: Acting & Pick<Dependencies, 'mailDomain'>,
  enquiryId: string,
  { text: typed, by, version }: { text: string; by: Actor['who']; version: number },
): Promise<ReplyResult> {
  const [enquiry] = await findEnquiries(parts, { id: enquiryId });
  if (enquiry === undefined) return { outcome: 'unknown' };
  const text = cleanText(typed);
  const fault = findReplyFault(text, enquiry.email);
  if (fault !== null) return { outcome: 'refused', fault };
  const name = parts.newId();
  const id = formatDeliveryId('reply', name);
  const action = { action: 'reply', id, text, messageId: formatMessageId('reply', name, parts.mailDomain) } as const;
  const event = { ...createEvent(parts, 'reply', by, id), enquiryId };
  const context = { event, expectedVersion: version, target: parts.target, webhook: parts.enabled.webhook };
  const since = new Date(event.at.getTime() - hour);
  const own = parts.database.selectFrom('messages').where('author', '=', by).where('direction', '=', 'out');
  if ((await countRows(own.where('sent_at', '>', since))) >= maxRepliesPerHour) return { outcome: 'limited' };
  const result = await commitAcknowledged(parts, (transaction) => runTransition(transaction, parts, action, context));
  if (result !== 'done') return { outcome: result };
  parts.kick();
  return { outcome: 'accepted', id };
}

/** Resolves to the events of an enquiry since this version of it. */
export async function listUnseenEvents(
  parts: Pick<Dependencies, 'database' | 'dialect'>,
  enquiryId: string,
  version: number,
): Promise<readonly Event[]> {
  return (await listEvents(parts, { enquiryId })).filter((event) => (event.version ?? 0) > version);
}

/** Returns the fault of a trimmed reply; null if it can be sent. */
function findReplyFault(text: string, email: string): ReplyFault | null {
  if (!/[^\p{Z}\p{Cc}\p{Cf}]/u.test(text)) return 'empty';
  if (text.length > maxReplyLength) return 'too long';
  return isEmailAddress(email) ? null : 'no address';
}
