import { sql } from 'kysely';
import { createCancelledOutcome, type SendOutcome } from '../../outbox/send-outcome.ts';
import { getEndOfDay, formatTimeLeft, type ResponseTarget } from '../response-target.ts';
import { shortenText } from '../../text/format-text.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { DatabaseWithDialect } from '../../database/database.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { wasRefused, type EnquiryFilter, type StoredEnquiry } from '../model.ts';
import { countEnquiries, findEnquiries, listEnquiries } from '../queries.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { escapeHtml, selectPendingRecipients, type Mail, type Mailer, type MailSettings } from '../../outbox/mail.ts';
import { formatEnquiryUrl } from './enquiry-mail.ts';

/** Dependencies of the digest. */
export interface DigestDependencies extends DatabaseWithDialect {
  route: MailSettings;
  target: ResponseTarget;
  mailer: Mailer;
  clock: { now(): Date };
}

/**
 * Returns the sender of digests, which list new spam, undelivered mails and replies, and enquiries that are overdue
 * or due today. A digest is composed when it is sent, so that it is current; an empty one is not sent.
 */
export function createDigestSender(dependencies: DigestDependencies): (delivery: Delivery) => Promise<SendOutcome> {
  const { mailer, route, clock } = dependencies;
  return async (delivery) => {
    const now = clock.now();
    const spam = await listPendingSpam(dependencies);
    const sections = await buildSections(spam, dependencies, now);
    if (sections.length === 0) return createCancelledOutcome('There was nothing to report.');
    const uniqueName = extractDeliveryName(delivery.id);
    const mail = (listed: readonly Section[]) =>
      mailer.send(selectPendingRecipients(composeDigest(listed, route, uniqueName, now), delivery));
    let sent = await mail(sections);
    // A spam filter that refuses the texts accepts the numbers alone.
    if (!sent.delivered && sent.permanent) sent = await mail(sections.map((section) => ({ ...section, entries: [] })));
    // Marked after sending: twice is better than never. Not while a recipient is due, who is to get all of it.
    const isForLater = Object.values(sent.recipientStates ?? {}).some(({ state }) => state === 'due');
    if (sent.delivered && !isForLater) await markDigested(dependencies, spam);
    return sent;
  };
}

/** Resolves to the ids of the spam that no digest has listed, the newest first. */
async function listPendingSpam({ database }: DatabaseWithDialect): Promise<readonly string[]> {
  const pending = database.selectFrom('enquiries').select('id').where('digest_pending', '>', 0);
  return (await pending.orderBy('id', 'desc').execute()).map(({ id }) => id);
}

/** Marks only the enquiries of this digest: another server's may list more, and not be sent yet. */
async function markDigested({ database, dialect }: DatabaseWithDialect, ids: readonly string[]): Promise<void> {
  const update = database.updateTable('enquiries').set({ digest_pending: 0 });
  await update.where(dialect.isOneOf(sql.ref('id'), ids)).execute();
}

/** Section of a digest. */
interface Section {
  title: string;
  count: number;
  /** Enquiries, the oldest first, with the time left or what went wrong. */
  entries: readonly { enquiry: StoredEnquiry; line: string }[];
  /** Advice for an office without an inbox. */
  advice: string;
  /** Path of the list in the inbox. */
  inboxFolder: string;
}

/** Maximum of entries in a section: a flood of spam must not exceed the size limit of mail servers. */
export const maxSectionEntries = 50;

/** Resolves to the sections of a digest, in their order. */
async function buildSections(spam: readonly string[], dependencies: DigestDependencies, now: Date) {
  const { target, route } = dependencies;
  const today = getEndOfDay(now, target.officeHours);
  const left = ({ waitingSince }: StoredEnquiry): string => formatTimeLeft(waitingSince, target, now);
  const reason = ({ spamReason, mail }: StoredEnquiry): string => spamReason ?? mail?.lastReason ?? '';
  const section = (
    texts: Pick<Section, 'title' | 'inboxFolder' | 'advice'>,
    { count, found }: { count: number; found: readonly StoredEnquiry[] },
    line: (enquiry: StoredEnquiry) => string,
  ): Section => ({ ...texts, count, entries: found.map((enquiry) => ({ enquiry, line: line(enquiry) })) });
  const waiting = async (filter: EnquiryFilter) => {
    const all = { status: 'open', ...filter } as const;
    const found = await listEnquiries(dependencies, { ...all, order: 'due', limit: maxSectionEntries });
    return { found, count: found.length < maxSectionEntries ? found.length : await countEnquiries(dependencies, all) };
  };
  const newestSpam = spam.slice(0, maxSectionEntries);
  // Without an office nobody can say that an enquiry is answered.
  const dueSections =
    route.inboxUrl === undefined
      ? []
      : [
          section(sectionTexts.overdue, await waiting({ dueUntil: now }), left),
          section(sectionTexts.today, await waiting({ dueAfter: now, dueUntil: today }), left),
        ];
  const sections = [
    ...dueSections,
    section(sectionTexts.unsent, await waiting({ hasUnsentReply: true }), unsentReason),
    section(sectionTexts.undelivered, await waiting({ isUndelivered: true }), reason),
    section(
      sectionTexts.setAside,
      { found: await findEnquiries(dependencies, { ids: newestSpam }), count: spam.length },
      reason,
    ),
  ];
  return sections.filter((each) => each.count > 0);
}

