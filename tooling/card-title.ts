import { aboveStrip, cardSize, column, margin, titleLineHeight } from './card-layout.ts';

/** Gives the width of a word, or of the space between two, as a multiple of the size of the type. */
export type WidthOf = (text: string) => number;

export interface SetTitle {
  /** Pixels. */
  fontSize: number;
  lines: string[];
}

interface Setting {
  fontSize: number;
  width: number;
  lines: number;
}

const whole = cardSize.width - 2 * margin;

/** Large on one line across the card, or in the column; each list with the largest first. */
const besideDrawing: readonly Setting[] = [
  ...[128, 116, 104, 92].map((fontSize) => ({ fontSize, width: whole, lines: 1 })),
  ...[100, 92, 84, 76, 70, 64, 58, 52, 46].map((fontSize) => within(column.width, column.height, fontSize)),
];
const aboveDrawing = [128, 116, 104, 92, 80, 66, 58, 50, 44].map((fontSize) =>
  within(whole, aboveStrip.height, fontSize),
);

function within(width: number, height: number, fontSize: number): Setting {
  return { fontSize, width, lines: Math.floor(height / (titleLineHeight * fontSize)) };
}

/**
 * The title as large as its place lets it be, its lines about as long as one another. No word is broken. Throws where it does
 * not fit.
 */
export function setTitle(title: string, widthOf: WidthOf, drawing: 'beside' | 'below'): SetTitle {
  const paragraphs = title.split('\n').map((line) => line.split(' '));
  const breakAt = (width: number) => paragraphs.flatMap((words) => breakLines(words, width, widthOf));
  for (const { fontSize, width, lines } of drawing === 'beside' ? besideDrawing : aboveDrawing) {
    const room = width / fontSize;
    const broken = breakAt(room);
    if (broken.length > lines || paragraphs.flat().some((word) => widthOf(word) > room)) continue;
    const widths = Array.from({ length: 100 }, (_, percent) => (room * (percent + 1)) / 100);
    const balanced = widths.map(breakAt).find(({ length }) => length === broken.length);
    return { fontSize, lines: balanced ?? broken };
  }
  throw new Error(`its title is too long: “${title}”`);
}

export function heightOf({ fontSize, lines }: SetTitle): number {
  return lines.length * fontSize * titleLineHeight;
}

function breakLines(words: readonly string[], width: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let taken = 0;
  for (const word of words) {
    const more = widthOf(' ') + widthOf(word);
    if (lines.length > 0 && taken + more <= width) {
      lines.push(`${lines.pop()} ${word}`);
      taken += more;
    } else {
      lines.push(word);
      taken = widthOf(word);
    }
  }
  return lines;
}
