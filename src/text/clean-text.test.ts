import { expect, it } from 'vitest';
import { cleanLine, cleanText } from './clean-text.ts';

it.each([
  ['U+000B, as slides paste it', '\u000B', '\n', ' '],
  ['a form feed', '\u000C', '\n', ' '],
  ['U+0085', '\u0085', '\n', ' '],
  ['a line separator', '\u2028', '\n', ' '],
  ['a paragraph separator', '\u2029', '\n', ' '],
  ['a line break of Windows', '\r\n', '\n', ' '],
  ['a tab', '\t', '\t', ' '],
  ['a bell', '\u0007', '', ''],
  ['an escape character', '\u001B', '', ''],
  ['a quotation mark of Windows-1252 read as Latin 1', '\u0092', '', ''],
  ['NUL', '\u0000', '', ''],
])('%s is cleaned from several lines and from one', (_name, character, inText, inLine) => {
  expect(cleanText(`one${character}two`)).toBe(`one${inText}two`);
  expect(cleanLine(`one${character}two`)).toBe(`one${inLine}two`);
});

it('what is left after cleaning is trimmed', () => expect(cleanText(' \u0007\u000B one \u0000')).toBe('one'));
