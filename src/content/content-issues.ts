import { getAnchorNames } from './anchor-names.ts';
import { findEditorControl, getFieldHint, findFieldSchema } from './field-schema.ts';
import { collections, findContentModel, singletons } from './content-models.ts';
import { getField, listLeaves, type FieldPath, type ContentFiles } from './merge-content.ts';
import { isExistingDate } from './schema/fields.ts';
import { listMarkdownLinks } from './markdown.ts';
import { cacheResults } from './cache-results.ts';
import { getPlaceholderValues, assembleContent } from './assemble-content.ts';

/** An issue of the content: its file, its field and a message. */
export interface ContentIssue {
  /** Path of the file from content/. */
  file: string;
  /** Path of the field; list entries by index, from 0. Empty: the file itself. */
  path: FieldPath;
  /** Follows the name of the field: `is empty`. It calls other files by their paths from the project. */
  message: string;
}

/** A text with its file and path. */
interface FieldText extends Pick<ContentIssue, 'file' | 'path'> {
  text: string;
}

const day = 24 * 60 * 60 * 1000;

/** Texts that the specification fixes, exempt from the rules of style. */
const fixedTexts = new Set(["We'll get back to you within 24 hours."]);

/**
 * Returns the issues of content that matches its schemas: broken links, unknown placeholders, duplicates, entries
 * that contradict each other, and typing errors.
 */
export function findContentIssues(files: ContentFiles): ContentIssue[] {
  const inspected = Object.entries(files).map(([file, value]) => inspectFile(value, file));
  return [
    ...inspected.flatMap(({ slips }) => slips),
    ...findFileNameIssues(files),
    ...findLinkIssues(
      inspected.flatMap(({ links }) => links),
      new Set([...listPagePaths(files), ...listAnchorPaths(files)]),
    ),
    ...findPlaceholderIssues(
      files,
      inspected.flatMap(({ placeholders }) => placeholders),
    ),
    ...findRepeatedTexts(files),
    ...findServiceIssues(files),
    ...findFooterIssues(files),
    ...findOfficeIssues(files),
    ...findAddressIssues(files),
    ...findRedirectIssues(files),
  ];
}

/** Returns the typing errors, placeholders and links of a file, which depend on it alone. */
const inspectFile = cacheResults((value, file) => {
  const texts = listFileTexts(file, value);
  const links = [
    ...texts.filter(({ path }) => /\b(?:to|link|href|shownOn\.\d+)$/.test(path.join('.'))),
    ...texts
      .filter(isMarkdown)
      .flatMap((one) => listMarkdownLinks(one.text).map(({ target: text }) => ({ ...one, text }))),
  ];
  return { slips: [...findTypingErrors(texts)], placeholders: texts.flatMap(listPlaceholders), links };
});

function isMarkdown({ file, path }: FieldText): boolean {
  const schema = path.at(-1) === 'text' ? findFieldSchema(file, path) : undefined;
  return schema !== undefined && findEditorControl(schema) === 'markdown';
}

/** Returns the text with curly quotation marks and apostrophes instead of straight ones. */
export function curlQuotes(text: string): string {
  if (fixedTexts.has(text)) return text;
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
      const { name, group, path } = findContentModel(file) ?? {};
      if (path === undefined) return [];
      if (name === 'caseStudiesPage' || name === 'newsPage') return hasEntries(files, path) ? [path] : [];
      const isPage = name === 'products' ? 'page' in Object(value) : group === 'Pages' || isCollectionEntry(file);
      return isPage ? [path] : [];
    }),
  );
}

/** Returns true if there are entries below the path of a list. */
const hasEntries = (files: ContentFiles, listPath: string) =>
  Object.keys(files).some((file) => file.startsWith(`${listPath.slice(1)}/`));

/** Returns the link targets within pages, as path and fragment. */
function listAnchorPaths(files: ContentFiles): string[] {
  const { home, products, services } = assembleContent(files);
  return [...getAnchorNames({ home, products }).keys(), ...services.map(({ slug }) => `/services/${slug}#questions`)];
}

