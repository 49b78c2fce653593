import type { SearchTerms } from '../database/database.ts';
import { parseReferenceToIdSuffix, formatReference } from './reference.ts';

/**
 * Returns the search words of a text, each once: letters and digits, without case and accents, so that `Österreich`
 * and `OSTERREICH` are one word. A telephone number is also one word, in any format.
 */
export function extractSearchWords(text: string): string[] {
  const telephones = [...text.matchAll(phonePattern)].flatMap(([written]) => toNationalNumber(written));
  return [...new Set([...extractFoldedWords(text), ...telephones])];
}

/** Returns the search words of a new enquiry: its reference, and those of its fields. */
export function listEnquirySearchWords(id: string, fields: readonly string[]): string[] {
  return [...new Set([toReferenceWord(formatReference(id)), ...extractSearchWords(fields.join('\n'))])];
}

/**
 * Parses a query. Each term is a list of alternatives, one of which must match: all its words are among the enquiry's
 * words, or are beginnings of them. Empty if the query has no searchable words.
 */
export function parseSearchQuery(query: string): SearchTerms {
  const isNumber = new RegExp(`^(?:${phonePattern.source})$`, 'u').test(query.trim());
  const parts = isNumber || parseReferenceToIdSuffix(query) !== null ? [query] : query.split(/\s+/);
  return parts
    .map((part) => [
      extractFoldedWords(part),
      isNumber ? toNationalNumber(part) : [],
      parseReferenceToIdSuffix(part) === null ? [] : [toReferenceWord(part)],
    ])
    .map((alternatives) => alternatives.filter((words) => words.length > 0))
    .filter((alternatives) => alternatives.length > 0);
}

function extractFoldedWords(text: string): string[] {
  const folded = text.replaceAll(marks, '').normalize('NFKD').replaceAll(marks, '').toLowerCase().replaceAll('ß', 'ss');
  // Longer strings are no words, and PostgreSQL's limit is 2 KB.
  return [...new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 100)))];
}

/** Marks on letters go before the text is normalised too: to sort a run of them takes the square of its length. */
const marks = /[\p{M}\uFF9E\uFF9F]+/gu;

const phonePattern = /\+?\(?\d[\d ().\u00A0/-]{5,24}\d/gu;

/** Returns the number without country code or leading zero; empty for zeros alone. */
function toNationalNumber(written: string): string[] {
  const number = extractDigits(written)
    .replace(/^(?:\+44|0044|0)/, '')
    .replaceAll('+', '');
  return number === '' ? [] : [number];
}

/** Returns the first telephone number of a text for a `tel:` link, like `+441174960123`; null if there is none. */
export function findPhoneNumber(text: string): string | null {
  const found = [...text.matchAll(phonePattern)].map(([one]) => one);
  const written = found.find((one) => /^(?:\+|\(?0)/.test(one) && extractDigits(one).length >= 9);
  return written === undefined ? null : extractDigits(written);
}

function extractDigits(written: string): string {
  return written.replace(/\(0\)/, '').replaceAll(/[^\d+]/g, '');
}

function toReferenceWord(reference: string): string {
  return `ref${parseReferenceToIdSuffix(reference) ?? ''}`;
}
