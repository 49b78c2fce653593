import type { SearchTerms } from '../database/database.ts';
import { endOfIds, referenceOf } from './reference.ts';

/**
 * Returns the search words of a text, each once: letters and digits, without case and accents, so that `Österreich`
 * and `OSTERREICH` are one word. A telephone number is also one word, in any format.
 */
export function splitWords(text: string): string[] {
  const telephones = [...text.matchAll(telephone)].flatMap(([written]) => nationalNumber(written));
  return [...new Set([...foldedWords(text), ...telephones])];
}

/** Returns the search words of a new enquiry: those of its fields, and its reference. */
export function listEnquiryWords(id: string, fields: readonly string[]): string[] {
  return [...new Set([...splitWords(fields.join('\n')), referenceWord(referenceOf(id))])];
}

/**
 * Parses a query. Each term is a list of alternatives, one of which must match: all its words are among the enquiry's
 * words, or are beginnings of them. Empty if the query has no searchable words.
 */
export function parseQuery(asked: string): SearchTerms {
  const isNumber = new RegExp(`^(?:${telephone.source})$`, 'u').test(asked.trim());
  const parts = isNumber || endOfIds(asked) !== null ? [asked] : asked.split(/\s+/);
  return parts
    .map((part) => [
      foldedWords(part),
      isNumber ? nationalNumber(part) : [],
      endOfIds(part) === null ? [] : [referenceWord(part)],
    ])
    .map((ways) => ways.filter((words) => words.length > 0))
    .filter((ways) => ways.length > 0);
}

function foldedWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  // Longer strings are no words, and PostgreSQL's limit is 2 KB.
  return [...new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 100)))];
}

/** Matches digits with the separators of telephone numbers. */
const telephone = /\+?\(?\d[\d ().\u00A0/-]{5,24}\d/gu;

/** Returns the number without country code or leading zero; empty for zeros alone. */
function nationalNumber(written: string): string[] {
  const number = digitsIn(written)
    .replace(/^(?:\+44|0044|0)/, '')
    .replaceAll('+', '');
  return number === '' ? [] : [number];
}

/** Returns the first telephone number of a text for a `tel:` link, like `+441174960123`; null if there is none. */
export function parsePhone(text: string): string | null {
  const found = [...text.matchAll(telephone)].map(([one]) => one);
  const written = found.find((one) => /^(?:\+|\(?0)/.test(one) && digitsIn(one).length >= 9);
  return written === undefined ? null : digitsIn(written);
}

function digitsIn(written: string): string {
  return written.replace(/\(0\)/, '').replaceAll(/[^\d+]/g, '');
}

function referenceWord(reference: string): string {
  return `ref${endOfIds(reference) ?? ''}`;
}
