import { inboxAddressOf, type MailRoute } from './mail.ts';
import { overdueBefore, timeLeft, type ReplyPromise } from '../core/promise.ts';
import type { EnquiryFilter, EnquiryStore, StoredEnquiry } from '../core/store.ts';
import type { Webhook } from './webhook.ts';

export interface SectionParts {
  store: EnquiryStore;
  route: MailRoute;
  promise: ReplyPromise;
  webhook?: Pick<Webhook, 'status'> | undefined;
}

/** A flood of spam must not make a mail that no server takes. */
const mostListed = 50;

/** What is unanswered is listed when so much of the promise is left, in hours: the morning before it ends. */
const warnBefore = 4;

/** What a digest tells of one kind. */
export interface Section {
  title: string;
  count: number;
  /** One text each. */
  listed: readonly string[];
  /** What to do, where there is no inbox. */
  advice: string;
  /** Where the inbox shows them. */
  folder: string;
}

/**
 * All that there is to tell now.
 * @param digest the number by which what was set aside is taken up: see `untold` of EnquiryStore
 */
export async function sectionsOf(digest: number, parts: SectionParts, now: Date): Promise<readonly Section[]> {
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

async function webhookSection(webhook: SectionParts['webhook']): Promise<Section[]> {
  const status = await webhook?.status();
  if (status?.state !== 'switched off') return [];
  const since = status.since === null ? '' : ` on ${dateAndTime.format(status.since)}`;
  const text = `It was switched off${since}, after a day of failures.\n  ${status.reason ?? ''}\n`;
  return [
    {
      title: 'The webhook is switched off',
      count: 1,
      listed: [text],
      advice: 'Fix its receiver, then try it and switch it on with: npm run admin -- webhook test',
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

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
