import { cacheResults } from '../../../content/cache-results.ts';
import { curlQuotes } from '../../../content/content-issues.ts';
import { readMarkdownText } from '../../../content/markdown.ts';
import { formatFileTitle } from '../../../content/validate-content.ts';
import type { Content } from '../../../content/content-models.ts';
import { getPlaceholderValues } from '../../../content/assemble-content.ts';
import type { FieldPath, ContentFiles } from '../../../content/merge-content.ts';
import {
  type FieldSchema,
  findFieldSchema,
  listInnerFields,
  findEditorControl,
  findFieldOptions,
  getFieldTitle,
} from '../../../content/field-schema.ts';

/** A field of the content. */
export interface FieldText {
  file: string;
  path: FieldPath;
  title: string;
  /** Readable path of the field: `The header › Links › Link 2 › Label`. */
  fieldTitle: string;
  /** Text as a page shows it, with its placeholders filled in; '' for groups, lists and choices. */
  renderedText: string;
}

/** Returns every field of the content, empty ones and groups too. */
export function listFields(files: ContentFiles): FieldText[] {
  const values = getPlaceholderValuesFromFiles(files);
  const listWithin = (schema: FieldSchema, value: unknown, field: Omit<FieldText, 'renderedText'>): FieldText[] => {
    const isShown = ['string', 'number'].includes(typeof value) && !findFieldOptions(schema);
    const isMarkdown = findEditorControl(schema) === 'markdown';
    const shown = isShown ? String(value) : '';
    const text = isMarkdown ? readMarkdownText(shown) : shown;
    const renderedText = text.replaceAll(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
    const inner = listInnerFields(schema, value).flatMap(([key, innerSchema, innerValue]) => {
      const title = `${getFieldTitle(innerSchema)}${typeof key === 'number' ? ` ${key + 1}` : ''}`;
      const place = { file: field.file, path: [...field.path, key], fieldTitle: `${field.fieldTitle} › ${title}` };
      return listWithin(innerSchema, innerValue, { ...place, title });
    });
    return [{ ...field, renderedText }, ...inner];
  };
  return Object.entries(files).flatMap(([file, value]) => {
    const [schema, title] = [findFieldSchema(file, []), formatFileTitle(file, value)];
    return schema ? listWithin(schema, value, { file, path: [], title, fieldTitle: title }) : [];
  });
}

/** Returns the values of the placeholders, such as `{name}`. */
export function getPlaceholderValuesFromFiles(files: ContentFiles): Readonly<Record<string, string>> {
  return getPlaceholderValues(files['site.yaml'] as Content['site']);
}

/** Returns the path of a page from its pasted address at the site; undefined if the query is none. */
export function parsePageAddress(query: string, siteUrl: string): string | undefined {
  const url = /^https?:/.test(query.trim()) ? URL.parse(query.trim()) : null;
  if (!url || url.host !== URL.parse(siteUrl)?.host) return undefined;
  return url.pathname.replace(/(?<=.)\/$/, '');
}

/** Returns the fields whose title or text has the query, best first: its title, a phrase of its text, then all words. */
export function searchFields(fields: readonly FieldText[], query: string): FieldText[] {
  const phrase = foldCase(query);
  const words = phrase.split(' ').filter(Boolean);
  const rank = ({ title, fieldTitle, renderedText }: FieldText): number => {
    const [own, whole, text] = [foldCase(title), foldCase(fieldTitle), foldCase(renderedText)];
    if (own.includes(phrase)) return own === phrase ? 0 : 1;
    if (text.includes(phrase)) return 2;
    const isIn = (place: string) => words.some((word) => place.includes(word));
    return words.every((word) => `${whole} ${text}`.includes(word)) ? (isIn(text) ? 3 : isIn(own) ? 4 : 5) : 5;
  };
  return (words.length === 0 ? [] : fields)
    .map((field) => ({ field, rank: rank(field) }))
    .filter((found) => found.rank < 5)
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => field);
}

const normaliseText = (text: string) => curlQuotes(text).replaceAll(/\s+/g, ' ').trim();
const foldCase = (text: string) => normaliseText(text).toLocaleLowerCase('en-GB');

/** Returns the fields whose text or paragraph is rendered as this text. If there are none: fields whose text is part of it. */
export function findTextsByRendering(texts: readonly FieldText[], renderedText: string): FieldText[] {
  const wanted = normaliseText(renderedText);
  if (wanted === '') return [];
  const found = texts.filter((text) => splitFieldParagraphs(text).some((paragraph) => matchesText(paragraph, wanted)));
  return found.length > 0
    ? found
    : texts.filter((text) => text.renderedText.length > 5 && wanted.includes(splitFieldParagraphs(text).join(' ')));
}

/** Returns the innermost element that shows a text's first paragraph. */
export function findTextElement(page: Document, text: string): Element | undefined {
  const [first = ''] = splitParagraphs(text);
  const isShowing = (element: Element) => matchesText(first, normaliseText(element.textContent));
  return [...page.body.querySelectorAll('*')].findLast(isShowing);
}

/** Returns the texts of an element and of those around it, innermost first: what a click may mean. */
export function listSurroundingTexts(target: Element): string[] {
  const texts: string[] = [];
  for (
    let element: Element | null = target;
    element && element.tagName !== 'MAIN' && texts.length < 12;
    element = element.parentElement
  ) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    texts.push(own.map(({ textContent }) => textContent).join(''), element.textContent);
  }
  return texts.filter((text) => text.trim() !== '' && text.length < 3000);
}

const splitFieldParagraphs = cacheResults((field) => splitParagraphs((field as FieldText).renderedText));

function splitParagraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map(normaliseText);
}

/** Returns true if a text matches. A runtime placeholder in `pattern` matches anything. */
function matchesText(pattern: string, text: string): boolean {
  if (!/\{\w+\}/.test(pattern)) return pattern === text;
  const parts = pattern.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return parts.join('').trim() !== '' && new RegExp(`^${parts.join('.+')}$`).test(text);
}
