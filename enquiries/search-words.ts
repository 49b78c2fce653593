import type { SearchTerms } from '../database/database.ts';
import { endOfIds, referenceOf } from './reference.ts';

/**
 * The words by which a text is found, each once: letters and digits alone, without case and accents, so that `Österreich` and
 * `OSTERREICH` are one word. A telephone number is one word besides, however it was written.
 */
export function splitWords(text: string): string[] {
  const telephones = [...text.matchAll(telephone)].flatMap(([written]) => nationalNumber(written));
  return [...new Set([...foldedWords(text), ...telephones])];
}

/** The words by which an enquiry is found before anybody has read it: those of its fields, and its reference. */
export function listEnquiryWords(id: string, fields: readonly string[]): string[] {
  return [...new Set([...splitWords(fields.join('\n')), referenceWord(referenceOf(id))])];
}

/**
 * What has to be among the words of an enquiry that a person looks for: of each list one, all of whose words are there; a word
 * may be the beginning of one that is there. Empty where nothing that can be found was asked for.
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
  // What is longer is no word, and PostgreSQL takes 2 KB.
  return [...new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 100)))];
}

/** Digits, and what people put between them. */
const telephone = /\+?\(?\d[\d ().\u00A0/-]{5,24}\d/gu;

/** Without the prefix of the country or the zero in its place; nothing of zeros alone. */
function nationalNumber(written: string): string[] {
  const number = digitsIn(written)
    .replace(/^(?:\+44|0044|0)/, '')
    .replaceAll('+', '');
  return number === '' ? [] : [number];
}

/** The first telephone number of a text as a link calls it, like `+441174960123`; null where there is none. */
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
