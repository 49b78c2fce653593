import type { ContentIssue } from './content-issues.ts';
import type { Content } from './content-models.ts';
import { findEditorControl, findFieldOptions, findFieldSchema, hasFixedFormat } from './field-schema.ts';
import { listMarkdownLinks, removeMarkdownMarks } from './markdown.ts';
import { type ContentFiles, type FieldPath, getField, listLeaves } from './merge-content.ts';

type TextKind = 'alternative text' | 'label' | 'markdown' | 'plain' | 'legal';

/** A text of the content, and what the rules need to know of its field. */
interface AdvisedText {
  text: string;
  /** The text without the marks of Markdown. */
  words: string;
  /** What it says on links and buttons. */
  labels: readonly string[];
  /** The caption of a picture. */
  caption: string;
  /** Names in their right spelling. */
  names: readonly string[];
}

/** Returns a predicate of the field, like `is the name of a file`; undefined if the text is as it should be. */
type FindAdvice = (text: AdvisedText) => string | undefined;

const prose = ['markdown', 'plain'] as const;
const anyKind = [...prose, 'alternative text', 'label', 'legal'] as const;

/** The rules. What they find blocks nothing: the editor shows it at the field, and the check of the content warns. */
const rules: readonly (readonly [name: string, kinds: readonly TextKind[], find: FindAdvice])[] = [
  ['empty link', ['markdown', 'label'], findEmptyLink],
  ['bare address', anyKind, findBareAddress],
  ['file name', ['alternative text'], findFileName],
  ['repeated caption', ['alternative text'], findRepeatedCaption],
  ['skipped heading', ['markdown'], findSkippedHeading],
  ['long sentence', prose, findLongSentence],
  ['hard to read', prose, findHardText],
  ['misspelt name', anyKind, findMisspeltName],
];

/** Returns the advice about the texts of a file, with the name of each rule. `files` has the names of company and products. */
export function findWritingAdvice(
  file: string,
  value: unknown,
  files: ContentFiles,
): (ContentIssue & { rule: string })[] {
  const names = listNames(files);
  return listLeaves(value).flatMap(({ path, value: text }) => {
    const kind = findTextKind(file, path);
    if (kind === undefined || typeof text !== 'string') return [];
    const isMarkdown = kind === 'markdown';
    const words = isMarkdown ? removeMarkdownMarks(text) : text;
    const labels = isMarkdown ? listMarkdownLinks(text).map(({ label }) => label) : [text];
    const captionField = { file, path: [...path.slice(0, -2), 'caption'] };
    const caption = (getField({ [file]: value }, captionField) ?? '') as string;
    return rules.flatMap(([rule, kinds, find]) => {
      const message = kinds.includes(kind) ? find({ text, words, labels, caption, names }) : undefined;
      return message === undefined ? [] : [{ file, path, message, rule }];
    });
  });
}

/** Returns undefined for what is no text for visitors. Legal texts have the sentences of lawyers. */
function findTextKind(file: string, path: FieldPath): TextKind | undefined {
  const schema = findFieldSchema(file, path);
  const name = path.at(-1) ?? '';
  if (!schema || hasFixedFormat(schema) || findFieldOptions(schema)) return undefined;
  if (path.includes('keywords') || name === 'logoText') return undefined;
  const control = findEditorControl(schema);
  if (control !== undefined) return control === 'markdown' ? control : undefined;
  const isLegal = file.startsWith('legal/');
  return name === 'alt' ? 'alternative text' : name === 'label' ? 'label' : isLegal ? 'legal' : 'plain';
}

/** Names of others, beside those in the content. */
const othersNames =
  'Business Central, Dynamics 365, GitHub, Microsoft 365, Power Automate, Power BI, Power Platform, SharePoint';

function listNames(files: ContentFiles): string[] {
  const { name, legalName } = Object(files['site.yaml']) as Partial<Content['site']>;
  const products = Object.entries(files).filter(([file]) => file.startsWith('products/'));
  const titles = products.map(([, product]) => (Object(product) as { title?: unknown }).title);
  return [...othersNames.split(', '), name, legalName, ...titles].filter(
    (one): one is string => typeof one === 'string' && /[\p{L}\p{N}]{3}/u.test(one),
  );
}

