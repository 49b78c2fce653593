import { formatReference } from '../../reference.ts';
import type { DeliveryState } from '../../../outbox/delivery.ts';
import type { RecipientStates } from '../../../outbox/send-outcome.ts';
import type { MailAddress } from '../../../text/mail-address.ts';
import type { EnquiryStatus } from '../../model.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { formatReceivedName, type SimulatedMailServer } from './mail-server.ts';
import { friend, type SimulatedMailbox } from './mailbox.ts';
import { isSpamBotText, type SimulatedPeople } from './people.ts';

type Row = Record<'id' | 'recordId' | 'target' | 'kind' | 'text', string> &
  Record<'state', DeliveryState> &
  Record<'status', EnquiryStatus> & { superseded?: number };
const isWrittenBack = ({ text }: Row): boolean => text.startsWith('Back ');
type Check = (isBroken: boolean, sentence: string) => void;
type Reader = (query: string) => readonly Row[];

/**
 * Returns the broken promises of a run: nothing is lost, nothing is sent twice automatically, and nothing fails
 * silently. Failed deliveries are not silent: /readyz and an alert report them.
 */
export function findViolations(
  database: SimulatedDatabase,
  mailServer: SimulatedMailServer,
  people: SimulatedPeople,
  mailbox: SimulatedMailbox,
): string[] {
  const read: Reader = (query) => database.file.prepare(`SELECT ${query}`).all() as unknown as readonly Row[];
  const enquiries = read(`id, status FROM enquiries`);
  // What is superseded has a newer answer in its place.
  const deliveries = read(`deliveries.id, record_id AS recordId, target, deliveries.kind, state, status, superseded
    FROM deliveries JOIN conversations ON conversations.id = record_id LEFT JOIN messages ON messages.id = deliveries.id`);
  const merges = read(`id, target, status FROM merges`);
  const answers = read(`id, text FROM messages WHERE direction = 'out'`);
  const { taken, excused, digests } = mailServer;
  const found: string[] = [];
  const check: Check = (isBroken, sentence) => void (isBroken && found.push(sentence));

  checkAcknowledged(check, people, mailServer, new Map(enquiries.map(({ id, status }) => [id, status])));
  const called = new Set(deliveries.flatMap(({ kind, recordId }) => (kind === 'webhook' ? recordId : [])));
  for (const { id, status } of enquiries) {
    const isTold = digests.some((text) => text.includes(formatReference(id)));
    check(status === 'spam' && !isTold, `${id} is spam, and no digest has listed it`);
    check(!called.has(id), `${id} is stored, and no call of the webhook is`);
  }
  for (const name of taken.names())
    check(taken.of(name) > 1 + excused.of(name), `${name} was sent ${taken.of(name)} times, and no fault explains it`);
  for (const row of deliveries) {
    const name = formatReceivedName(row);
    const isTaken = taken.of(name) > 0 || people.saidSent.has(row.id);
    check(row.state === 'delivered' && !isTaken, `${name} counts as delivered, and no receiver has accepted it`);
  }
  check(new Set(answers.map(({ text }) => text)).size < answers.length, 'an answer is stored twice');
  checkAccepted(check, people, new Set(answers.map(({ id }) => id)));
  const replies = deliveries.filter(({ kind }) => kind === 'reply');
  const messages =
    read(`messages.id, enquiry_id AS recordId, target, direction AS kind, text, message_id AS state, status
    FROM messages JOIN conversations ON conversations.id = enquiry_id ORDER BY messages.rowid`);
  const undone = read(`enquiry_id AS id, enquiry_id AS target FROM events WHERE action = 'undo reply'`);
  // What was merged, or whose answer was taken back, may wait for another one.
  const moved = [...merges, ...undone].flatMap(({ id, target }) => [id, target]);
  const answered = messages.filter(isWrittenBack).map(({ recordId }) => recordId);
  checkReplies(check, mailServer, replies, new Set([...answered, ...moved]));
  for (const { id, status } of merges) check(status !== 'closed', `${id} was ${status} and merged at once`);
  for (const { id } of read(unansweredQuery)) check(true, `${id} is closed, and nobody has answered it`);
  for (const name of people.undone) check(taken.of(name) > 0, `${name} was taken back, and sent`);
  checkCopies(check, mailServer, people, read);
  checkWrittenBack(check, mailbox, messages, merges);
  checkReceived(check, mailbox, read);
  return found;
}

/** Closed enquiries whose last message from the visitor has no answer of their own, nor any since they were merged. */
const unansweredQuery = `id FROM conversations AS one WHERE status = 'closed' AND NOT EXISTS (
  SELECT 1 FROM messages AS answer WHERE direction = 'out'
    AND rowid > (SELECT max(rowid) FROM messages WHERE enquiry_id = one.id AND direction = 'in' AND claims_office = 0)
    AND (enquiry_id = one.id OR enquiry_id = one.target
      AND rowid > (SELECT max(last_message) FROM merges WHERE merges.id = one.id)))`;

