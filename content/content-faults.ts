import { anchors } from './anchors.ts';
import { collections, type Content, type Kind } from './kinds.ts';
import { factsOf } from './put-together.ts';
import type { Service } from './schema/service.ts';

/** A file of the content as it was read. `line` says where a field is: the nearest above it, where it is missing. */
export interface ContentFile {
  /** From the root of the project. */
  file: string;
  kind: Kind;
  /** A collection's entry is called by its file's name. */
  slug: string;
  value: unknown;
  line(path: readonly PropertyKey[]): number;
}

/** Where in the content something is wrong, and what. */
export interface Fault {
  file: string;
  line: number;
  /** The fields that lead to it; entries of a list by their number, from 0. */
  path: readonly PropertyKey[];
  message: string;
}

/** A word that is not British English, nor one of our own, and what may have been meant. */
export interface Misspelling {
  word: string;
  suggestions: readonly string[];
}

export type Spelling = (text: string) => readonly Misspelling[];

/** Where in a file a text is. */
interface Text {
  at: ContentFile;
  path: readonly PropertyKey[];
  text: string;
}

const day = 24 * 60 * 60 * 1000;

/** What the specification words so: it may not follow the house's rules. */
const fixedWords = new Set(["We'll get back to you within 24 hours."]);

/**
 * What is wrong with content whose shape is right: what leads to an address that the site does not have, what repeats that must be
 * unique, entries that do not fit each other, and slips of the pen.
 */
export function findContentFaults(files: readonly ContentFile[], misspelt: Spelling): Fault[] {
  const texts = files.flatMap((file) => [...textsIn(file)]);
  return [
    ...files.flatMap((file) => findTextFaults(file, misspelt)),
    ...nameFaults(files),
    ...linkFaults(texts, new Set([...addressesOf(files), ...anchorsOf(files)])),
    ...placeholderFaults(files, texts),
    ...repetitions(files),
    ...serviceFaults(files),
    ...footerFaults(files),
  ];
}

/** Slips of the pen and misspelt words, which a file can have whatever else is wrong with it. */
export function findTextFaults(file: ContentFile, misspelt: Spelling): Fault[] {
  const texts = [...textsIn(file)];
  return [...slipsIn(texts), ...misspellings(texts, misspelt)];
}

/** The text with the marks of print in the place of a typewriter's. */
export function withPrintedMarks(text: string): string {
  if (fixedWords.has(text)) return text;
  return text
    .replaceAll(/(^|[\s(“‘–])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll(/(^|[\s(“–])'/g, '$1‘')
    .replaceAll("'", '’');
}

/** The address of every page that is made of the words. */
export function addressesOf(files: readonly ContentFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ kind: { name, group, path }, value }) => {
      const isPage = name === 'products' ? 'page' in Object(value) : group === 'Pages' || name in collections;
      return isPage && path !== undefined ? [path] : [];
    }),
  );
}

/** What within a page may be linked to. */
function anchorsOf(files: readonly ContentFile[]): string[] {
  const of = (name: string) => files.filter(({ kind }) => kind.name === name);
  const home = of('home')[0]?.value as Content['home'];
  const products = of('products').map(
    ({ slug, value }) => Object.assign({ slug }, value) as Content['products'][number],
  );
  return [...anchors({ home, products }).keys(), ...of('services').map(({ slug }) => `/services/${slug}#questions`)];
}

/** What will have to be changed soon. It stops nobody who changes something else. */
export function findContentWarnings(files: readonly ContentFile[], now: Date): Fault[] {
  const texts = files.flatMap((file) => [...textsIn(file)]);
  const today = now.toISOString().slice(0, 10);
  const holidays = texts.filter(({ at, path }) => at.kind.name === 'office' && path[0] === 'holidays');
  const isOneAhead = holidays.some(({ text }) => text >= today);
  const offices = isOneAhead ? [] : files.filter(({ kind }) => kind.name === 'office');
  const dates = texts.filter(({ path }) => path.at(-1) === 'expires');
  const noneAhead = 'has no day ahead: add those that gov.uk/bank-holidays has';
  const ofOffices = offices.map((at) => fault({ at, path: ['holidays'] }, noneAhead));
  return dates
    .flatMap((date) => {
      const days = Math.floor((Date.parse(date.text) - now.getTime()) / day);
      // RFC 9116 advises less than a year.
      if (days >= 31 && days <= 365) return [];
      const when = days < 0 ? 'is over' : `is ${days} days from now`;
      return fault(date, `${when}: look at the file again, and choose a day within a year`);
    })
    .concat(ofOffices);
}

export function fault({ at, path }: Omit<Text, 'text'>, message: string): Fault {
  return { file: at.file, line: at.line(path), path, message };
}

/** The texts of a file, or of one value in it, with where they are. */
export function* textsIn(at: ContentFile, value = at.value, path: readonly PropertyKey[] = []): Generator<Text> {
  // What software reads has a spelling of its own.
  if (path.at(-1) === 'code') return;
  if (typeof value === 'string') yield { at, path, text: value };
  else if (Array.isArray(value))
    for (const [index, inner] of value.entries()) yield* textsIn(at, inner, [...path, index]);
  else for (const [key, inner] of Object.entries(Object(value))) yield* textsIn(at, inner, [...path, key]);
}

