const lineBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const otherControls = /[^\P{Cc}\t\n]/gu;

/**
 * Normalises a text of several lines: line breaks of every kind become \n (office programs paste U+000B), other control
 * characters except tabs are removed, lone surrogates are replaced, and both ends are trimmed.
 */
export function cleanText(text: string): string {
  return removeControlCharacters(text).trim();
}

/** Normalises a text to one line, as `cleanText` does: line breaks and tabs become a space. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/[\t\n]+/g, ' ');
}

/** Normalises a text as `cleanText` does, but without trimming. */
export function removeControlCharacters(text: string): string {
  return text.toWellFormed().replaceAll(lineBreaks, '\n').replaceAll(otherControls, '');
}

/** Returns true if the text has characters not allowed on a single line: control characters or line separators. */
export function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text);
}
