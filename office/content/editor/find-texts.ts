import { curlQuotes } from '../../../content/content-issues.ts';
import { formatFieldTitle, formatFileTitle } from '../../../content/validate-content.ts';
import type { Content } from '../../../content/content-types.ts';
import { listFacts } from '../../../content/assemble-content.ts';
import { walkLeaves, type Path, type ContentFiles } from '../../../content/merge-content.ts';
import { unwrapOptional, findFieldSchema } from '../../../content/field-schema.ts';

/** A text of the content, and its field. */
export interface PlacedText {
  file: string;
  path: Path;
  /** Readable path of the field: `The header › Links › Link 2 › Words`. */
  place: string;
  /** Text as a page shows it, with its placeholders filled in. */
  shown: string;
}

/** Returns every text and number of the content as shown, without names of colours, drawings and the like. */
export function listTexts(files: ContentFiles): PlacedText[] {
  const facts: Readonly<Record<string, string>> = readFacts(files);
  return Object.entries(files).flatMap(([file, whole]) =>
    walkLeaves(whole).flatMap(({ path, value }) => {
      const schema = findFieldSchema(file, path);
      if (!schema || unwrapOptional(schema).type === 'picklist' || !['string', 'number'].includes(typeof value))
        return [];
      const shown = String(value).replaceAll(/\{(\w+)\}/g, (fact, name: string) => facts[name] ?? fact);
      return shown === ''
        ? []
        : [{ file, path, shown, place: `${formatFileTitle(file, files[file])} › ${formatFieldTitle(file, path)}` }];
    }),
  );
}

/** Returns the values of the placeholders, such as `{name}`. */
export function readFacts(files: ContentFiles): Readonly<Record<string, string>> {
  return listFacts(files['site.yaml'] as Content['site']);
}

/** Returns the texts that contain all of the query's words, in text or field name, ignoring case. */
export function searchTexts(texts: readonly PlacedText[], asked: string): PlacedText[] {
  const phrase = folded(asked);
  const words = phrase.split(' ').filter(Boolean);
  const all = texts.map((text) => ({ text, folded: folded(`${text.shown} ${text.place}`) }));
  return all
    .filter(({ folded }) => words.length > 0 && words.every((word) => folded.includes(word)))
    .sort((a, b) => Number(b.folded.includes(phrase)) - Number(a.folded.includes(phrase)))
    .map(({ text }) => text);
}

const plain = (text: string) => curlQuotes(text).replaceAll(/\s+/g, ' ').trim();
const folded = (text: string) => plain(text).toLocaleLowerCase('en-GB');

/** Returns the fields shown as this text or with it as a paragraph; failing that, the fields within it. */
export function findShownTexts(texts: readonly PlacedText[], text: string): PlacedText[] {
  const asked = plain(text);
  if (asked === '') return [];
  const found = texts.filter(({ shown }) => paragraphs(shown).some((paragraph) => matches(paragraph, asked)));
  return found.length > 0 ? found : texts.filter(({ shown }) => shown.length > 5 && asked.includes(plain(shown)));
}

/** Returns the innermost element that shows a text. */
export function findTextElement(within: Document, text: string): Element | undefined {
  const [first = ''] = paragraphs(text);
  const shown = (element: Element) => matches(first, plain(element.textContent));
  return [...within.body.querySelectorAll('*')].findLast(shown);
}

function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map(plain);
}

/** Returns true if a shown text matches. A runtime placeholder matches anything. */
function matches(shown: string, asked: string): boolean {
  if (!/\{\w+\}/.test(shown)) return shown === asked;
  const parts = shown.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return parts.join('').trim() !== '' && new RegExp(`^${parts.join('.+')}$`).test(asked);
}