function* nameFaults(files: readonly ContentFile[]): Generator<Fault> {
  for (const at of files)
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(at.slug))
      yield fault({ at, path: [] }, `is called "${at.slug}": use lower-case letters, digits and single hyphens`);
}

function* linkFaults(texts: readonly Text[], addresses: ReadonlySet<string>): Generator<Fault> {
  for (const link of texts.filter(({ path }) => /\b(?:to|link|href|shownOn\.\d+)$/.test(path.join('.'))))
    if (link.text.startsWith('/') && !addresses.has(link.text))
      yield fault(link, `leads to ${link.text}, which is no page of the site`);
}

/** What a writer overlooks. */
function* slipsIn(texts: readonly Text[]): Generator<Fault> {
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

function* misspellings(texts: readonly Text[], misspelt: Spelling): Generator<Fault> {
  for (const text of texts.filter((one) => !one.path.some((key) => codes.has(String(key))) && !isName(one)))
    for (const { word, suggestions } of misspelt(text.text)) {
      const proposed = suggestions.map((suggestion) => `“${suggestion}”`).join(' or ');
      const advice = `${proposed === '' ? '' : `write ${proposed}, or `}add it to content/dictionary.txt`;
      yield fault(text, `has “${word}”, which is not in the British dictionary: ${advice}`);
    }
}

/** What somebody is called, or where: no dictionary has it. */
function isName({ at, path }: Text): boolean {
  const isOfCompany = at.kind.name === 'site' && !['tagline', 'copyright'].includes(String(path[0]));
  const isOfProof =
    at.kind.name === 'proof' && (path[0] === 'certificates' || /^(?:name|role|source)$/.test(String(path.at(-1))));
  return isOfCompany || isOfProof || path[0] === 'maker';
}

/** Fields whose texts are names for the software: of what is drawn, of what is linked to, and of kinds and entries. */
const codes = new Set(
  [
    'accent beside color composition gradient icon look mark side structure',
    'expires external holidays href hours link linkedin timeZone to',
    'consent date kind preferredLanguages product shownOn shownWith',
  ].flatMap((fields) => fields.split(' ')),
);

/** `{email}` and so on: facts of the company, and what a field of this name takes by its schema. */
function* placeholderFaults(files: readonly ContentFile[], texts: readonly Text[]): Generator<Fault> {
  const site = files.find(({ kind }) => kind.name === 'site')?.value as Content['site'];
  const known = [...Object.keys(factsOf(site)), ...filledInLater].map((name) => `{${name}}`);
  for (const text of texts)
    for (const [place] of text.text.matchAll(/\{[^}]*\}/g))
      if (!known.includes(place))
        yield fault(text, `has ${place}, which stands for nothing; there is ${known.join(', ')}`);
}

const filledInLater = [
  ...'when reference metres date field limit number place maker product status office'.split(' '),
  ...'service sector likely left over visitor company'.split(' '),
];

/** Pages with one title, description or set of keywords are one page to a search engine. */
function* repetitions(files: readonly ContentFile[]): Generator<Fault> {
  const seen = new Map<string, string>();
  for (const at of files)
    for (const path of [['seo'], ['page', 'seo']]) {
      const seo = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), at.value);
      for (const [field, value] of Object.entries(Object(seo))) {
        const words = `${field}: ${String(value)}`;
        const first = seen.get(words);
        if (first === undefined) seen.set(words, at.file);
        else yield fault({ at, path: [...path, field] }, `repeats that of ${first}`);
      }
    }
}

function* serviceFaults(files: readonly ContentFile[]): Generator<Fault> {
  const services = files
    .filter(({ kind }) => kind.name === 'services')
    .map((at) => ({ at, service: at.value as Omit<Service, 'slug'> }))
    .sort((a, b) => a.service.place - b.service.place);
  for (const [index, { at, service }] of services.entries()) {
    const { composition, example } = service;
    const next = services[index + 1];
    if (next?.service.composition === composition) {
      const path = ['composition'];
      yield fault({ at: next.at, path }, `is ${composition}, as in ${at.file} before it in the menu`);
      yield fault({ at, path }, `is ${composition}, as in ${next.at.file} after it in the menu`);
    }
    const { columns = [], rows = [] } = example.table ?? {};
    for (const [number, { cells }] of rows.entries())
      if (cells.length !== columns.length - 1)
        yield fault(
          { at, path: ['example', 'table', 'rows', number] },
          `has ${cells.length} cells for ${columns.length - 1} columns`,
        );
  }
}

function* footerFaults(files: readonly ContentFile[]): Generator<Fault> {
  const products = new Set(files.filter(({ kind }) => kind.name === 'products').map(({ slug }) => slug));
  for (const at of files.filter(({ kind }) => kind.name === 'footer')) {
    const { items } = (at.value as Content['footer']).products;
    for (const [index, { product }] of items.entries())
      if (!products.has(product))
        yield fault({ at, path: ['products', 'items', index, 'product'] }, `is ${product}, which is no product`);
  }
}
