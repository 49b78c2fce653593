import { runVerifiedTransaction } from '../database/commit-and-verify.ts';
import { countRows } from '../database/database.ts';
import type { ReceivedFile } from '../mailbox/received-mail.ts';
import { cleanText } from '../text/clean-text.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { insertFiles } from './files.ts';
import type { Dependencies } from './dependencies.ts';
import type { EnquiryEvent } from './changes/change-definition.ts';
import { getChangeDefinition } from './changes/change-definitions.ts';
import { enquiryFields, isEmailAddress } from './enquiry.ts';
import type { Action, ActionResult, ActivityEvent, Change, EventName } from './change.ts';
import { formatDeliveryId } from './new-deliveries.ts';
import { listEvents } from './queries.ts';
import { normaliseRecipients } from './recipients.ts';
import { runTransition } from './repository.ts';
import { recordEvent } from './save-transition.ts';
import { takeUnsentFiles } from './unsent-files.ts';

/** `actor`: an e-mail address or `the command`. `expectedVersion`: of the enquiry that they saw. `note`: one line. */
export interface ActionContext {
  actor: string;
  expectedVersion?: number | undefined;
  note?: string | undefined;
}

/** An action that `applyAction` applies: `sendReply` and `mergeEnquiries` do the others. */
export type PlainAction = Exclude<Action, { action: 'reply' | 'merge' }>;

export const commandActor = 'the command';

type ActionDependencies = Pick<
  Dependencies,
  'database' | 'dialect' | 'target' | 'enabledChannels' | 'clock' | 'newId' | 'onDeliveryDue'
>;

/** Applies a person's action to an enquiry, and records who did it. */
export async function applyAction(
  dependencies: ActionDependencies,
  enquiryId: string,
  action: PlainAction,
  { expectedVersion, ...context }: ActionContext,
): Promise<ActionResult> {
  const event = createChangeEvent(dependencies, enquiryId, action, context);
  const result = await dependencies.database
    .transaction()
    .execute((transaction) => runTransition(transaction, dependencies, action, { event, expectedVersion }));
  if (result === 'done') dependencies.onDeliveryDue();
  return result;
}

/** Records an action that is not about one enquiry. */
export function recordGeneralEvent(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'newId'>,
  action: EventName,
  actor: string,
  detail: string,
  note?: string,
): Promise<void> {
  return recordEvent(dependencies.database, createGeneralEvent(dependencies, action, actor, detail, note));
}

/** Creates an event about no enquiry, with the current time. */
export function createGeneralEvent(
  { clock, newId }: Pick<Dependencies, 'clock' | 'newId'>,
  action: EventName,
  actor: string,
  detail: string,
  note = '',
): ActivityEvent {
  return { id: newId(), at: clock.now(), actor, action, detail, note, enquiryId: null, version: null };
}

/** Creates the event of a change, with the current time. */
export function createChangeEvent(
  dependencies: Pick<Dependencies, 'clock' | 'newId'>,
  enquiryId: string,
  change: Change,
  { actor, note }: Pick<ActionContext, 'actor' | 'note'>,
): EnquiryEvent {
  const detail = getChangeDefinition(change).getDetail?.(change) ?? '';
  return { ...createGeneralEvent(dependencies, change.action, actor, detail, note), enquiryId };
}

/** Reason for refusing a reply. `no address`: the visitor's address is invalid. `bad recipients`: others are, or too many. */
export type ReplyRefusal = 'empty' | 'too long' | 'no address' | 'bad recipients';

/**
 * Result of sending a reply. `accepted`: it is durable and will be sent. `conflict`: others have acted since `version`.
 * `invalid`: the enquiry is spam, or merged. `limited`: too many within the hour. Nothing is stored unless it is
 * `accepted`.
 */
export type ReplyResult =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; reason: ReplyRefusal }
  | { outcome: 'conflict' | 'invalid' | 'limited' | 'unknown' };