function findEmptyLink({ labels }: AdvisedText): string | undefined {
  const says =
    /^(?:(?:click|press|tap|see|go) )?(?:here|this|this (?:link|page|one)|link|more|(?:read|learn|see|find out|show) (?:more|on)|more (?:info|information|details)|details|continue|go|(?:https?:|www\.)\S+)[.!…›»>→]*$/i;
  const label = labels.find((one) => says.test(one.trim()));
  return label && `has a link that only says “${label}”: let its words name what it leads to`;
}

function findBareAddress({ words }: AdvisedText): string | undefined {
  const [address] = /(?:https?:\/\/|\bwww\.)[^\s)]+/i.exec(words) ?? [];
  return address && `has the bare address ${address}: let words name what is there`;
}

function findFileName({ text }: AdvisedText): string | undefined {
  const isFileName =
    /\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|svg)$|^(?:img|dscn?|pxl|image|photo|picture|screenshot)?[-_ ]*\d[-_\d]*$|^\w+(?:_\w+)+$/i;
  return isFileName.test(text.trim()) ? 'is the name of a file: say what the picture shows' : undefined;
}

function findRepeatedCaption({ text, caption }: AdvisedText): string | undefined {
  const [words, captionWords] = [text, caption].map((one) => listWords(one.toLowerCase()).join(' '));
  const isRepeated = words && ` ${captionWords} `.includes(` ${words} `);
  return isRepeated ? 'repeats the caption, which everybody gets: say what the picture shows' : undefined;
}

function findSkippedHeading({ text }: AdvisedText): string | undefined {
  const [mark] = /^#{2,3} /m.exec(text) ?? [];
  return mark === '### ' ? 'begins with a heading of the third level: begin with ##' : undefined;
}

function findLongSentence({ words }: AdvisedText): string | undefined {
  const count = Math.max(...listSentences(words).map((sentence) => listWords(sentence).length));
  return count > 30 ? `has a sentence of ${count} words: up to 30 are understood at once` : undefined;
}

/**
 * Judges by LIX: the words of a sentence and the percentage of words of over six letters (C. H. Björnsson, Läsbarhet, 1968). Over
 * 60 is very difficult. Fewer than 25 words say little about how a text reads.
 */
function findHardText({ words: text }: AdvisedText): string | undefined {
  const words = listWords(text);
  const longWords = words.filter((word) => word.length > 6);
  const index = Math.round(words.length / listSentences(text).length + (100 * longWords.length) / words.length);
  return words.length >= 25 && index > 60
    ? `is hard to read (${index} by LIX, up to 60 is usual): use shorter words and sentences`
    : undefined;
}

const listWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}{][\p{L}\p{N}’{}-]*/gu) ?? [];
const listSentences = (text: string): readonly string[] =>
  text.split(/[.!?…]+(?=[\s”’)]|$)|\n+/).filter((sentence) => listWords(sentence).length > 0);

/** Finds a name in another case, or with other spaces or hyphens. Addresses are left out. */
function findMisspeltName({ words: text, names }: AdvisedText): string | undefined {
  const words = text.replaceAll(/\S+/g, (word) => (/[@/{]|\w\.\w/.test(word) ? '|' : word));
  for (const name of names) {
    // A name of common words may also be lower-case: `a medicine delivery app`.
    const isCommon = /^[A-Z][a-z]+(?:[ -][A-Z][a-z]+)+$/.test(name) && !othersNames.includes(name);
    const isRight = (found: string) =>
      found === name || (isCommon && found.toLowerCase() === name.toLowerCase() && !/\B[A-Z]/.test(found));
    const spellings = [...words.matchAll(createSpellingPattern(name))].map(([found]) => found.replaceAll(/\s/g, ' '));
    const wrong = spellings.find((spelling) => !isRight(spelling));
    if (wrong !== undefined) return `has “${wrong}”: the name is written ${name}`;
  }
  return undefined;
}

function createSpellingPattern(name: string): RegExp {
  const letters = name.match(/[\p{L}\p{N}]/gu) ?? [];
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${letters.join(String.raw`[\s-]?`)}(?![\p{L}\p{N}])`, 'giu');
}
