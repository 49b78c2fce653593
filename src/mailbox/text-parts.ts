import type { EarlierWords } from './earlier-words.ts';
import { findQuotation, stripQuotationMarks } from './quoted-text.ts';

/** A part of a mail's text. `isQuoted`: it has only words of earlier mails. */
export interface TextPart {
  text: string;
  isQuoted: boolean;
}

/** Lines above an answer that are shown with it, if they are one paragraph. */
const maxContextLines = 6;

/**
 * Divides a mail's text into what is shown and what only quotes earlier words. Words that somebody wrote into the
 * quotation are shown, with the paragraph above them that they answer. A text that only quotes is shown.
 */
export function listTextParts(text: string, earlier: EarlierWords): TextPart[] {
  const lines = text.split('\n');
  const start = findQuotation(lines);
  const quoted = stripQuotationMarks(lines.slice(start));
  const isNew = earlier.findNewLines(quoted);
  const isShown = [...lines.slice(0, start).map(() => true), ...addContext(quoted, isNew)];
  const parts: { lines: string[]; isQuoted: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const isQuoted = isShown[index] === false;
    const last = parts.at(-1);
    if (last?.isQuoted === isQuoted) last.lines.push(line);
    else parts.push({ lines: [line], isQuoted });
  }
  const texts = parts.map((part) => ({ text: part.lines.join('\n').trim(), isQuoted: part.isQuoted }));
  const filled = texts.filter((part) => part.text !== '');
  return filled.some(({ isQuoted }) => !isQuoted) ? filled : [{ text, isQuoted: false }];
}

/** Returns which lines are shown: the new ones, the paragraph above each, and gaps of a line between them. */
function addContext(lines: readonly (string | null)[], isNew: readonly boolean[]): boolean[] {
  const isShown = [...isNew];
  const isBlank = (index: number) => lines[index]?.trim() === '';
  for (const [index, isNewLine] of isNew.entries()) {
    if (!isNewLine) continue;
    let above = index - 1;
    while (above >= 0 && isBlank(above)) above -= 1;
    const end = above;
    while (above >= 0 && end - above < maxContextLines && lines[above] !== null && !isBlank(above) && !isNew[above])
      above -= 1;
    isShown.fill(true, above + 1, index);
  }
  return isShown;
}