/** Maximum length in UTF-16 code units, the same as for a visitor's message. */
export const maxReplyLength = enquiryFields.message.maxLength;

/** Maximum of replies per person and hour: more than anybody writes, and few for the thief of a session. */
export const maxRepliesPerHour = 30;

/** Milliseconds in which the office can take back a reply that it has sent: texts and guides say a minute. */
export const undoPeriodMs = 60_000;

const hour = 60 * 60 * 1000;

/** A reply to send. `version`: of the enquiry that the person saw. `delay`: milliseconds in which it can be undone. */
export interface NewReply {
  text: string;
  by: ActionContext['actor'];
  version: number;
  /** Who gets a copy, as given: they are checked. */
  recipients?: readonly MailAddress[];
  delay?: number;
  files?: readonly ReceivedFile[];
  /** Ids of the author's unsent files that go with it. The others are deleted. */
  unsentFileIds?: readonly string[];
  /** When to remind the author if the visitor has not written. */
  remindAt?: Date | undefined;
}

/** Stores and queues a person's reply to a visitor. Rejects if it could not be stored. */
export async function sendReply(
  dependencies: ActionDependencies & Pick<Dependencies, 'loadMessageIds'>,
  enquiryId: string,
  { text: rawText, by, version, recipients: given = [], delay = 0, files = [], unsentFileIds = [], remindAt }: NewReply,
): Promise<ReplyResult> {
  const { database } = dependencies;
  const enquiries = database.selectFrom('enquiries').select('email').where('id', '=', enquiryId);
  const enquiry = await enquiries.executeTakeFirst();
  if (enquiry === undefined) return { outcome: 'unknown' };
  const text = cleanText(rawText);
  const reason = findReplyRefusal(text, enquiry.email);
  if (reason !== null) return { outcome: 'refused', reason };
  const recipients = normaliseRecipients(given, enquiry.email);
  if (recipients === null) return { outcome: 'refused', reason: 'bad recipients' };
  const id = formatDeliveryId('reply', dependencies.newId());
  const messageId = (await dependencies.loadMessageIds()).format(id);
  const action = { action: 'reply', id, text, recipients, messageId, delay, remindAt } as const;
  const event = createChangeEvent(dependencies, enquiryId, action, { actor: by });
  const since = new Date(event.at.getTime() - hour);
  const own = database.selectFrom('messages').where('author', '=', by).where('direction', '=', 'out');
  if ((await countRows(own.where('sent_at', '>', since))) >= maxRepliesPerHour) return { outcome: 'limited' };
  const result = await runVerifiedTransaction(dependencies, async (transaction) => {
    const transitionResult = await runTransition(transaction, dependencies, action, {
      event,
      expectedVersion: version,
    });
    if (transitionResult !== 'done') return transitionResult;
    const unsent = await takeUnsentFiles(transaction, { enquiryId, person: by }, unsentFileIds);
    await insertFiles(transaction, id, [...unsent, ...files], dependencies.newId);
    return transitionResult;
  });
  if (result !== 'done') return { outcome: result };
  dependencies.onDeliveryDue();
  return { outcome: 'accepted', id };
}

/** Resolves to the events of an enquiry after the version that somebody has seen. */
export async function listUnseenEvents(
  dependencies: Pick<Dependencies, 'database' | 'dialect'>,
  enquiryId: string,
  seenVersion: number,
): Promise<readonly ActivityEvent[]> {
  return (await listEvents(dependencies, { enquiryId })).filter((event) => (event.version ?? 0) > seenVersion);
}

/** Returns the reason for refusing a trimmed reply; null if it can be sent. */
function findReplyRefusal(text: string, email: string): ReplyRefusal | null {
  if (!/[^\p{Z}\p{Cc}\p{Cf}]/u.test(text)) return 'empty';
  if (text.length > maxReplyLength) return 'too long';
  return isEmailAddress(email) ? null : 'no address';
}
