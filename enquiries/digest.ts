import { domainOf, escapeHtml, inboxAddressOf, type MailRoute } from './mail.ts';
import type { Mail, Mailer, SendOutcome } from './mailer.ts';
import { overdueBefore, timeLeft, type ReplyPromise } from './promise.ts';
import type { Delivery, EnquiryFilter, EnquiryStore, StoredEnquiry } from './store.ts';
import type { Webhook } from './webhook.ts';

interface DigestParts {
  store: EnquiryStore;
  mailer: Mailer;
  route: MailRoute;
  promise: ReplyPromise;
  clock: { now(): Date };
  random: () => number;
  webhook?: Pick<Webhook, 'status'> | undefined;
}

/** A flood of spam must not make a mail that no server takes. */
const mostListed = 50;

/** What is unanswered is listed when so much of the promise is left, in hours: the morning before it ends. */
const warnBefore = 4;

/** By then the next day's digest tells of it all, in milliseconds. */
const outdatedAfter = 20 * 60 * 60 * 1000;

/**
 * Makes what mails the list of what somebody should look at: what was set aside and is not told of yet, what was not delivered, what
 * is overdue or soon will be, a webhook that is switched off. It is written when it is sent, so that it is true, and so that nothing
 * of it is kept; where there is nothing, no mail is sent.
 */
export function createDigest(parts: DigestParts): (delivery: Delivery) => Promise<SendOutcome> {
  const { store, mailer, route, clock, random } = parts;

  async function send(delivery: Delivery): Promise<SendOutcome> {
    const now = clock.now();
    if (now.getTime() - delivery.queuedAt.getTime() >= outdatedAfter)
      return {
        delivered: false,
        permanent: true,
        reason: 'It could not be mailed within the day; the next one tells of it all.',
      };
    const digest = 2 + Math.floor(random() * 2e9);
    const sections = await sectionsOf(digest, parts, now);
    if (sections.length === 0) return { delivered: true };
    const messageId = delivery.messageId;
    const sent = await mailer.send(composeDigest(sections, route, messageId, now));
    if (sent.delivered) await store.told(digest);
    if (sent.delivered || !sent.permanent) return sent;
    // A filter that refuses the words of spam takes the numbers alone.
    const counted = sections.map((section) => ({ ...section, listed: [] }));
    const numbers = await mailer.send(composeDigest(counted, route, messageId, now));
    if (numbers.delivered) await store.told(digest);
    return numbers;
  }

  return async (delivery) => {
    try {
      return await send(delivery);
    } catch (fault) {
      // The database: it will be back. Mailed and not marked as told means told twice, which is better than never.
      return { delivered: false, permanent: false, reason: fault instanceof Error ? fault.message : String(fault) };
    }
  };
}

/** The id and the Message-ID of the digest of one day. */
export function digestIdFor(due: Date, { from }: MailRoute): { name: string; messageId: string } {
  const name = due.toISOString().replaceAll(/[:.]/g, '-');
  return { name, messageId: `<digest.${name}@${domainOf(from.address)}>` };
}

interface Section {
  title: string;
  count: number;
  /** One text each. */
  listed: readonly string[];
  /** What to do, where there is no inbox. */
  advice: string;
  /** Where the inbox shows them. */
  folder: string;
}

