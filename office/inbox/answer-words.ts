import type { Content } from '../../content/kinds.ts';
import { visibleText } from '../../text/invisible-characters.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';

/** What stands for the visitor's own words in texts for answers. */
type Asked = Pick<StoredEnquiry, 'name' | 'company' | 'reference'>;

/** A text of the words for one visitor. What they have not given is marked, for a person to see to: see `markIn`. */
export function filledIn(text: string, { name, company, reference }: Asked): string {
  const given = { visitor: visibleText(name), company: visibleText(company), reference };
  return text.replaceAll(/\{(\w+)\}/g, (place, key) =>
    Object.hasOwn(given, key) ? given[key as keyof typeof given] || `[${key}: not given]` : place,
  );
}

/** The first mark of what a visitor has not given; null where there is none. */
export function markIn(text: string): string | null {
  return /\[(?:visitor|company|reference): not given\]/.exec(text)?.[0] ?? null;
}

/** What an answer begins and ends with. */
export function emptyAnswer({ office: { answer } }: Pick<Content, 'office'>, asked: Asked): string {
  return `${filledIn(answer.greeting, asked)}\n\n\n\n${filledIn(answer.signature, asked)}`;
}

/** Whether nothing was written between greeting and signature. */
export function isEmptyAnswer(text: string, words: Pick<Content, 'office'>, asked: Asked): boolean {
  const written = (one: string) => one.replaceAll(/\s+/g, ' ').trim();
  return written(text) === written(emptyAnswer(words, asked));
}

/** The answer with a saved reply before its signature, or at its end where that is gone. */
export function withSaved(text: string, saved: string, words: Pick<Content, 'office'>, asked: Asked): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  const signature = filledIn(words.office.answer.signature, asked);
  const isSigned = lines.endsWith(signature);
  const before = (isSigned ? lines.slice(0, -signature.length) : lines).trimEnd();
  return [before, filledIn(saved, asked), ...(isSigned ? [signature] : [])].filter(Boolean).join('\n\n');
}
