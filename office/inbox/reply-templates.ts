import type { Content } from '../../content/content-types.ts';
import { maxReplyLength, maxRepliesPerHour, type ReplyFault } from '../../enquiries/act.ts';
import { markHiddenCharacters } from '../../text/invisible-characters.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';

/** Fields of an enquiry that a template can name. */
type Asked = Pick<StoredEnquiry, 'name' | 'company' | 'reference'>;

/** Returns a template filled in for one visitor. Missing values become a mark: see `findUnfilledMark`. */
export function fillTemplate(text: string, { name, company, reference }: Asked): string {
  const given = { visitor: markHiddenCharacters(name), company: markHiddenCharacters(company), reference };
  return text.replaceAll(/\{(\w+)\}/g, (place, key) =>
    Object.hasOwn(given, key) ? given[key as keyof typeof given] || `[${key}: not given]` : place,
  );
}

/** Returns the first mark of a missing value; null if there is none. */
export function findUnfilledMark(text: string): string | null {
  return /\[(?:visitor|company|reference): not given\]/.exec(text)?.[0] ?? null;
}

/** Returns a reply that consists of greeting and signature. */
export function createEmptyReply({ office: { answer } }: Pick<Content, 'office'>, asked: Asked): string {
  return `${fillTemplate(answer.greeting, asked)}\n\n\n\n${fillTemplate(answer.signature, asked)}`;
}

/** Returns true if nothing was written between greeting and signature. */
export function isEmptyReply(text: string, words: Pick<Content, 'office'>, asked: Asked): boolean {
  const written = (one: string) => one.replaceAll(/\s+/g, ' ').trim();
  return written(text) === written(createEmptyReply(words, asked));
}

/** Returns the reply with a saved reply inserted before the signature, or at the end if that was removed. */
export function insertSavedReply(text: string, saved: string, words: Pick<Content, 'office'>, asked: Asked): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  const signature = fillTemplate(words.office.answer.signature, asked);
  const isSigned = lines.endsWith(signature);
  const before = (isSigned ? lines.slice(0, -signature.length) : lines).trimEnd();
  return [before, fillTemplate(saved, asked), ...(isSigned ? [signature] : [])].filter(Boolean).join('\n\n');
}

/** Messages for replies that cannot be sent. */
export const replyFaults: Record<ReplyFault | 'limited', string> = {
  empty: 'Nothing is sent yet: write your answer first.',
  'too long': `Nothing is sent yet: shorten your answer to ${maxReplyLength.toLocaleString('en-GB')} characters or fewer.`,
  'no address': 'Nothing is sent: the address that the visitor gave cannot be written to.',
  limited: `Nothing is sent yet: you have sent ${maxRepliesPerHour} answers within an hour. Send this one later; it is kept below.`,
};
