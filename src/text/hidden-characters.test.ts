import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitHiddenCharacters, markHiddenCharacters } from './hidden-characters.ts';

test('what turns the reading direction round is shown in words', () => {
  expect(splitHiddenCharacters('invoice\u202Efdp.exe')).toEqual([
    { text: 'invoice' },
    { mark: 'U+202E', meaning: 'right-to-left override' },
    { text: 'fdp.exe' },
  ]);
});

test.each([
  ['a zero-width space', '\u200B', 'U+200B'],
  ['a byte order mark', '\uFEFF', 'U+FEFF'],
  ['a soft hyphen', '\u00AD', 'U+00AD'],
  ['an invisible letter', '\u3164', 'U+3164'],
  ['a tag character', '\u{E0041}', 'U+E0041'],
  ['a line separator', '\u2028', 'U+2028'],
  ['a control character', '\u0007', 'U+0007'],
  ['a variation selector without an emoji', 'x\uFE0F', 'x[U+FE0F]'],
])('%s is shown', (_name, text, shown) => {
  expect(markHiddenCharacters(text)).toBe(shown.startsWith('U') ? `[${shown}]` : shown);
});

test('a flood of invisible characters becomes one mark', () => {
  expect(splitHiddenCharacters('\u200B\u200D'.repeat(2000))).toEqual([
    { mark: '4000 invisible characters', meaning: 'zero-width space, zero-width joiner' },
  ]);
});

test('emoji of several parts, letters of all scripts and lines of a message stay as they are', () => {
  for (const text of ['👩‍💻 ❤️ 1️⃣ 👍🏽', 'می‌خواهم', 'שלום', 'Größe', 'one\ttwo\nthree'])
    expect(splitHiddenCharacters(text)).toEqual([{ text }]);
});

test('nothing that steers the reading direction is left in any text, and nothing visible is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const left = splitHiddenCharacters(text)
        .map((piece) => ('text' in piece ? piece.text : ''))
        .join('');
      expect(left).not.toMatch(/\p{Bidi_Control}/u);
      expect(left.replaceAll(hidden, '')).toBe(text.replaceAll(hidden, ''));
    }),
  );
});

const hidden = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cc}\uFFF9-\uFFFB\u2800]/gu;