/** Returns warnings, which block no publication: a security.txt about to expire, and no bank holiday ahead. */
export function findContentWarnings(files: ContentFiles, now: Date): ContentIssue[] {
  const { securityTxt, office } = assembleContent(files);
  const [expiryField, holidaysField] = [
    { file: singletons.securityTxt.file, path: ['expires'] },
    { file: singletons.office.file, path: ['holidays'] },
  ];
  const hasFutureHoliday = office.holidays.some((holiday) => holiday >= now.toISOString().slice(0, 10));
  const days = Math.floor((Date.parse(securityTxt.expires) - now.getTime()) / day);
  const when = days < 0 ? 'is over' : `is ${days} days from now`;
  return [
    // RFC 9116 advises less than a year.
    ...(days >= 31 && days <= 365
      ? []
      : [createIssue(expiryField, `${when}: review the file, and choose a date within a year`)]),
    ...(hasFutureHoliday ? [] : [createIssue(holidaysField, 'has no future date: add those of gov.uk/bank-holidays')]),
  ];
}

function createIssue({ file, path }: Pick<ContentIssue, 'file' | 'path'>, message: string): ContentIssue {
  return { file, path, message };
}

function isCollectionEntry(file: string): boolean {
  return file.includes('/');
}

/** Returns the texts of a file with their paths, except fields named `code`, which software reads. */
export function listFileTexts(file: string, value: unknown): FieldText[] {
  return listLeaves(value).flatMap(({ path, value: text }) =>
    typeof text === 'string' && path.at(-1) !== 'code' ? [{ file, path, text }] : [],
  );
}

/** Returns why a new file cannot have its name, which is its address, as a predicate; undefined if it can. */
export function findNewAddressIssue(files: ContentFiles, file: string): string | undefined {
  if (Object.hasOwn(files, file)) return 'is the address of another page: choose another';
  const all = { ...files, [file]: {} };
  return [...findFileNameIssues(all), ...findAddressIssues(all)].find((issue) => issue.file === file)?.message;
}

function* findFileNameIssues(files: ContentFiles): Generator<ContentIssue> {
  for (const file of Object.keys(files)) {
    const { slug = '' } = findContentModel(file) ?? {};
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
      yield createIssue({ file, path: [] }, 'takes lower-case letters, digits and single hyphens in its address');
  }
}

function* findLinkIssues(links: readonly FieldText[], paths: ReadonlySet<string>): Generator<ContentIssue> {
  for (const link of links)
    if (link.text.startsWith('/') && !paths.has(link.text))
      yield createIssue(link, `leads to ${link.text}, which is no page of the site`);
}

/** Yields typing errors: doubled words or spaces, straight quotation marks and the like. */
function* findTypingErrors(texts: readonly FieldText[]): Generator<ContentIssue> {
  for (const text of texts.filter((one) => !fixedTexts.has(one.text)))
    for (const [pattern, advice] of typingErrorPatterns) {
      const found = pattern.exec(text.text);
      if (found) yield createIssue(text, `has “${found[0].trim()}”: ${advice}`);
    }
}

