import { describe, expect, it } from 'vitest';
import { parseSearchQuery, findPhoneNumber, extractSearchWords, listEnquirySearchWords } from './search-words.ts';

/** Returns true if a query finds a text, like the databases' search. */
function finds(asked: string, text: string, id = '01890000-0000-7000-8000-000000000001'): boolean {
  const words = [...extractSearchWords(text), ...listEnquirySearchWords(id, [])];
  const sought = parseSearchQuery(asked);
  const isThere = (part: string) => words.some((word) => word.startsWith(part));
  return sought.length > 0 && sought.every((ways) => ways.some((way) => way.every(isThere)));
}

describe('a search', () => {
  const found: [asked: string, text: string][] = [
    ['österreich', 'OSTERREICH'],
    ['strasse', 'Straße'],
    ['ltd hamb', 'Hamburg Trading Ltd'],
    ['o’brien', "Sinéad O'Brien"],
    ['ada@example.com', 'ada@example.com'],
    ['0117 496 0142', 'Ring +44 (0)117 496-0142 please'],
    ['+44 117 4960142', 'my number: 0117 496 0142.'],
    ['(0117) 496 0142', 'tel 01174960142'],
    ['496 0142', '0117 496 0142'],
  ];
  it.each(found)('for %s finds %s', (asked, text) => expect(finds(asked, text)).toBe(true));

  const notFound: [asked: string, text: string][] = [
    ['hamburg london', 'Hamburg Trading Ltd'],
    ['amburg', 'Hamburg'],
    ['" & * :', 'Hamburg'],
    ['', 'Hamburg'],
  ];
  it.each(notFound)('for %s does not find %s', (asked, text) => expect(finds(asked, text)).toBe(false));
});

it.each([
  ['Call me: (0117) 496 0123, please', '01174960123'],
  ['From abroad +44 (0)117 496-0123.', '+441174960123'],
  ['Order 4006381333931 of 2025-01-01 12:00', null],
  ['Nothing', null],
])('the telephone number of “%s” is what a link calls', (text, number) => {
  expect(findPhoneNumber(text)).toBe(number);
});
