import { listAnchors } from './anchors.ts';
import { readHint, findFieldSchema } from './field-schema.ts';
import { collections, findContentType, singletons } from './content-types.ts';
import { getField, walkLeaves, type Path, type ContentFiles } from './merge-content.ts';
import { cacheResults } from './cache-results.ts';
import { listFacts, assembleContent } from './assemble-content.ts';

/** A fault in the content: its file, its field and a message. */
export interface ContentIssue {
  /** Its path from content/. */
  file: string;
  /** Path of the field; list entries by index, from 0. Empty: the file itself. */
  path: Path;
  /** Follows the name of the field: `is empty`. It calls other files by their paths from the project. */
  message: string;
}

/** A text with its file and path. */
interface Text extends Pick<ContentIssue, 'file' | 'path'> {
  text: string;
}

const day = 24 * 60 * 60 * 1000;

/** Texts that the specification fixes, exempt from the rules of style. */
const fixedWords = new Set(["We'll get back to you within 24 hours."]);

/**
 * Returns the issues of content that matches its schemas: broken links, unknown placeholders, duplicates, entries
 *  that contradict each other, and typing errors.
 */
export function findContentIssues(files: ContentFiles): ContentIssue[] {
  const judged = Object.entries(files).map(([file, value]) => judgeFile(value, file));
  return [
    ...judged.flatMap(({ slips }) => slips),
    ...nameFaults(files),
    ...linkFaults(
      judged.flatMap(({ links }) => links),
      new Set([...listPagePaths(files), ...anchorsOf(files)]),
    ),
    ...placeholderFaults(
      files,
      judged.flatMap(({ placeholders }) => placeholders),
    ),
    ...repetitions(files),
    ...serviceFaults(files),
    ...footerFaults(files),
  ];
}

/** Returns what depends on one file alone: its typing errors, placeholders and links. */
const judgeFile = cacheResults((value, file) => {
  const texts = walkTexts(file, value);
  const links = texts.filter(({ path }) => /\b(?:to|link|href|shownOn\.\d+)$/.test(path.join('.')));
  return { slips: [...slipsIn(texts)], placeholders: texts.flatMap(placeholdersIn), links };
});

