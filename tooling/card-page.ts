/** What a page gives to its card. */
export interface CardPage {
  /** Its heading as text. Lines that the page sets as blocks are parted by line breaks. */
  title: string;
  /** Its first drawing, as it stands in the HTML, and the accent of what it stands in. */
  drawing?: Drawing;
}

export interface Drawing {
  svg: string;
  accent: string;
}

/** Reads a page as React writes it. Throws where it has no heading. */
export function readCardPage(html: string): CardPage {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const [, heading] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(main) ?? [];
  if (heading === undefined) throw new Error('the page has no h1 inside main');
  const drawing = findDrawing(main);
  return { title: textOf(heading), ...(drawing ? { drawing } : {}) };
}

function findDrawing(main: string): Drawing | undefined {
  let depth = 0;
  let start = 0;
  for (const { 0: tag, index } of main.matchAll(/<\/?svg\b[^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (depth++ === 0) start = index;
    const svg = main.slice(start, index + tag.length);
    if (depth === 0 && !isIcon(svg)) return { svg, accent: accentAround(main.slice(0, start)) };
  }
  return undefined;
}

/** Icons are drawn on 24 units, drawings on hundreds. */
function isIcon(svg: string): boolean {
  const [, width = Infinity] = /^<svg\b[^>]* viewBox="\S+ \S+ (\S+) /.exec(svg) ?? [];
  return Number(width) < 100;
}

/** The `data-accent` of the innermost element that is open at the end of this markup and has one. */
function accentAround(markup: string): string {
  const open: string[] = [];
  for (const [tag, closing, name = ''] of markup.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (closing) open.pop();
    else if (!tag.endsWith('/>') && !isVoid.test(name)) open.push(/ data-accent="(\w+)"/.exec(tag)?.[1] ?? '');
  }
  return open.findLast((accent) => accent !== '') ?? 'lamp';
}

const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

function textOf(markup: string): string {
  const text = markup.replace(/<(?:br|span class="block")[^>]*>/g, '\n').replace(/<[^>]+>/g, '');
  const lines = text.replace(/&(#?\w+);/g, decode).split('\n');
  const tidy = lines.map((line) => line.replace(/[ \t\r]+/g, ' ').replace(/^ | $/g, ''));
  return tidy.filter((line) => line !== '').join('\n');
}

/** The characters that React escapes. */
function decode(entity: string, name: string): string {
  const character = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }[name];
  if (character === undefined) throw new Error(`its heading has the unknown entity ${entity}`);
  return character;
}
