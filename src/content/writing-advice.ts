import type { ContentIssue } from './content-issues.ts';
import type { Content } from './content-models.ts';
import {
  type FieldSchema,
  findEditorControl,
  findFieldOptions,
  findFieldSchema,
  hasFixedFormat,
} from './field-schema.ts';
import { listMarkdownLinks, removeMarkdownMarks } from './markdown.ts';
import { type ContentFiles, type FieldPath, getField, listLeaves } from './merge-content.ts';

/** A text of the content, with what the rules need to know of its field. */
interface AdvisedText {
  kind: 'alternative text' | 'link label' | 'markdown' | 'plain' | 'legal';
  text: string;
  /** The caption of a picture; '' if it has none. */
  caption: string;
  /** Names in their right spelling. */
  names: readonly string[];
}

/** Advice about a field, by the name of its rule. */
interface WritingAdvice extends ContentIssue {
  rule: string;
}

/** `find` returns a predicate of the field: `has a sentence of 34 words: …`; undefined if the text is as it should be. */
interface AdviceRule {
  kinds: readonly AdvisedText['kind'][];
  find: (text: AdvisedText) => string | undefined;
}

const proseKinds = ['markdown', 'plain'] as const;
const visibleKinds = [...proseKinds, 'alternative text', 'link label', 'legal'] as const;

/** The rules of advice. They block nothing. The editor shows what they find, and the check of the content warns of it. */
const adviceRules: Readonly<Record<string, AdviceRule>> = {
  'empty link': {
    kinds: ['markdown', 'link label'],
    find({ kind, text }) {
      const labels = kind === 'markdown' ? listMarkdownLinks(text).map(({ label }) => label) : [text];
      const empty = labels.find((label) => emptyLabel.test(label.trim()));
      return empty && `has a link that only says “${empty}”: let its words name what it leads to`;
    },
  },
  'bare address': {
    kinds: visibleKinds,
    find({ kind, text }) {
      const [address] = bareAddress.exec(kind === 'markdown' ? removeMarkdownMarks(text) : text) ?? [];
      return address && `has the bare address ${address}: let words name what is there`;
    },
  },
  'file name': {
    kinds: ['alternative text'],
    find: ({ text }) => (fileName.test(text.trim()) ? 'is the name of a file: say what the picture shows' : undefined),
  },
  'repeated caption': {
    kinds: ['alternative text'],
    find({ text, caption }) {
      const [words, captionWords] = [text, caption].map((one) => listWords(one.toLowerCase()).join(' '));
      const isRepeated = words && captionWords && ` ${captionWords} `.includes(` ${words} `);
      return isRepeated ? 'repeats the caption, which everybody gets: say what the picture shows' : undefined;
    },
  },
  'skipped heading': {
    kinds: ['markdown'],
    find: ({ text }) =>
      /^#{2,3} /m.exec(text)?.[0] === '### ' ? 'begins with a heading of the third level: begin with ##' : undefined,
  },
  'long sentence': {
    kinds: proseKinds,
    find({ text }) {
      const count = Math.max(...listSentences(text).map((sentence) => listWords(sentence).length));
      return count > maxSentenceWords
        ? `has a sentence of ${count} words: up to ${maxSentenceWords} are understood at once`
        : undefined;
    },
  },
  'hard to read': {
    kinds: proseKinds,
    find({ text }) {
      const index = computeReadingIndex(text);
      return index > maxReadingIndex
        ? `is hard to read (${Math.round(index)} by LIX, up to ${maxReadingIndex} is usual): use shorter words and sentences`
        : undefined;
    },
  },
  'misspelt name': { kinds: visibleKinds, find: findMisspeltName },
};

const emptyLabel =
  /^(?:(?:click|press|tap|see|go) )?(?:here|this|this (?:link|page|one)|link|more|(?:read|learn|see|find out|show) (?:more|on)|more (?:info|information|details)|details|continue|go|(?:https?:|www\.)\S+)[.!…›»>→]*$/i;
const bareAddress = /(?:https?:\/\/|\bwww\.)[^\s)]+/i;
const fileName =
  /\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|svg)$|^(?:img|dscn?|pxl|image|photo|picture|screenshot)?[-_ ]*\d[-_\d]*$|^\w+(?:_\w+)+$/i;

const maxSentenceWords = 30;
const maxReadingIndex = 60;
/** A shorter text says little about how it reads. */
const minIndexedWords = 25;

