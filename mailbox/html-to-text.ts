import { Tokenizer, TokenizerMode } from 'parse5';

/** Elements that begin and end a line, followed by those that leave a blank line as well. */
const blocks = new Set(
  'address article body center dd div dt footer form header hr li main pre section tr'
    .split(' ')
    .concat('blockquote dl h1 h2 h3 h4 h5 h6 ol p table ul'.split(' ')),
);
const paragraphs = new Set([...blocks].slice([...blocks].indexOf('blockquote')));
/** Elements without text for readers. Nothing but their end tag ends them. */
const hiddenElements = new Set(['iframe', 'script', 'style', 'title']);

/**
 * Returns the text of an HTML document: quotations begin with "> ", links keep their words alone. Reads tags one after
 * the other and builds no tree: neither depth nor wrong nesting costs anything.
 */
export function convertHtmlToText(html: string): string {
  const lines = createLines();
  let hiddenElement = '';
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName }) {
        if (hiddenElements.has(tagName)) {
          hiddenElement = tagName;
          tokenizer.state = tagName === 'title' ? TokenizerMode.RCDATA : TokenizerMode.RAWTEXT;
        } else lines.addTag(tagName, 1);
      },
      onEndTag({ tagName }) {
        if (tagName === hiddenElement) hiddenElement = '';
        else lines.addTag(tagName, -1);
      },
      onCharacter: ({ chars }) => hiddenElement === '' && lines.addWord(chars),
      onWhitespaceCharacter: ({ chars }) => hiddenElement === '' && lines.addSpace(chars),
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof: () => lines.addTag('body', -1),
    },
  );
  tokenizer.write(html, true);
  return lines.join();
}

/** Collects words as lines. Several blank lines become one. */
function createLines() {
  const lines: string[] = [];
  const depths = { blockquote: 0, pre: 0 };
  let words: string[] = [];
  let marker = '';
  let lastQuoteDepth = 0;
  let isBlankLineDue = false;

  /** Ends the line. One without text is left out, unless it `isWanted`: then it is blank. */
  const endLine = (isWanted: boolean) => {
    const line = words.join('');
    const text = depths.pre > 0 ? line.trimEnd() : line.trim();
    words = [];
    if (text === '') {
      isBlankLineDue ||= isWanted || line.includes('\u00A0');
      return;
    }
    if (isBlankLineDue && lines.length > 0) lines.push(quote(Math.min(lastQuoteDepth, depths.blockquote)).trim());
    lines.push(quote(depths.blockquote) + marker + text);
    isBlankLineDue = false;
    lastQuoteDepth = depths.blockquote;
    marker = '';
  };
  return {
    addTag(tagName: string, step: 1 | -1) {
      if (tagName === 'td' || tagName === 'th') words.push(' ');
      if (tagName === 'br' || blocks.has(tagName)) endLine(tagName === 'br');
      isBlankLineDue ||= paragraphs.has(tagName);
      if (tagName === 'blockquote' || tagName === 'pre') depths[tagName] = Math.max(0, depths[tagName] + step);
      if (step === 1 && tagName === 'li') marker = '- ';
      if (tagName === 'hr') lines.push('_'.repeat(32));
    },
    addWord: (word: string) => words.push(word),
    addSpace(space: string) {
      if (depths.pre === 0) return words.length > 0 && words.at(-1) !== ' ' && words.push(' ');
      for (const [index, part] of space.split('\n').entries()) {
        if (index > 0) endLine(true);
        words.push(part);
      }
    },
    join: () => lines.join('\n').replaceAll('\u00A0', ' ').trim(),
  };
}

/** Returns the marks of a quotation in quotations. Deeper ones than ten look alike. */
function quote(depth: number): string {
  return '> '.repeat(Math.min(depth, 10));
}
