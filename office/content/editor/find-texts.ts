import { curlQuotes } from '../../../content/content-issues.ts';
import { formatFieldTitle, formatFileTitle } from '../../../content/validate-content.ts';
import type { Content } from '../../../content/content-types.ts';
import { listFacts } from '../../../content/assemble-content.ts';
import { walkLeaves, type Path, type ContentFiles } from '../../../content/merge-content.ts';
import { unwrapOptional, findFieldSchema } from '../../../content/field-schema.ts';

/** A text of the words, and where it stands. */
export interface PlacedText {
  file: string;
  path: Path;
  /** As people are told: `The header › Links › Link 2 › Words`. */
  place: string;
  /** With the facts that it names, as a page shows it. */
  shown: string;
}

/** Every text and number that somebody has written, as it is shown. Names of colours, drawings and the like are none. */
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

/** What texts can name: `{name}` and so on. */
export function readFacts(files: ContentFiles): Readonly<Record<string, string>> {
  return listFacts(files['site.yaml'] as Content['site']);
}

/** The texts that have all of these words, in themselves or in what their field is called, in whatever case. */
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

/** The fields that a page shows as this text, alone or as one of their paragraphs; failing that, those that stand within it. */
export function findShownTexts(texts: readonly PlacedText[], text: string): PlacedText[] {
  const asked = plain(text);
  if (asked === '') return [];
  const found = texts.filter(({ shown }) => paragraphs(shown).some((paragraph) => matches(paragraph, asked)));
  return found.length > 0 ? found : texts.filter(({ shown }) => shown.length > 5 && asked.includes(plain(shown)));
}

/** The smallest element that shows a text. */
export function findTextElement(within: Document, text: string): Element | undefined {
  const [first = ''] = paragraphs(text);
  const shown = (element: Element) => matches(first, plain(element.textContent));
  return [...within.body.querySelectorAll('*')].findLast(shown);
}

function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map(plain);
}

/** What is filled in later may be anything. */
function matches(shown: string, asked: string): boolean {
  if (!/\{\w+\}/.test(shown)) return shown === asked;
  const parts = shown.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return parts.join('').trim() !== '' && new RegExp(`^${parts.join('.+')}$`).test(asked);
}
