import { toLookAt, type ToLookAt } from '../core/digest.ts';
import { timeLeft, type ReplyPromise } from '../core/promise.ts';
import type { EnquiryStore, StoredEnquiry } from '../core/store.ts';
import { inboxAddressOf, type MailRoute } from './mail.ts';
import type { Webhook } from './webhook.ts';

export interface SectionParts {
  store: EnquiryStore;
  route: MailRoute;
  promise: ReplyPromise;
  webhook?: Pick<Webhook, 'status'> | undefined;
}

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
 * @param digest see `toLookAt`
 */
export async function sectionsOf(digest: number, parts: SectionParts, now: Date): Promise<readonly Section[]> {
  const found = await toLookAt(digest, parts, now);
  const lines: Record<Says, (enquiry: StoredEnquiry) => string> = {
    timeLeft: ({ receivedAt }) => timeLeft(receivedAt, parts.promise, now),
    reason: ({ delivery }) => delivery.lastReason ?? '',
  };
  const sections = Object.entries(words).map(([kind, { says, ...section }]) => {
    const { count, listed } = found[kind as keyof ToLookAt];
    return { ...section, count, listed: listed.map((enquiry) => textOf(enquiry, lines[says](enquiry), parts.route)) };
  });
  return [...sections.filter(({ count }) => count > 0), ...(await webhookSection(parts.webhook))];
}

type Says = 'timeLeft' | 'reason';

const answer =
  'Look at one with: npm run admin -- enquiries show <reference>\nOnce it is answered: npm run admin -- enquiries answer <reference>';

/** In the order in which they are told. */
const words: Record<keyof ToLookAt, Pick<Section, 'title' | 'advice' | 'folder'> & { says: Says }> = {
  overdue: { title: 'Overdue', folder: 'waiting', says: 'timeLeft', advice: answer },
  soonOverdue: { title: 'Unanswered, with little time left', folder: 'waiting', says: 'timeLeft', advice: answer },
  undelivered: {
    title: 'Not delivered: the mail server refused them',
    folder: 'not-delivered',
    says: 'reason',
    advice:
      'Find out why with: npm run admin -- enquiries show <reference>\nHave it mailed again with: npm run admin -- enquiries retry <reference>',
  },
  setAside: {
    title: 'Set aside since the last digest',
    folder: 'set-aside',
    says: 'reason',
    advice:
      'Look at the words with: npm run admin -- enquiries show <reference>\nIf it is from a person, have it mailed with: npm run admin -- enquiries release <reference>',
  },
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

function textOf({ id, reference, name, email, subject }: StoredEnquiry, line: string, { inboxUrl }: MailRoute): string {
  return [
    `${reference} from ${shortened(name)} <${email}>: ${shortened(subject)}`,
    `  ${line}`,
    ...(inboxUrl === undefined ? [] : [`  ${inboxAddressOf(id, inboxUrl)}`]),
    '',
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
