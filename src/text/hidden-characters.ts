/** A piece of a text: literal, or a mark that replaces invisible characters. */
export type TextPiece = { text: string } | { mark: string; meaning: string };

/**
 * Splits a text, replacing invisible characters by marks: bidirectional controls, and characters without width or
 * glyph. Joiners inside emoji, and between letters of scripts that are spelt with joiners, stay.
 */
export function splitHiddenCharacters(text: string): TextPiece[] {
  const found: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(hiddenRunPattern)) {
    const run = match.groups?.['hidden'];
    if (run === undefined) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push(...createMarks(run));
    end = match.index + run.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** Replaces invisible characters by `[marks]`, for places without elements: titles, labels, options. */
export function markHiddenCharacters(text: string): string {
  return splitHiddenCharacters(text)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.mark}]`))
    .join('');
}

/** Returns the text without invisible characters. */
export function removeHiddenCharacters(text: string): string {
  return splitHiddenCharacters(text)
    .map((piece) => ('text' in piece ? piece.text : ''))
    .join('');
}

/** Describes the invisible characters of these texts, each once: "U+202E (right-to-left override)". Empty if none. */
export function describeHiddenCharacters(texts: readonly string[]): string {
  const marks = texts
    .flatMap(splitHiddenCharacters)
    .flatMap((piece) => ('mark' in piece ? `${piece.mark} (${piece.meaning})` : []));
  return [...new Set(marks)].slice(0, maxMarks).join(', ');
}

// Joiners of emoji and letters. `hidden`: default-ignorable and bidirectional characters, invisible line ends, and the
// Braille blank.
const allowedJoiners = [
  /(?<=\p{Extended_Pictographic})\uFE0F|\uFE0F(?=\u20E3)/v,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/v,
  /(?<=[\p{Lo}\p{M}])[\u200C\u200D](?=[\p{Lo}\p{M}])/v,
];
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFF9-\uFFFB\u2800[\p{Cc}--[\t\n]]]+/v;
const hiddenRunPattern = new RegExp(
  `${allowedJoiners.map(({ source }) => source).join('|')}|(?<hidden>${hidden.source})`,
  'gv',
);

/** Longest run with a mark for each character; a longer one becomes a single mark. */
const maxMarks = 8;

function createMarks(run: string): TextPiece[] {
  const characters = [...run];
  if (characters.length <= maxMarks)
    return characters.map((character) => ({ mark: formatCodePoint(character), meaning: nameCharacter(character) }));
  const kinds = [...new Set(characters.map(nameCharacter))].slice(0, maxMarks);
  return [{ mark: `${characters.length} invisible characters`, meaning: kinds.join(', ') }];
}

function formatCodePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

function nameCharacter(character: string): string {
  return meanings.get(character) ?? (/\p{Cc}/u.test(character) ? 'control character' : 'invisible character');
}

const meanings = new Map([
  ['\u00AD', 'soft hyphen'],
  ['\u061C', 'Arabic letter mark'],
  ['\u200B', 'zero-width space'],
  ['\u200C', 'zero-width non-joiner'],
  ['\u200D', 'zero-width joiner'],
  ['\u200E', 'left-to-right mark'],
  ['\u200F', 'right-to-left mark'],
  ['\u2028', 'line separator'],
  ['\u2029', 'paragraph separator'],
  ['\u202A', 'left-to-right embedding'],
  ['\u202B', 'right-to-left embedding'],
  ['\u202C', 'end of an embedding or override'],
  ['\u202D', 'left-to-right override'],
  ['\u202E', 'right-to-left override'],
  ['\u2060', 'word joiner'],
  ['\u2066', 'left-to-right isolate'],
  ['\u2067', 'right-to-left isolate'],
  ['\u2068', 'isolate of either direction'],
  ['\u2069', 'end of an isolate'],
  ['\u2800', 'blank letter'],
  ['\uFEFF', 'zero-width space that does not break'],
]);