function unsentReason({ replies }: StoredEnquiry): string {
  const unsent = replies.findLast(({ delivery }) => wasRefused(delivery) && delivery.state !== 'delivered');
  const { state, lastReason } = unsent?.delivery ?? {};
  return `${state === 'unconfirmed' ? 'Perhaps sent' : state === 'failed' ? 'Refused' : 'Not sent yet'}: ${lastReason ?? ''}`;
}

const sectionTexts = {
  overdue: { title: 'Overdue', inboxFolder: 'waiting', advice: '' },
  today: { title: 'To be answered today', inboxFolder: 'waiting', advice: '' },
  unsent: {
    title: 'Answers that did not go out, or perhaps did not',
    inboxFolder: 'waiting',
    advice: 'Look at one with: npm run admin -- enquiries show <reference>',
  },
  undelivered: {
    title: 'Not delivered: the mail server refused them',
    inboxFolder: 'not-delivered',
    advice:
      'Find out why with: npm run admin -- enquiries show <reference>\nMail it again with: npm run admin -- enquiries retry <reference>',
  },
  setAside: {
    title: 'Set aside since the last digest',
    inboxFolder: 'set-aside',
    advice:
      'Read it with: npm run admin -- enquiries show <reference>\nIf it is from a person, mail it with: npm run admin -- enquiries release <reference>',
  },
};

function composeDigest(sections: readonly Section[], route: MailSettings, uniqueName: string, date: Date): Mail {
  const counts = sections.map(({ title, count }) => `${title.split(':')[0]}: ${count}`);
  const text = sections.map((section) => formatSection(section, route)).join('\n');
  return {
    uniqueName: `digest-${uniqueName}`,
    date,
    from: route.from,
    to: route.to,
    replyTo: route.from,
    subject: `Enquiries to look at: ${counts.join(', ')}`,
    autoSubmitted: 'auto-generated',
    text,
    html: formatHtml(sections, route),
  };
}

function formatSection({ title, count, entries, advice, inboxFolder }: Section, { inboxUrl }: MailSettings): string {
  const rest = count - entries.length;
  return [
    `${title}: ${count}`,
    '',
    ...entries.map((entry) => formatEntry(entry, inboxUrl)),
    ...(rest > 0 && entries.length > 0 ? [`and ${rest} more`, ''] : []),
    inboxUrl === undefined ? advice : `All of them: ${inboxUrl}/${inboxFolder}`,
    '',
  ].join('\n');
}

/** Returns the HTML part: a table per section. It names no colour of text or ground, so that it reads in dark programs. */
function formatHtml(sections: readonly Section[], { inboxUrl }: MailSettings): string {
  const link = (words: string, url: string | undefined) =>
    url === undefined ? `<b>${words}</b>` : `<a href="${url}">${words}</a>`;
  const row = ({ enquiry: { id, reference, name, email, subject }, line }: Section['entries'][number]) => {
    const sender = `<bdi>${escapeHtml(shorten(name))}</bdi> &lt;<bdi>${escapeHtml(email)}</bdi>&gt;`;
    const about = link(escapeHtml(shorten(subject)), inboxUrl && formatEnquiryUrl(id, inboxUrl));
    return `<tr><td><bdi>${about}</bdi><br>${sender}</td><td>${escapeHtml(line)}</td><td>${reference}</td></tr>`;
  };
  const format = ({ title, count, entries, advice, inboxFolder }: Section) => [
    `<h2>${title}: ${count}</h2>`,
    ...(entries.length > 0 ? [`<table>\n${entries.map(row).join('\n')}\n</table>`] : []),
    inboxUrl === undefined
      ? `<p>${escapeHtml(advice).replace('\n', '<br>')}</p>`
      : `<p>${link('Open the folder in the inbox', `${inboxUrl}/${inboxFolder}`)}</p>`,
  ];
  const body = sections.flatMap(format).join('\n');
  const head = '<meta charset="utf-8"><title>Enquiries to look at</title>';
  return `<!doctype html>\n<html lang="en-GB"><head>${head}<style>${digestStyles}</style></head>\n<body>\n${body}\n</body></html>\n`;
}

const digestStyles =
  'body{font-family:sans-serif}table{border-collapse:collapse}td{padding:8px 24px 8px 0;border-top:1px solid #888;text-align:left;vertical-align:top}';

function formatEntry({ enquiry, line }: Section['entries'][number], inboxUrl: string | undefined): string {
  const { id, reference, name, email, subject } = enquiry;
  const about = `${reference} from “${shorten(name)}” <${email}>: “${shorten(subject)}”`;
  return [about, `  ${line}`, ...(inboxUrl === undefined ? [] : [`  ${formatEnquiryUrl(id, inboxUrl)}`]), ''].join(
    '\n',
  );
}

const shorten = (text: string): string => shortenText(markHiddenCharacters(text), 80);
