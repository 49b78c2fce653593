import { curlQuotes } from '../../../content/content-issues.ts';
import { formatFieldTitle, formatFileTitle } from '../../../content/validate-content.ts';
import type { Content } from '../../../content/content-types.ts';
import { getPlaceholderValues } from '../../../content/assemble-content.ts';
import { listLeaves, type FieldPath, type ContentFiles } from '../../../content/merge-content.ts';
import { unwrapOptional, findFieldSchema } from '../../../content/field-schema.ts';

/** A text of the content, and its field. */
export interface FieldText {
  file: string;
  path: FieldPath;
  /** Readable path of the field: `The header › Links › Link 2 › Words`. */
  fieldTitle: string;
  /** Text as a page shows it, with its placeholders filled in. */
  renderedText: string;
}

/** Returns every text and number of the content as shown, without names of colours, drawings and the like. */
export function listTexts(files: ContentFiles): FieldText[] {
  const placeholderValues: Readonly<Record<string, string>> = readPlaceholderValues(files);
  return Object.entries(files).flatMap(([file, whole]) =>
    listLeaves(whole).flatMap(({ path, value }) => {
      const schema = findFieldSchema(file, path);
      if (!schema || unwrapOptional(schema).type === 'picklist' || !['string', 'number'].includes(typeof value))
        return [];
      const fillIn = (placeholder: string, name: string) => placeholderValues[name] ?? placeholder;
      const renderedText = String(value).replaceAll(/\{(\w+)\}/g, fillIn);
      const fieldTitle = `${formatFileTitle(file, files[file])} › ${formatFieldTitle(file, path)}`;
      return renderedText === '' ? [] : [{ file, path, renderedText, fieldTitle }];
    }),
  );
}

/** Returns the values of the placeholders, such as `{name}`. */
export function readPlaceholderValues(files: ContentFiles): Readonly<Record<string, string>> {
  return getPlaceholderValues(files['site.yaml'] as Content['site']);
}

/** Returns the texts that contain all of the query's words, in text or field name, ignoring case. */
export function searchTexts(texts: readonly FieldText[], query: string): FieldText[] {
  const phrase = foldCase(query);
  const words = phrase.split(' ').filter(Boolean);
  const all = texts.map((text) => ({ text, folded: foldCase(`${text.renderedText} ${text.fieldTitle}`) }));
  return all
    .filter(({ folded }) => words.length > 0 && words.every((word) => folded.includes(word)))
    .sort((a, b) => Number(b.folded.includes(phrase)) - Number(a.folded.includes(phrase)))
    .map(({ text }) => text);
}

const normaliseText = (text: string) => curlQuotes(text).replaceAll(/\s+/g, ' ').trim();
const foldCase = (text: string) => normaliseText(text).toLocaleLowerCase('en-GB');

/** Returns the fields whose text, or a paragraph of it, is shown as this text; failing that, those within it. */
export function findTextsByRendering(texts: readonly FieldText[], renderedText: string): FieldText[] {
  const wanted = normaliseText(renderedText);
  if (wanted === '') return [];
  const found = texts.filter(({ renderedText }) =>
    splitParagraphs(renderedText).some((paragraph) => matchesText(paragraph, wanted)),
  );
  return found.length > 0
    ? found
    : texts.filter(({ renderedText }) => renderedText.length > 5 && wanted.includes(normaliseText(renderedText)));
}

/** Returns the innermost element that shows a text's first paragraph. */
export function findTextElement(page: Document, text: string): Element | undefined {
  const [first = ''] = splitParagraphs(text);
  const isShowing = (element: Element) => matchesText(first, normaliseText(element.textContent));
  return [...page.body.querySelectorAll('*')].findLast(isShowing);
}

function splitParagraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map(normaliseText);
}

/** Returns true if a text matches. A runtime placeholder in `pattern` matches anything. */
function matchesText(pattern: string, text: string): boolean {
  if (!/\{\w+\}/.test(pattern)) return pattern === text;
  const parts = pattern.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return parts.join('').trim() !== '' && new RegExp(`^${parts.join('.+')}$`).test(text);
}
