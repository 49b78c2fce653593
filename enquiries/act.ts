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
 * `who`: an e-mail address, or `the command`. `expectedVersion`: that of the enquiry that they saw when they decided. `note`: what they
 * say of the action, on one line.
 */
export interface Actor {
  who: string;
  expectedVersion?: number | undefined;
  note?: string | undefined;
}

/** As whom the command acts. */
export const commandActor = 'the command';

type Acting = Pick<Dependencies, 'database' | 'dialect' | 'target' | 'enabled' | 'clock' | 'newId' | 'kick'>;

/** Does what a person has decided about an enquiry, and keeps who did it. */
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

/** Keeps what somebody did that is about no single enquiry. */
export function recordGeneralEvent(
  parts: Pick<Dependencies, 'database' | 'clock' | 'newId'>,
  action: EventName,
  by: string,
  detail: string,
  note?: string,
): Promise<void> {
  return recordEvent(parts.database, createEvent(parts, action, by, detail, note));
}

/** Makes an event of now, which is about no enquiry. */
export function createEvent(
  { clock, newId }: Pick<Dependencies, 'clock' | 'newId'>,
  action: EventName,
  actor: string,
  detail: string,
  note = '',
): Event {
  return { id: newId(), at: clock.now(), actor, action, detail, note, enquiryId: null, version: null };
}

/** Returns what the history keeps of an action. */
function detailOf(action: Exclude<Action, { action: 'reply' }>): string {
  if ('text' in action) return action.text;
  if ('to' in action) return action.to ?? '';
  if ('reply' in action) return action.reply;
  return 'reason' in action ? (action.reason ?? '') : '';
}

/** Why a reply cannot go as it is; the first that is found. `no address`: the visitor's cannot be written to. */
export type ReplyFault = 'empty' | 'too long' | 'no address';

/**
 * `accepted`: it is on the disk, and will be sent. `conflict`: others have acted since the person looked. `invalid`: the enquiry is spam.
 * `limited`: too many within the hour. With each but the first nothing was stored.
 */
export type ReplyResult =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; fault: ReplyFault }
  | { outcome: 'conflict' | 'invalid' | 'limited' | 'unknown' };

/** In UTF-16 code units, as a visitor's message. */
export const maxReplyLength = enquiryFields.message.longest;

/** How many replies one person may write within an hour: more than anybody does, and few for who has stolen a session. */
export const maxRepliesPerHour = 30;

const hour = 60 * 60 * 1000;

/**
 * Takes what a person writes to a visitor. Rejects where it could not be stored.
 * @param version the one of the enquiry that the person saw
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

/** Resolves to what was done to an enquiry since this version of it. */
export async function listUnseenEvents(
  parts: Pick<Dependencies, 'database' | 'dialect'>,
  enquiryId: string,
  version: number,
): Promise<readonly Event[]> {
  return (await listEvents(parts, { enquiryId })).filter((event) => (event.version ?? 0) > version);
}

/** Returns what is wrong with a reply that is trimmed; null where it can go. */
function findReplyFault(text: string, email: string): ReplyFault | null {
  if (!/[^\p{Z}\p{Cc}\p{Cf}]/u.test(text)) return 'empty';
  if (text.length > maxReplyLength) return 'too long';
  return isEmailAddress(email) ? null : 'no address';
}