const typingErrorPatterns: readonly [RegExp, string][] = [
  [/\b([a-z]+) \1\b/i, 'write the word once'],
  [/\S+ {2,}\S+/, 'write one space'],
  [/\S+ [,.;:?!](?=\s|$)/, 'write no space before it'],
  [/\S*['"]\S*/, 'write ’ for an apostrophe, and “ ” around what is quoted'],
  [/\S+ - \S+/, 'write – for a dash'],
  [/\S*\.\.\S*(?<!\.\.\.)$/, 'write one full stop'],
];

/** Yields unknown placeholders. Known placeholders name a fact of the company, or stand in the field's hint. */
function* findPlaceholderIssues(
  files: ContentFiles,
  placeholders: ReturnType<typeof listPlaceholders>,
): Generator<ContentIssue> {
  const general = Object.keys(getPlaceholderValues(assembleContent(files).site)).map((name) => `{${name}}`);
  for (const { text, name, hinted } of placeholders) {
    const known = new Set([...general, ...hinted]);
    if (!known.has(name))
      yield createIssue(text, `has ${name}, which stands for nothing here; there is ${[...known].join(', ')}`);
  }
}

function listPlaceholders(text: FieldText) {
  const names = parsePlaceholders(text.text);
  const schema = names.length > 0 ? findFieldSchema(text.file, text.path) : undefined;
  const hinted = parsePlaceholders(schema ? getFieldHint(schema) : '');
  return names.map((name) => ({ text, name, hinted }));
}

const parsePlaceholders = (text: string): string[] => text.match(/\{[^}]*\}/g) ?? [];

/** Yields repeated titles, descriptions and keywords: search engines treat such pages as duplicates. */
function* findRepeatedTexts(files: ContentFiles): Generator<ContentIssue> {
  const fileByText = new Map<string, string>();
  for (const file of Object.keys(files))
    for (const path of [['seo'], ['page', 'seo']])
      for (const [field, value] of Object.entries(Object(getField(files, { file, path })))) {
        const text = `${field}: ${String(value)}`;
        const first = fileByText.get(text);
        if (first === undefined) fileByText.set(text, file);
        else yield createIssue({ file, path: [...path, field] }, `repeats that of content/${first}`);
      }
}

function* findServiceIssues(files: ContentFiles): Generator<ContentIssue> {
  for (const { slug, example } of assembleContent(files).services) {
    const file = `${collections.services.folder}/${slug}.yaml`;
    const { columns = [], rows = [] } = example.table ?? {};
    for (const [number, { cells }] of rows.entries())
      if (cells.length !== columns.length - 1)
        yield createIssue(
          { file, path: ['example', 'table', 'rows', number] },
          `has ${cells.length} cells for ${columns.length - 1} columns`,
        );
  }
}

/** Not in the schema, which keeps a site from being rendered: an earlier release published such hours and holidays. */
function* findOfficeIssues(files: ContentFiles): Generator<ContentIssue> {
  const { file } = singletons.office;
  const { hours, holidays } = assembleContent(files).office;
  for (const [index, { opens, closes }] of hours.entries())
    if (closes <= opens) yield createIssue({ file, path: ['hours', index, 'closes'] }, 'is not after it opens');
  for (const [index, holiday] of holidays.entries()) {
    const field = { file, path: ['holidays', index] };
    if (!isExistingDate(holiday)) yield createIssue(field, 'is a day that no calendar has');
    if (holidays.indexOf(holiday) < index) yield createIssue(field, 'is in the list twice');
  }
}

function* findFooterIssues(files: ContentFiles): Generator<ContentIssue> {
  const { footer, products } = assembleContent(files);
  for (const [index, { product }] of footer.products.items.entries())
    if (!products.some(({ slug }) => slug === product))
      yield createIssue(
        { file: singletons.footer.file, path: ['products', 'items', index, 'product'] },
        `is ${product}, which is no product`,
      );
}

/** First parts of addresses that the site itself uses: no page has one, and no redirect leads on from below it. */
const systemAddresses = ['api', 'assets', 'auth', 'cards', 'draft', 'functions', 'healthz', 'readyz'];
/** Further addresses that no page can have: `home` is the id of the page /, in the names of cards. */
const unfitAddresses = ['home', 'services', '404'];

function* findAddressIssues(files: ContentFiles): Generator<ContentIssue> {
  const pathsByFile = Object.keys(files).flatMap((file) => {
    const { name, path } = findContentModel(file) ?? {};
    return name === 'pages' || path === undefined ? [] : [path];
  });
  const taken = new Set([...pathsByFile, ...[...systemAddresses, ...unfitAddresses].map((address) => `/${address}`)]);
  for (const file of Object.keys(files)) {
    const { name, path = '' } = findContentModel(file) ?? {};
    if (name === 'pages' && taken.has(path))
      yield createIssue({ file, path: [] }, `has the address ${path}, which is taken: choose another`);
  }
}

function* findRedirectIssues(files: ContentFiles): Generator<ContentIssue> {
  const pagePaths = listPagePaths(files);
  const origins = new Set<string>();
  for (const [index, { from }] of assembleContent(files).redirects.items.entries()) {
    const field = { file: singletons.redirects.file, path: ['items', index, 'from'] };
    if (pagePaths.has(from))
      yield createIssue(
        field,
        `is ${from}, which is the address of a page: remove this redirect, or give the page another address`,
      );
    if (systemAddresses.includes(from.split('/')[1] ?? ''))
      yield createIssue(field, `is ${from}, which the site itself uses`);
    if (origins.has(from))
      yield createIssue(field, `is ${from}, which another redirect has already: remove one of them`);
    origins.add(from);
  }
}