async function sectionsOf(digest: number, parts: DigestParts, now: Date): Promise<readonly Section[]> {
  const { store, promise, webhook } = parts;
  const overdue = overdueBefore(now, promise);
  const soon = overdueBefore(now, { hours: promise.hours - warnBefore });
  const { count: setAside, newest } = await store.untold(digest, mostListed);
  const list = async (filter: EnquiryFilter) => {
    const listed = await store.list({ ...filter, after: '', limit: mostListed });
    return { listed, count: listed.length < mostListed ? listed.length : await store.count(filter) };
  };
  const waiting = { handling: 'waiting' } as const;
  const left = ({ receivedAt }: StoredEnquiry) => timeLeft(receivedAt, promise, now);
  const reason = ({ delivery }: StoredEnquiry) => delivery.lastReason ?? '';
  const textOf = textsFor(parts.route);
  const sections = [
    { title: 'Overdue', ...(await list({ ...waiting, until: overdue })), line: left, act: 'answer', folder: 'waiting' },
    {
      title: 'Unanswered, with little time left',
      ...(await list({ ...waiting, from: overdue, until: soon })),
      line: left,
      act: 'answer',
      folder: 'waiting',
    },
    {
      title: 'Not delivered: the mail server refused them',
      ...(await list({ ...waiting, undelivered: true })),
      line: reason,
      act: 'retry',
      folder: 'not-delivered',
    },
    {
      title: 'Set aside since the last digest',
      listed: newest,
      count: setAside,
      line: reason,
      act: 'release',
      folder: 'set-aside',
    },
  ]
    .filter(({ count }) => count > 0)
    .map(({ listed, line, act, ...section }) => ({
      ...section,
      listed: listed.map((enquiry) => textOf(enquiry, line(enquiry))),
      advice: advice[act] ?? '',
    }));
  return [...sections, ...(await webhookSection(webhook))];
}

const advice: Readonly<Record<string, string>> = {
  answer:
    'Look at one with: npm run admin -- enquiries show <reference>\nOnce it is answered: npm run admin -- enquiries answer <reference>',
  retry:
    'Find out why with: npm run admin -- enquiries show <reference>\nHave it mailed again with: npm run admin -- enquiries retry <reference>',
  release:
    'Look at the words with: npm run admin -- enquiries show <reference>\nIf it is from a person, have it mailed with: npm run admin -- enquiries release <reference>',
};

async function webhookSection(webhook: DigestParts['webhook']): Promise<Section[]> {
  const status = await webhook?.status();
  if (status?.state !== 'switched off') return [];
  const since = status.since === null ? '' : ` on ${dateAndTime.format(status.since)}`;
  const text = `It was switched off${since}, after a day of failures.\n  ${status.reason ?? ''}\n`;
  return [
    {
      title: 'The webhook is switched off',
      count: 1,
      listed: [text],
      advice: 'Mend its receiver, then try it and switch it on with: npm run admin -- webhook test',
      folder: '',
    },
  ];
}

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

function textsFor({ inboxUrl }: MailRoute) {
  return ({ id, reference, name, email, subject }: StoredEnquiry, line: string): string =>
    [
      `${reference} from ${shortened(name)} <${email}>: ${shortened(subject)}`,
      `  ${line}`,
      ...(inboxUrl === undefined ? [] : [`  ${inboxAddressOf(id, inboxUrl)}`]),
      '',
    ].join('\n');
}

function composeDigest(sections: readonly Section[], route: MailRoute, messageId: string, date: Date): Mail {
  const counts = sections.map(({ title, count, folder }) =>
    folder === '' ? title : `${title.split(':')[0]}: ${count}`,
  );
  const text = sections.map((section) => textOf(section, route)).join('\n');
  return {
    name: messageId.slice(1, messageId.lastIndexOf('@')).replace('.', '-'),
    messageId,
    date,
    from: route.from,
    to: route.to,
    replyTo: route.from,
    subject: `Enquiries to look at: ${counts.join(', ')}`,
    autoSubmitted: 'auto-generated',
    text,
    html: `<!doctype html>\n<html lang="en-GB"><title>Enquiries to look at</title><pre>${escapeHtml(text)}</pre></html>\n`,
  };
}

function textOf({ title, count, listed, advice: todo, folder }: Section, { inboxUrl }: MailRoute): string {
  const rest = count - listed.length;
  const isInbox = inboxUrl !== undefined && folder !== '';
  return [
    folder === '' ? title : `${title}: ${count}`,
    '',
    ...listed,
    ...(rest > 0 && listed.length > 0 ? [`and ${rest} more`, ''] : []),
    isInbox ? `All of them: ${inboxUrl}/${folder}` : todo,
    '',
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
