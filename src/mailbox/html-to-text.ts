import { Tokenizer, TokenizerMode } from 'parse5';
import { createVisibility } from './html-visibility.ts';
import { findLinkAddress } from './link-address.ts';

const paragraphs = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '));
const blocks = new Set([
  ...paragraphs,
  ...'address article body br center dd div dt footer form header hr li main pre section tr'.split(' '),
]);
/** Elements without text for readers. Nothing but their end tag ends them. */
const hiddenElements = new Set(['iframe', 'script', 'style', 'title']);
const unused = { onNullCharacter() {}, onComment() {}, onDoctype() {} };

/**
 * Returns the text of an HTML document: quotations begin with "> ", the address of a link follows its words. Reads tags
 * one after the other and builds no tree: neither depth nor wrong nesting costs anything.
 * @param part `seen`: without text that a style may hide, and without addresses
 */
export function convertHtmlToText(html: string, part: 'all' | 'seen' = 'all'): string {
  const writer = createTextWriter();
  const visibility = createVisibility();
  let hiddenElement = '';
  let link: { href: string; words: string } | null = null;

  const addText = (text: string) => {
    if (hiddenElement !== '' || (part === 'seen' && !visibility.isVisible())) return;
    if (link !== null) link.words += text;
    writer.addText(text);
  };
  const endLink = () => {
    if (link !== null && part === 'all') writer.addAddress(findLinkAddress(link.href, link.words));
    link = null;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ...unused,
      onStartTag(tag) {
        const { tagName, attrs } = tag;
        visibility.startElement(tag);
        if (tagName === 'a') {
          endLink();
          link = { href: attrs.find(({ name }) => name === 'href')?.value ?? '', words: '' };
        }
        if (!hiddenElements.has(tagName)) return writer.addTag(tagName, 1);
        hiddenElement = tagName;
        tokenizer.state = TokenizerMode.RAWTEXT;
      },
      onEndTag({ tagName }) {
        visibility.endElement(tagName);
        if (tagName === 'a') endLink();
        if (tagName === hiddenElement) hiddenElement = '';
        else writer.addTag(tagName, -1);
      },
      onCharacter: ({ chars }) => addText(chars),
      onWhitespaceCharacter: ({ chars }) => addText(chars),
      onEof: endLink,
    },
  );
  tokenizer.write(html, true);
  return writer.finish();
}

/** Writes text as tags divide it into lines. */
function createTextWriter() {
  const lines: string[] = [];
  let quoteDepth = 0;
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
  return {
    addTag,
    addText(text: string) {
      if (isPreformatted && text.startsWith('\n')) endLine(text.includes('\n', 1));
      else if (!/^[ \t\n\f]/.test(text)) words.push(text);
      else if (words.length > 0 && words.at(-1) !== ' ') words.push(' ');
    },
    addAddress(address: string) {
      if (address !== '') words.push(...(words.at(-1) === ' ' ? [`(${address})`, ' '] : [` (${address})`]));
    },
    finish() {
      endLine(false);
      return lines.join('\n').replaceAll('\u00A0', ' ').trim();
    },
  };
}

/** Returns the marks of a quotation in quotations. Deeper ones than ten look alike. */
const quote = (depth: number) => '> '.repeat(Math.min(depth, 10));
