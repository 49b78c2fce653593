import { Tokenizer, TokenizerMode } from 'parse5';

const paragraphs = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '));
const blocks = new Set([
  ...paragraphs,
  ...'address article body br center dd div dt footer form header hr li main pre section tr'.split(' '),
]);
/** Elements without text for readers. Nothing but their end tag ends them. */
const hiddenElements = new Set(['iframe', 'script', 'style', 'title']);
const unused = { onNullCharacter() {}, onComment() {}, onDoctype() {} };

/**
 * Returns the text of an HTML document: quotations begin with "> ", links keep their words alone. Reads tags one after
 * the other and builds no tree: neither depth nor wrong nesting costs anything.
 */
export function convertHtmlToText(html: string): string {
  const lines: string[] = [];
  let quoteDepth = 0;
  let hiddenElement = '';
  let words: string[] = [];
  let marker = '';
  let lastQuoteDepth = 0;
  let isBlankLineDue = false;
  let isPreformatted = false;

  /** Ends the line. One without text is left out, unless it `isWanted`: then it is blank, as several are. */
  const endLine = (isWanted: boolean) => {
    const line = words.join('');
    const text = line.trim();
    words = [];
    isBlankLineDue ||= text === '' && (isWanted || line.includes('\u00A0'));
    if (text === '') return;
    if (isBlankLineDue && lines.length > 0) lines.push(quote(Math.min(lastQuoteDepth, quoteDepth)).trim());
    lines.push(quote(quoteDepth) + marker + text);
    isBlankLineDue = false;
    lastQuoteDepth = quoteDepth;
    marker = '';
  };
  const addTag = (tagName: string, step: 1 | -1) => {
    if (tagName === 'td' || tagName === 'th') words.push(' ');
    if (blocks.has(tagName)) endLine(tagName === 'br');
    isBlankLineDue ||= paragraphs.has(tagName);
    if (tagName === 'blockquote') quoteDepth = Math.max(0, quoteDepth + step);
    if (tagName === 'pre') isPreformatted = step === 1;
    if (step === 1 && tagName === 'li') marker = '- ';
    if (tagName === 'hr') lines.push('_'.repeat(32));
  };
  const addText = (text: string) => {
    if (hiddenElement !== '') return;
    if (isPreformatted && text.startsWith('\n')) endLine(text.includes('\n', 1));
    else if (!/^[ \t\n\f]/.test(text)) words.push(text);
    else if (words.length > 0 && words.at(-1) !== ' ') words.push(' ');
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ...unused,
      onStartTag({ tagName }) {
        if (!hiddenElements.has(tagName)) return addTag(tagName, 1);
        hiddenElement = tagName;
        tokenizer.state = TokenizerMode.RAWTEXT;
      },
      onEndTag({ tagName }) {
        if (tagName === hiddenElement) hiddenElement = '';
        else addTag(tagName, -1);
      },
      onCharacter: ({ chars }) => addText(chars),
      onWhitespaceCharacter: ({ chars }) => addText(chars),
      onEof: () => endLine(false),
    },
  );
  tokenizer.write(html, true);
  return lines.join('\n').replaceAll('\u00A0', ' ').trim();
}

/** Returns the marks of a quotation in quotations. Deeper ones than ten look alike. */
const quote = (depth: number) => '> '.repeat(Math.min(depth, 10));
