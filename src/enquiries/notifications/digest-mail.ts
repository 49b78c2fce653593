import { composeMail, type MailItem, type MailPart } from '../../outbox/compose-mail.ts';
import type { Mail, MailSettings } from '../../outbox/mail.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { StoredEnquiry } from '../model.ts';
import { formatEnquiryUrl } from './enquiry-mail.ts';

export interface DigestSection {
  title: string;
  count: number;
  /** Enquiries, the oldest first, with the time left or what went wrong. */
  entries: readonly { enquiry: StoredEnquiry; line: string }[];
  /** Advice for an office without an inbox. */
  advice: string;
  /** Path of the list in the inbox, if there is one. */
  inboxFolder?: string;
}

/** Composes the digest of these sections. */
export function composeDigestMail(
  sections: readonly DigestSection[],
  { from, to, officeUrl }: MailSettings,
  uniqueName: string,
  date: Date,
): Mail {
  const counts = sections.map(({ title, count }) => `${title.split(':')[0]}: ${count}`);
  const subject = `Enquiries to look at: ${counts.join(', ')}`;
  const head = { uniqueName: `digest-${uniqueName}`, date, from, to, subject };
  return composeMail(
    head,
    sections.flatMap((section) => listParts(section, officeUrl)),
  );
}

function listParts(section: DigestSection, officeUrl: string | undefined): MailPart[] {
  const { title, count, entries, advice, inboxFolder } = section;
  const rest = count - entries.length;
  return [
    { heading: `${title}: ${count}` },
    ...(entries.length > 0 ? [{ items: entries.map((entry) => createItem(entry, officeUrl)) }] : []),
    ...(rest > 0 && entries.length > 0 ? [`and ${rest} more`] : []),
    ...(officeUrl === undefined ? [advice] : []),
    ...(officeUrl && inboxFolder ? [{ label: 'All of them', url: `${officeUrl}/${inboxFolder}` }] : []),
  ];
}

function createItem({ enquiry, line }: DigestSection['entries'][number], officeUrl: string | undefined): MailItem {
  const { id, reference, name, email, subject } = enquiry;
  return {
    title: shortenText(subject),
    url: officeUrl && formatEnquiryUrl(id, officeUrl),
    lines: [`${reference} from “${shortenText(name)}” <${email}>`, line],
  };
}

function shortenText(text: string): string {
  const shown = markHiddenCharacters(text);
  return shown.length > 80 ? `${shown.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : shown;
}
