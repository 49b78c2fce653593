import type { Content } from '../../content/content-types.ts';
import { maxReplyLength, maxRepliesPerHour, type ReplyRefusal } from '../../enquiries/actions.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';

/** Fields of an enquiry that a template can name. */
type TemplateFields = Pick<StoredEnquiry, 'name' | 'company' | 'reference'>;

/** Returns a template filled in for one visitor. A missing value becomes a mark such as `[company: not given]`. */
export function fillTemplate(template: string, { name, company, reference }: TemplateFields): string {
  const values = { visitor: markHiddenCharacters(name), company: markHiddenCharacters(company), reference };
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, key) =>
    Object.hasOwn(values, key) ? values[key as keyof typeof values] || `[${key}: not given]` : placeholder,
  );
}

/** Returns the first mark of a missing value; null if there is none. */
export function findMissingValueMark(text: string): string | null {
  return /\[(?:visitor|company|reference): not given\]/.exec(text)?.[0] ?? null;
}

/** Returns a reply that consists of greeting and signature. */
export function createEmptyReply({ office: { answer } }: Pick<Content, 'office'>, enquiry: TemplateFields): string {
  return `${fillTemplate(answer.greeting, enquiry)}\n\n\n\n${fillTemplate(answer.signature, enquiry)}`;
}

/** Returns true if nothing was written between greeting and signature. */
export function isEmptyReply(text: string, content: Pick<Content, 'office'>, enquiry: TemplateFields): boolean {
  const collapseWhitespace = (one: string) => one.replaceAll(/\s+/g, ' ').trim();
  return collapseWhitespace(text) === collapseWhitespace(createEmptyReply(content, enquiry));
}

/** Returns the reply with a saved reply inserted before the signature, or at the end if that was removed. */
export function insertReplyTemplate(
  text: string,
  template: string,
  content: Pick<Content, 'office'>,
  enquiry: TemplateFields,
): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  const signature = fillTemplate(content.office.answer.signature, enquiry);
  const isSigned = lines.endsWith(signature);
  const before = (isSigned ? lines.slice(0, -signature.length) : lines).trimEnd();
  return [before, fillTemplate(template, enquiry), ...(isSigned ? [signature] : [])].filter(Boolean).join('\n\n');
}

/** Messages for replies that cannot be sent. */
export const replyFaultMessages: Record<ReplyRefusal | 'limited', string> = {
  empty: 'Nothing is sent yet: write your answer first.',
  'too long': `Nothing is sent yet: shorten your answer to ${maxReplyLength.toLocaleString('en-GB')} characters or fewer.`,
  'no address': 'Nothing is sent: the address that the visitor gave cannot be written to.',
  limited: `Nothing is sent yet: you have sent ${maxRepliesPerHour} answers within an hour. Send this one later; it is kept below.`,
};
