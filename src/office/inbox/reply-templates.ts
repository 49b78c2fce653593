import type { Content } from '../../content/content-models.ts';
import { maxRecipients } from '../../enquiries/recipients.ts';
import { maxReplyLength, maxRepliesPerHour, type ReplyRefusal } from '../../enquiries/actions.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';

/** Fields that a template can name: of an enquiry and, in a signature, the name of the person who replies. */
type TemplateFields = Pick<StoredEnquiry, 'name' | 'company' | 'reference'> & { person?: string };

/** Returns a template filled in for one visitor. A missing value becomes a placeholder such as `[company: not given]`. */
export function fillTemplate(template: string, { name, company, reference, person }: TemplateFields): string {
  const [visitor, organisation] = [markHiddenCharacters(name), markHiddenCharacters(company)];
  const values = { visitor, company: organisation, reference, ...(person && { person: markHiddenCharacters(person) }) };
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, key) =>
    Object.hasOwn(values, key) ? values[key as keyof typeof values] || `[${key}: not given]` : placeholder,
  );
}

/** Returns the first placeholder of a missing value; null if there is none. */
export function findMissingValuePlaceholder(text: string): string | null {
  return /\[(?:visitor|company|reference): not given\]/.exec(text)?.[0] ?? null;
}

/** Returns a reply that consists of greeting and signature. `person` is empty if the person gave no name. */
export function createEmptyReply(content: Pick<Content, 'office'>, enquiry: TemplateFields, person = ''): string {
  const greeting = fillTemplate(content.office.answer.greeting, enquiry);
  return `${greeting}\n\n\n\n${formatSignature(content, { ...enquiry, person })}`;
}

/** Returns the signature, without the line that has the person's name if they gave none. */
function formatSignature({ office }: Pick<Content, 'office'>, fields: TemplateFields): string {
  const lines = office.answer.signature.split('\n').filter((line) => fields.person || !line.includes('{person}'));
  return fillTemplate(lines.join('\n'), fields);
}

/** Returns true if nothing was written between greeting and signature, also if the name was given meanwhile. */
export function isEmptyReply(text: string, content: Pick<Content, 'office'>, fields: TemplateFields): boolean {
  const collapseWhitespace = (one: string) => one.replaceAll(/\s+/g, ' ').trim();
  const emptyReplies = [fields.person, ''].map((person) => createEmptyReply(content, fields, person));
  return emptyReplies.some((empty) => collapseWhitespace(text) === collapseWhitespace(empty));
}

/** Returns the reply with a saved reply inserted before the signature, or at the end if that was removed. */
export function insertReplyTemplate(
  text: string,
  template: string,
  content: Pick<Content, 'office'>,
  fields: TemplateFields,
): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  const signatures = [fields, { ...fields, person: '' }].map((each) => formatSignature(content, each));
  const signature = signatures.find((one) => lines.endsWith(one)) ?? '';
  const before = lines.slice(0, lines.length - signature.length).trimEnd();
  return [before, fillTemplate(template, fields), signature].filter(Boolean).join('\n\n');
}

/** Messages for replies that cannot be sent. */
export const replyRefusalMessages: Record<ReplyRefusal | 'limited', string> = {
  empty: 'Nothing is sent yet: write your reply first.',
  'too long': `Nothing is sent yet: shorten your reply to ${maxReplyLength.toLocaleString('en-GB')} characters or fewer.`,
  'no address': 'Nothing is sent: the address that the visitor gave cannot be written to.',
  'bad recipients': `Nothing is sent yet: ${maxRecipients} people can get a reply, the visitor among them. Leave some out.`,
  limited: `Nothing is sent yet: you have sent ${maxRepliesPerHour} replies within an hour. Send this one later; it is kept below.`,
};
