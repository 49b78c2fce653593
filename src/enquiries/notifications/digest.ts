import { sql } from 'kysely';
import { createCancelledOutcome, type SendOutcome } from '../../outbox/send-outcome.ts';
import { formatTimeLeft, type ResponseTarget } from '../response-target.ts';
import { getEndOfDay } from '../../process/office-calendar.ts';
import { describePrivacyRequest } from '../privacy-request.ts';
import type { DatabaseWithDialect } from '../../database/database.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { wasRefused, type StoredEnquiry } from '../model.ts';
import type { EnquiryFilter, EnquiryOrder } from '../enquiry-filter.ts';
import { countEnquiries, findEnquiries, listEnquiries } from '../queries.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { sendToPendingRecipients, type Mailer, type MailSettings } from '../../outbox/mail.ts';
import { composeDigestMail, type DigestSection } from './digest-mail.ts';

export interface DigestDependencies extends DatabaseWithDialect {
  route: MailSettings;
  target: ResponseTarget;
  mailer: Mailer;
  clock: { now(): Date };
}

/**
 * Returns the sender of digests, which list new spam, undelivered mails and replies, enquiries that are overdue or due
 * today, and what data protection law asks within a week. A digest is composed when it is sent, so that it is current; an empty one is not sent.
 */
export function createDigestSender(dependencies: DigestDependencies): (delivery: Delivery) => Promise<SendOutcome> {
  const { mailer, route, clock } = dependencies;
  return async (delivery) => {
    const now = clock.now();
    const spam = await listPendingSpam(dependencies);
    const sections = await buildSections(spam, dependencies, now);
    if (sections.length === 0) return createCancelledOutcome('There was nothing to report.');
    const uniqueName = extractDeliveryName(delivery.id);
    const mail = (listed: readonly DigestSection[]) =>
      sendToPendingRecipients(mailer, composeDigestMail(listed, route, uniqueName, now), delivery);
    let sent = await mail(sections);
    // A spam filter that refuses the texts accepts the numbers alone.
    if (!sent.delivered && sent.permanent) sent = await mail(sections.map((section) => ({ ...section, entries: [] })));
    // Marked after sending: twice is better than never. Not while a recipient is due, who is to get all of it.
    const isForLater = Object.values(sent.recipientStates ?? {}).some(({ state }) => state === 'due');
    if (sent.delivered && !isForLater) await markDigested(dependencies, spam);
    return sent;
  };
}

async function listPendingSpam({ database }: DatabaseWithDialect): Promise<readonly string[]> {
  const pending = database.selectFrom('enquiries').select('id').where('digest_pending', '>', 0);
  return (await pending.orderBy('id', 'desc').execute()).map(({ id }) => id);
}

/** Marks the enquiries of this digest alone: the digest of another server may list more, and not be sent yet. */
async function markDigested({ database, dialect }: DatabaseWithDialect, ids: readonly string[]): Promise<void> {
  const update = database.updateTable('enquiries').set({ digest_pending: 0 });
  await update.where(dialect.isOneOf(sql.ref('id'), ids)).execute();
}

/** Maximum of entries in a section: a flood of spam must not exceed the size limit of mail servers. */
export const maxSectionEntries = 50;

async function buildSections(spam: readonly string[], dependencies: DigestDependencies, now: Date) {
  const { target, route } = dependencies;
  const today = getEndOfDay(now, target.officeHours);
  const inAWeek = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
  const request = ({ privacyRequest }: StoredEnquiry): string =>
    privacyRequest ? describePrivacyRequest(privacyRequest, now, target.officeHours.timeZone) : '';
  const left = ({ waitingSince }: StoredEnquiry): string => formatTimeLeft(waitingSince, target, now);
  const reason = ({ spamReason, mail }: StoredEnquiry): string => spamReason ?? mail?.lastReason ?? '';
  const section = (
    texts: Omit<DigestSection, 'count' | 'entries'>,
    { count, found }: { count: number; found: readonly StoredEnquiry[] },
    line: (enquiry: StoredEnquiry) => string,
  ): DigestSection => ({ ...texts, count, entries: found.map((enquiry) => ({ enquiry, line: line(enquiry) })) });
  const list = async (filter: EnquiryFilter, order: EnquiryOrder = 'newest') => {
    const found = await listEnquiries(dependencies, { ...filter, order, limit: maxSectionEntries });
    return {
      found,
      count: found.length < maxSectionEntries ? found.length : await countEnquiries(dependencies, filter),
    };
  };
  const open = (filter: EnquiryFilter) => list({ status: 'open', ...filter }, 'due');
  const silent = () => list({ status: 'closed', reminder: { now, state: 'due' } });
  const newestSpam = spam.slice(0, maxSectionEntries);
  // Without an office nobody can say that an enquiry is answered.
  const dueSections =
    route.officeUrl === undefined
      ? []
      : [
          section(sectionTexts.overdue, await open({ dueUntil: now }), left),
          section(sectionTexts.today, await open({ dueAfter: now, dueUntil: today }), left),
          section(sectionTexts.privacyRequests, await list({ privacyRequestDueUntil: inAWeek }), request),
          section(sectionTexts.silent, await silent(), () => 'Write again, or cancel the reminder'),
        ];
  const sections = [
    ...dueSections,
    section(sectionTexts.unsent, await open({ hasUnsentReply: true }), unsentReason),
    section(sectionTexts.undelivered, await open({ isUndelivered: true }), reason),
    section(
      sectionTexts.spam,
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
  overdue: { title: 'Overdue', inboxFolder: 'open', advice: '' },
  today: { title: 'Due today', inboxFolder: 'open', advice: '' },
  privacyRequests: { title: 'Data protection, overdue or due within a week', advice: '' },
  silent: { title: 'Reminders: they have not written', inboxFolder: 'open', advice: '' },
  unsent: {
    title: 'Replies that did not go out, or perhaps did not',
    inboxFolder: 'open',
    advice: 'Look at one with: npm run admin -- enquiries show <reference>',
  },
  undelivered: {
    title: 'Not delivered: the mail server refused them',
    inboxFolder: 'not-delivered',
    advice:
      'Find out why with: npm run admin -- enquiries show <reference>\nMail it again with: npm run admin -- enquiries retry <reference>',
  },
  spam: {
    title: 'Spam since the last digest',
    inboxFolder: 'spam',
    advice:
      'Read it with: npm run admin -- enquiries show <reference>\nIf it is from a person, mail it with: npm run admin -- enquiries not-spam <reference>',
  },
};