/** Returns the text with curly quotation marks and apostrophes instead of straight ones. */
export function curlQuotes(text: string): string {
  if (fixedWords.has(text)) return text;
  return text
    .replaceAll(/(^|[\s(“‘–])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll(/(^|[\s(“–])'/g, '$1‘')
    .replaceAll("'", '’');
}

/** Returns the path of every page that is rendered from the content. */
export function listPagePaths(files: ContentFiles): ReadonlySet<string> {
  return new Set(
    Object.entries(files).flatMap(([file, value]) => {
      const { name, group, path } = findContentType(file) ?? {};
      const isPage = name === 'products' ? 'page' in Object(value) : group === 'Pages' || inCollection(file);
      return isPage && path !== undefined ? [path] : [];
    }),
  );
}

/** Returns the link targets within pages, as path and fragment. */
function anchorsOf(files: ContentFiles): string[] {
  const { home, products, services } = assembleContent(files);
  return [...listAnchors({ home, products }).keys(), ...services.map(({ slug }) => `/services/${slug}#questions`)];
}

/** Returns warnings, which block no publication: a security.txt about to expire, and no bank holiday ahead. */
export function findContentWarnings(files: ContentFiles, now: Date): ContentIssue[] {
  const { securityTxt, office } = assembleContent(files);
  const [expiry, holidays] = [
    { file: singletons.securityTxt.file, path: ['expires'] },
    { file: singletons.office.file, path: ['holidays'] },
  ];
  const isOneAhead = office.holidays.some((holiday) => holiday >= now.toISOString().slice(0, 10));
  const days = Math.floor((Date.parse(securityTxt.expires) - now.getTime()) / day);
  const when = days < 0 ? 'is over' : `is ${days} days from now`;
  return [
    // RFC 9116 advises less than a year.
    ...(days >= 31 && days <= 365
      ? []
      : [fault(expiry, `${when}: look at the file again, and choose a day within a year`)]),
    ...(isOneAhead ? [] : [fault(holidays, 'has no day ahead: add those that gov.uk/bank-holidays has')]),
  ];
}

function fault({ file, path }: Pick<ContentIssue, 'file' | 'path'>, message: string): ContentIssue {
  return { file, path, message };
}

function inCollection(file: string): boolean {
  return file.includes('/');
}

/** Returns the texts of a file with their paths, but for fields named `code`, which software reads. */
export function walkTexts(file: string, value: unknown): Text[] {
  return walkLeaves(value).flatMap(({ path, value: text }) =>
    typeof text === 'string' && path.at(-1) !== 'code' ? [{ file, path, text }] : [],
  );
}

function* nameFaults(files: ContentFiles): Generator<ContentIssue> {
  for (const file of Object.keys(files)) {
    const { slug = '' } = findContentType(file) ?? {};
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
      yield fault({ file, path: [] }, `is called "${slug}": use lower-case letters, digits and single hyphens`);
  }
}

function* linkFaults(links: readonly Text[], addresses: ReadonlySet<string>): Generator<ContentIssue> {
  for (const link of links)
    if (link.text.startsWith('/') && !addresses.has(link.text))
      yield fault(link, `leads to ${link.text}, which is no page of the site`);
}

/** Yields typing errors: doubled words or spaces, straight quotation marks and the like. */
function* slipsIn(texts: readonly Text[]): Generator<ContentIssue> {
  for (const text of texts.filter((one) => !fixedWords.has(one.text)))
    for (const [pattern, advice] of slips) {
      const found = pattern.exec(text.text);
      if (found) yield fault(text, `has “${found[0].trim()}”: ${advice}`);
    }
}

const slips: readonly [RegExp, string][] = [
  [/\b([a-z]+) \1\b/i, 'write the word once'],
  [/\S+ {2,}\S+/, 'write one space'],
  [/\S+ [,.;:?!](?=\s|$)/, 'write no space before it'],
  [/\S*['"]\S*/, 'write ’ for an apostrophe, and “ ” around what is quoted'],
  [/\S+ - \S+/, 'write – for a dash'],
  [/\S*\.\.\S*(?<!\.\.\.)$/, 'write one full stop'],
];

/** Yields unknown placeholders. Known are the company's facts and those that the field's own hint names. */
function* placeholderFaults(
  files: ContentFiles,
  placeholders: ReturnType<typeof placeholdersIn>,
): Generator<ContentIssue> {
  const facts = Object.keys(listFacts(assembleContent(files).site)).map((name) => `{${name}}`);
  for (const { text, place, hinted } of placeholders) {
    const known = new Set([...facts, ...hinted]);
    if (!known.has(place))
      yield fault(text, `has ${place}, which stands for nothing here; there is ${[...known].join(', ')}`);
  }
}

function placeholdersIn(text: Text) {
  const places = placesIn(text.text);
  const schema = places.length > 0 ? findFieldSchema(text.file, text.path) : undefined;
  const hinted = placesIn(schema ? readHint(schema) : '');
  return places.map((place) => ({ text, place, hinted }));
}

const placesIn = (text: string): string[] => text.match(/\{[^}]*\}/g) ?? [];

/** Yields repeated titles, descriptions and keywords: search engines take such pages for one. */
function* repetitions(files: ContentFiles): Generator<ContentIssue> {
  const seen = new Map<string, string>();
  for (const file of Object.keys(files))
    for (const path of [['seo'], ['page', 'seo']])
      for (const [field, value] of Object.entries(Object(getField(files, { file, path })))) {
        const words = `${field}: ${String(value)}`;
        const first = seen.get(words);
        if (first === undefined) seen.set(words, file);
        else yield fault({ file, path: [...path, field] }, `repeats that of content/${first}`);
      }
}

function* serviceFaults(files: ContentFiles): Generator<ContentIssue> {
  for (const { slug, example } of assembleContent(files).services) {
    const file = `${collections.services.folder}/${slug}.yaml`;
    const { columns = [], rows = [] } = example.table ?? {};
    for (const [number, { cells }] of rows.entries())
      if (cells.length !== columns.length - 1)
        yield fault(
          { file, path: ['example', 'table', 'rows', number] },
          `has ${cells.length} cells for ${columns.length - 1} columns`,
        );
  }
}

function* footerFaults(files: ContentFiles): Generator<ContentIssue> {
  const { footer, products } = assembleContent(files);
  for (const [index, { product }] of footer.products.items.entries())
    if (!products.some(({ slug }) => slug === product))
      yield fault(
        { file: singletons.footer.file, path: ['products', 'items', index, 'product'] },
        `is ${product}, which is no product`,
      );
}