/** Each recipient of a copy gets it once, or the reply says that they did not, and nobody else gets any. */
function checkCopies(
  check: Check,
  { copiesTaken, doubtful, excused }: SimulatedMailServer,
  { saidSent, undone }: SimulatedPeople,
  read: Reader,
): void {
  for (const copy of copiesTaken.names()) {
    const [name = '', recipient = ''] = copy.split(' ');
    const allowed = 1 + Math.min(doubtful.of(copy), excused.of(name));
    check(copiesTaken.of(copy) > allowed, `${copy} was sent ${copiesTaken.of(copy)} times`);
    check(![friend, 'dan@example.net'].includes(recipient.toLowerCase()), `${copy} was sent, and should not have been`);
    check(undone.has(name), `${copy} was taken back, and sent`);
  }
  const copied = read(`messages.id, enquiry_id AS recordId, deliveries.kind, state, recipients AS text, recipient_states
    AS target FROM messages JOIN deliveries ON deliveries.id = messages.id WHERE state = 'delivered'`);
  for (const reply of copied) {
    const states = JSON.parse(reply.target) as RecipientStates;
    for (const { address } of JSON.parse(reply.text) as readonly MailAddress[]) {
      const isTaken = copiesTaken.of(`${formatReceivedName(reply)} ${address}`) > 0;
      const isSettled = isTaken || states[address]?.state === 'failed' || saidSent.has(reply.id);
      check(!isSettled, `${reply.id} counts as delivered, and ${address} has nothing`);
    }
  }
}

function checkWrittenBack(
  check: Check,
  mailbox: SimulatedMailbox,
  messages: readonly Row[],
  merges: readonly Row[],
): void {
  for (const [text, messageId] of mailbox.written) {
    if (!/^(?:Back|Claim) /.test(text)) continue;
    const answered = messages.find((one) => (one.state as string) === messageId)?.recordId;
    const homes = [answered, ...merges.flatMap(({ id, target }) => (id === answered ? target : []))];
    const joined = messages.find((one) => one.text === text)?.recordId;
    check(!homes.includes(joined), `"${text}" has joined ${joined}, and not ${answered}`);
  }
  for (const [enquiryId, all] of Map.groupBy(messages, ({ target }) => target)) {
    const last = all.findLast(({ text }) => !text.startsWith('Claim '));
    check(
      last !== undefined && isWrittenBack(last) && last.status !== 'open',
      `${enquiryId} waits, and is ${last?.status}`,
    );
  }
}

function checkReceived(check: Check, { written }: SimulatedMailbox, read: Reader): void {
  const stored = read(`text, direction AS kind FROM messages WHERE hash IS NOT NULL`);
  for (const mail of written.keys()) {
    const copies = stored.filter(({ text }) => text === mail);
    check(copies.length !== 1, `"${mail}" was received, and is stored ${copies.length} times`);
    check(
      copies.some(({ kind }) => kind === 'out'),
      `"${mail}" was received, and counts as an answer`,
    );
  }
  for (const { id } of read(`id FROM enquiries WHERE email_problem IS NOT NULL
    UNION SELECT id FROM messages WHERE bounce_reason IS NOT NULL`))
    check(true, `${id} is marked, and nothing has come back`);
}

function checkAcknowledged(
  check: Check,
  { acknowledged }: SimulatedPeople,
  { taken }: SimulatedMailServer,
  statuses: ReadonlyMap<string, EnquiryStatus>,
): void {
  for (const [text, acknowledgedIds] of acknowledged) {
    const ids = [...acknowledgedIds];
    for (const id of ids) check(!statuses.has(id), `${id} was acknowledged and is not stored`);
    check(ids.length > 1, `"${text}" was acknowledged as ${ids.join(' and ')}`);
    const isSpam = ids.some((id) => statuses.get(id) === 'spam');
    check(!isSpamBotText(text) && isSpam, `"${text}" is from a person and is spam`);
    check(isSpamBotText(text) && ids.some((id) => taken.of(id) > 0), `"${text}" is from a program and was mailed`);
  }
}

function checkAccepted(check: Check, { accepted }: SimulatedPeople, stored: ReadonlySet<string>): void {
  const versions = new Set<string>();
  for (const [id, { enquiryId, seen }] of accepted) {
    check(!stored.has(id), `${id} was accepted and is not stored`);
    const version = `${enquiryId} at ${seen}`;
    check(seen !== null && versions.has(version), `two have answered ${version}, and one had not seen the other`);
    versions.add(version);
  }
}

function checkReplies(
  check: Check,
  { taken, excused, digests }: SimulatedMailServer,
  replies: readonly Row[],
  answered: ReadonlySet<string>,
): void {
  const told = /Replies that did not go out[^]*?Look at one/.exec(digests.at(-1) ?? '')?.[0] ?? '';
  for (const reply of replies) {
    const { id, target, state, status, superseded } = reply;
    const isRefused = taken.of(formatReceivedName(reply)) === 0 || excused.of(formatReceivedName(reply)) > 0;
    check(state === 'failed' && !isRefused, `${id} counts as refused, and was taken`);
    if (superseded || (state !== 'failed' && state !== 'unconfirmed')) continue;
    check(status !== 'open', `${id} is ${state}, and its enquiry ${status}`);
    check(!told.includes(formatReference(target)), `${id} is ${state}, and no digest tells of it`);
  }
  for (const [enquiryId, all] of Map.groupBy(replies, ({ recordId }) => recordId))
    check(
      !answered.has(enquiryId) && all.every(({ state, status }) => state === 'delivered' && status === 'open'),
      `${enquiryId} is open, and all answers are delivered`,
    );
}
