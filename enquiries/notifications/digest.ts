import { sql } from 'kysely';
import { createCancelledOutcome, type SendOutcome } from '../../outbox/send-outcome.ts';
import { getEndOfDay, formatTimeLeft, type ResponseTarget } from '../response-target.ts';
import { markHiddenCharacters } from '../../text/invisible-characters.ts';
import type { DatabaseParts } from '../../database/database.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { isInTrouble, type EnquiryFilter, type StoredEnquiry } from '../model.ts';
import { countEnquiries, findEnquiries, listEnquiries } from '../queries.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import {
  getDomain,
  escapeHtml,
  selectPendingReceivers,
  formatMessageId,
  type Mail,
  type Mailer,
  type MailRoute,
} from '../../outbox/mail.ts';
import { formatInboxUrl } from './enquiry-mail.ts';

export interface DigestParts extends DatabaseParts {
  route: MailRoute;
  target: ResponseTarget;
  mailer: Mailer;
  clock: { now(): Date };
}

/**
 * Returns the sender of digests, which list new spam, undelivered mails and replies, and enquiries that are overdue
 * or due today. A digest is composed when it is sent, so that it is current; an empty one is not sent.
 */
export function createDigest(parts: DigestParts): (delivery: Delivery) => Promise<SendOutcome> {
  const { mailer, route, clock } = parts;
  return async (delivery) => {
    const now = clock.now();
    const spam = await listPendingSpam(parts);
    const sections = await sectionsOf(spam, parts, now);
    if (sections.length === 0) return createCancelledOutcome('There was nothing to tell.');
    const name = extractDeliveryName(delivery.id);
    const messageId = formatMessageId('digest', name, getDomain(route.from.address));
    const mail = (told: readonly Section[]) =>
      mailer.send(selectPendingReceivers(composeDigest(told, route, { name, messageId }, now), delivery));
    let sent = await mail(sections);
    // A spam filter that refuses the texts accepts the numbers alone.
    if (!sent.delivered && sent.permanent) sent = await mail(sections.map((section) => ({ ...section, listed: [] })));
    // Marked after sending: twice is better than never. Not while a receiver is due, who is to get all of it.
    const isForLater = Object.values(sent.receivers ?? {}).some(({ state }) => state === 'due');
    if (sent.delivered && !isForLater) await markDigested(parts, spam);
    return sent;
  };
}

/** Resolves to the ids of the spam that no digest has listed, the newest first. */
async function listPendingSpam({ database }: DatabaseParts): Promise<readonly string[]> {
  const pending = database.selectFrom('enquiries').select('id').where('digest_pending', '>', 0);
  return (await pending.orderBy('id', 'desc').execute()).map(({ id }) => id);
}

/** Marks only the enquiries of this digest: another server's may list more, and not be sent yet. */
async function markDigested({ database, dialect }: DatabaseParts, ids: readonly string[]): Promise<void> {
  const told = database.updateTable('enquiries').set({ digest_pending: 0 });
  await told.where(dialect.isAmong(sql.ref('id'), ids)).execute();
}

/** Section of a digest. */
interface Section {
  title: string;
  count: number;
  /** Text of each entry, the oldest first. */
  listed: readonly string[];
  /** Advice for an office without an inbox. */
  advice: string;
  /** Path of the list in the inbox. */
  folder: string;
}

/** Maximum of entries in a section: a flood of spam must not exceed the size limit of mail servers. */
export const mostListed = 50;

/** Resolves to the sections of a digest, in their order. */
async function sectionsOf(spam: readonly string[], parts: DigestParts, now: Date) {
  const { route, target } = parts;
  const today = getEndOfDay(now, target.office);
  const left = ({ waitingSince }: StoredEnquiry): string => formatTimeLeft(waitingSince, target, now);
  const reason = ({ spamReason, mail }: StoredEnquiry): string => spamReason ?? mail?.lastReason ?? '';
  const section = (
    words: Pick<Section, 'title' | 'folder' | 'advice'>,
    { count, found }: { count: number; found: readonly StoredEnquiry[] },
    line: (enquiry: StoredEnquiry) => string,
  ): Section => ({ ...words, count, listed: found.map((enquiry) => entry(enquiry, line(enquiry), route)) });
  const waiting = async (filter: EnquiryFilter) => {
    const all = { status: 'open', ...filter } as const;
    const found = await listEnquiries(parts, { ...all, order: 'due', limit: mostListed });
    return { found, count: found.length < mostListed ? found.length : await countEnquiries(parts, all) };
  };
  const newestSpam = spam.slice(0, mostListed);
  const sections = [
    section(words.overdue, await waiting({ dueUntil: now }), left),
    section(words.today, await waiting({ dueAfter: now, dueUntil: today }), left),
    section(words.unsent, await waiting({ unsentReply: true }), unsentReason),
    section(words.undelivered, await waiting({ undelivered: true }), reason),
    section(words.setAside, { found: await findEnquiries(parts, { ids: newestSpam }), count: spam.length }, reason),
  ];
  return sections.filter((each) => each.count > 0);
}

