/** A piece of a text: as it is, or what stands for characters in it that nobody would see. */
export type Piece = { text: string } | { mark: string; meaning: string };

/**
 * Takes a text apart, so that nothing in it hides: neither what turns the reading direction round, nor what has no width or picture
 * of its own. What only joins the parts of an emoji, or letters of scripts that are spelt with joiners, stays.
 */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(inOrder)) {
    const run = match.groups?.['hidden'];
    if (run === undefined) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push(...marksFor(run));
    end = match.index + run.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** The same as plain text, for where no element may stand: titles, labels, options. */
export function visibleText(text: string): string {
  return pieces(text)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.mark}]`))
    .join('');
}

// What joins the parts of an emoji or letters; then what Unicode lets programs leave out of sight, what ends lines unseen, and the
// one letter that is a blank.
const stays = [
  /(?<=\p{Extended_Pictographic})\uFE0F|\uFE0F(?=\u20E3)/v,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/v,
  /(?<=[\p{Lo}\p{M}])[\u200C\u200D](?=[\p{Lo}\p{M}])/v,
];
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFF9-\uFFFB\u2800[\p{Cc}--[\t\n]]]+/v;
const inOrder = new RegExp(`${stays.map(({ source }) => source).join('|')}|(?<hidden>${hidden.source})`, 'gv');

/** More than so many in a row become one mark: nobody reads a page of them. */
const mostInARow = 8;

function marksFor(run: string): Piece[] {
  const characters = [...run];
  if (characters.length <= mostInARow)
    return characters.map((character) => ({ mark: codeOf(character), meaning: meaningOf(character) }));
  const kinds = [...new Set(characters.map(meaningOf))].slice(0, mostInARow);
  return [{ mark: `${characters.length} invisible characters`, meaning: kinds.join(', ') }];
}

function codeOf(character: string): string {
  return `U+${codePoint(character).toString(16).toUpperCase().padStart(4, '0')}`;
}

function meaningOf(character: string): string {
  return (
    meanings.get(codePoint(character)) ?? (/\p{Cc}/u.test(character) ? 'control character' : 'invisible character')
  );
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}

const meanings = new Map([
  [0x00ad, 'soft hyphen'],
  [0x061c, 'Arabic letter mark'],
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of an embedding or override'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'isolate of either direction'],
  [0x2069, 'end of an isolate'],
  [0x2800, 'blank letter'],
  [0xfeff, 'zero-width space that does not break'],
]);
