const lineBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const otherControls = /[^\P{Cc}\t\n]/gu;

/**
 * Returns a text of several lines without what nobody typed: every kind of line break is \n (office programs paste U+000B), other
 * control characters are dropped but for tabs, half surrogate pairs are replaced, and both ends are trimmed.
 */
export function cleanText(text: string): string {
  return dropControlCharacters(text).trim();
}

/** Returns the text cleaned in the same way on one line: line breaks and tabs become a space. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/[\t\n]+/g, ' ');
}

/** Returns the text as `cleanText` does, with the blanks at both ends. */
export function dropControlCharacters(text: string): string {
  return text.toWellFormed().replaceAll(lineBreaks, '\n').replaceAll(otherControls, '');
}

/** Whether the text has characters that a single line may not have: control characters and line separators. */
export function hasLineBreak(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text);
}