function unsentReason({ replies }: StoredEnquiry): string {
  const unsent = replies.findLast(({ delivery }) => isInTrouble(delivery) && delivery.state !== 'delivered');
  const { state, lastReason } = unsent?.delivery ?? {};
  return `${state === 'unconfirmed' ? 'Perhaps sent' : state === 'failed' ? 'Refused' : 'Not sent yet'}: ${lastReason ?? ''}`;
}

const answer =
  'Look at one with: npm run admin -- enquiries show <reference>\nOnce it is answered: npm run admin -- enquiries answer <reference>';

const words = {
  overdue: { title: 'Overdue', folder: 'waiting', advice: answer },
  today: { title: 'To be answered today', folder: 'waiting', advice: answer },
  unsent: {
    title: 'Answers that did not go out, or perhaps did not',
    folder: 'waiting',
    advice: 'Look at one with: npm run admin -- enquiries show <reference>',
  },
  undelivered: {
    title: 'Not delivered: the mail server refused them',
    folder: 'not-delivered',
    advice:
      'Find out why with: npm run admin -- enquiries show <reference>\nHave it mailed again with: npm run admin -- enquiries retry <reference>',
  },
  setAside: {
    title: 'Set aside since the last digest',
    folder: 'set-aside',
    advice:
      'Look at the words with: npm run admin -- enquiries show <reference>\nIf it is from a person, have it mailed with: npm run admin -- enquiries release <reference>',
  },
};

function composeDigest(
  sections: readonly Section[],
  route: MailRoute,
  { name, messageId }: Pick<Mail, 'name' | 'messageId'>,
  date: Date,
): Mail {
  const counts = sections.map(({ title, count }) => `${title.split(':')[0]}: ${count}`);
  const text = sections.map((section) => sectionText(section, route)).join('\n');
  return {
    name: `digest-${name}`,
    messageId,
    date,
    from: route.from,
    to: route.to,
    replyTo: route.from,
    subject: `Enquiries to look at: ${counts.join(', ')}`,
    autoSubmitted: 'auto-generated',
    text,
    html: `<!doctype html>\n<html lang="en-GB"><title>Enquiries to look at</title><pre>${withLinks(escapeHtml(text), route.inboxUrl)}</pre></html>\n`,
  };
}

function sectionText({ title, count, listed, advice, folder }: Section, { inboxUrl }: MailRoute): string {
  const rest = count - listed.length;
  return [
    `${title}: ${count}`,
    '',
    ...listed,
    ...(rest > 0 && listed.length > 0 ? [`and ${rest} more`, ''] : []),
    inboxUrl === undefined ? advice : `All of them: ${inboxUrl}/${folder}`,
    '',
  ].join('\n');
}

/** Links the lines that are addresses in the inbox: a visitor's text is never alone on a line. */
function withLinks(html: string, inboxUrl: string | undefined): string {
  if (inboxUrl === undefined) return html;
  return html.replaceAll(/^( {2}|All of them: )(\S+)$/gm, (line, before: string, address: string) =>
    address.startsWith(`${inboxUrl}/`) ? `${before}<a href="${address}">${address}</a>` : line,
  );
}

function entry({ id, reference, name, email, subject }: StoredEnquiry, line: string, { inboxUrl }: MailRoute): string {
  return [
    `${reference} from “${shortened(name)}” <${email}>: “${shortened(subject)}”`,
    `  ${line}`,
    ...(inboxUrl === undefined ? [] : [`  ${formatInboxUrl(id, inboxUrl)}`]),
    '',
  ].join('\n');
}

function shortened(text: string): string {
  const shown = markHiddenCharacters(text);
  return shown.length > 80 ? `${shown.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : shown;
}