/**
 * Returns LIX: the words of a sentence and the percentage of words of over six letters (C. H. Björnsson, Läsbarhet, 1968). Over
 * 60 is very difficult. 0 for a short text.
 */
function computeReadingIndex(text: string): number {
  const words = listWords(text);
  const longWords = words.filter((word) => word.length > 6);
  return words.length < minIndexedWords
    ? 0
    : words.length / listSentences(text).length + (100 * longWords.length) / words.length;
}

const listWords = (text: string): readonly string[] =>
  removeMarkdownMarks(text).match(/[\p{L}\p{N}{][\p{L}\p{N}’{}-]*/gu) ?? [];
const listSentences = (text: string): readonly string[] =>
  text.split(/[.!?…]+(?=[\s”’)]|$)|\n+/).filter((sentence) => listWords(sentence).length > 0);

/** Names of others, beside those of the content. */
const knownNames = [
  'Business Central',
  'Dynamics 365',
  'GitHub',
  'Microsoft 365',
  'Power Automate',
  'Power BI',
  'Power Platform',
  'SharePoint',
];

/** Finds a name in another case, or with other spaces or hyphens. Addresses are left out. */
function findMisspeltName({ text, names }: AdvisedText): string | undefined {
  const words = removeMarkdownMarks(text).replaceAll(/\S+/g, (word) => (/[@/{]|\w\.\w/.test(word) ? '|' : word));
  for (const name of names) {
    // Also lower-case words are right where a name consists of common words: `a medicine delivery app`.
    const isCommon = commonWords.test(name) && !knownNames.includes(name);
    for (const [found] of words.matchAll(createSpellingPattern(name))) {
      const spelling = found.replaceAll(/\s/g, ' ');
      const isRight = isCommon ? isSentenceCase(spelling, name) : spelling === name;
      if (!isRight) return `has “${spelling}”: the name is written ${name}`;
    }
  }
  return undefined;
}

const isSentenceCase = (spelling: string, name: string) =>
  spelling.toLowerCase() === name.toLowerCase() && !/\B[A-Z]/.test(spelling);
const commonWords = /^[A-Z][a-z]+(?:[ -][A-Z][a-z]+)+$/;

function createSpellingPattern(name: string): RegExp {
  const letters = [...name.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${letters.join(String.raw`[\s-]?`)}(?![\p{L}\p{N}])`, 'giu');
}

/** Returns the advice about the texts of a file. `files` has the names. */
export function findWritingAdvice(file: string, value: unknown, files: ContentFiles): WritingAdvice[] {
  const names = listNames(files);
  return listLeaves(value).flatMap(({ path, value: text }) => {
    const kind = typeof text === 'string' && text !== '' ? findTextKind(file, path) : undefined;
    if (kind === undefined) return [];
    const caption = getField({ [file]: value }, { file, path: [...path.slice(0, -2), 'caption'] });
    const advised = { kind, text: text as string, caption: typeof caption === 'string' ? caption : '', names };
    return Object.entries(adviceRules).flatMap(([rule, { kinds, find }]) => {
      const message = kinds.includes(kind) ? find(advised) : undefined;
      return message ? [{ file, path, message, rule }] : [];
    });
  });
}

function listNames(files: ContentFiles): string[] {
  const { name, legalName } = Object(files['site.yaml']) as Partial<Content['site']>;
  const products = Object.entries(files).filter(([file]) => file.startsWith('products/'));
  const own = [name, legalName, ...products.map(([, product]) => (Object(product) as { title?: unknown }).title)];
  return [...knownNames, ...own].filter((one): one is string => typeof one === 'string' && one.length > 3);
}

/** Returns undefined for what is no text for visitors. Legal texts have the sentences of lawyers. */
function findTextKind(file: string, path: FieldPath): AdvisedText['kind'] | undefined {
  const schema = findFieldSchema(file, path);
  if (!schema || !isTyped(schema) || path.includes('keywords') || path.at(-1) === 'logoText') return undefined;
  if (findEditorControl(schema) === 'markdown') return 'markdown';
  if (path.at(-1) === 'alt') return 'alternative text';
  if (path.at(-1) === 'label') return 'link label';
  return file.startsWith('legal/') ? 'legal' : 'plain';
}

const isTyped = (schema: FieldSchema) =>
  !hasFixedFormat(schema) && !findFieldOptions(schema) && [undefined, 'markdown'].includes(findEditorControl(schema));
