import { collections, type Content } from '../../content/kinds.ts';
import { factsOf } from '../../content/put-together.ts';
import type { ContentFile, Fault } from '../../content/read-content.ts';
import { stagesOf } from '../../content/schema/fields.ts';
import type { Service } from '../../content/schema/service.ts';
import type { Spelling } from './spelling.ts';

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
  const addresses = addressesOf(files);
  const texts = files.flatMap(textsIn);
  return [
    ...files.flatMap((file) => findTextFaults(file, misspelt)),
    ...files.flatMap(nameFaults),
    ...texts.flatMap((text) => linkFaults(text, addresses)),
    ...placeholderFaults(files, texts),
    ...repetitions(files),
    ...serviceFaults(files),
    ...footerFaults(files),
  ];
}

/** Slips of the pen and misspelt words, which a file can have whatever else is wrong with it. */
export function findTextFaults(file: ContentFile, misspelt: Spelling): Fault[] {
  const texts = textsIn(file);
  return [...texts.flatMap(slipsIn), ...misspellings(texts, misspelt)];
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

/** What will have to be changed soon. It stops nobody who changes something else. */
export function findContentWarnings(files: readonly ContentFile[], now: Date): Fault[] {
  return files.flatMap(textsIn).flatMap((text) => {
    if (text.path.at(-1) !== 'expires') return [];
    const days = Math.floor((Date.parse(text.text) - now.getTime()) / day);
    // RFC 9116 advises less than a year.
    if (days >= 31 && days <= 365) return [];
    const when = days < 0 ? 'is over' : `is ${days} days from now`;
    return [fault(text, `${when}: look at the file again, and choose a day within a year`)];
  });
}

function fault({ at, path }: Omit<Text, 'text'>, message: string): Fault {
  return { file: at.file, line: at.line(path), path, message };
}

function textsIn(at: ContentFile): Text[] {
  return visit(at.value, []);

  function visit(value: unknown, path: readonly PropertyKey[]): Text[] {
    if (typeof value === 'string') return [{ at, path, text: value }];
    if (typeof value !== 'object' || value === null) return [];
    const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return entries.flatMap(([key, inner]) => visit(inner, [...path, key]));
  }
}

function nameFaults(at: ContentFile): Fault[] {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(at.slug)) return [];
  return [fault({ at, path: [] }, `is called "${at.slug}": use lower-case letters, digits and single hyphens`)];
}

function linkFaults(text: Text, addresses: ReadonlySet<string>): Fault[] {
  const isLink = ['to', 'link', 'href'].includes(String(text.path.at(-1)));
  if (!isLink || !text.text.startsWith('/') || addresses.has(text.text)) return [];
  return [fault(text, `leads to ${text.text}, which is no page of the site`)];
}

/** What a writer overlooks. */
function slipsIn(text: Text): Fault[] {
  if (fixedWords.has(text.text)) return [];
  return slips.flatMap(([pattern, advice]) => {
    const found = pattern.exec(text.text);
    return found ? [fault(text, `has “${found[0].trim()}”: ${advice}`)] : [];
  });
}

const slips: readonly [RegExp, string][] = [
  [/\b([a-z]+) \1\b/i, 'write the word once'],
  [/\S+ {2,}\S+/, 'write one space'],
  [/\S+ [,.;:?!](?=\s|$)/, 'write no space before it'],
  [/\S*['"]\S*/, 'write ’ for an apostrophe, and “ ” around what is quoted'],
  [/\S+ - \S+/, 'write – for a dash'],
  [/\S*\.\.\S*(?<!\.\.\.)$/, 'write one full stop'],
];

function misspellings(texts: readonly Text[], misspelt: Spelling): Fault[] {
  return texts
    .filter((text) => !text.path.some((key) => codes.has(String(key))) && !isName(text))
    .flatMap((text) =>
      misspelt(text.text).map(({ word, suggestions }) => {
        const proposed = suggestions.map((suggestion) => `“${suggestion}”`).join(' or ');
        return fault(
          text,
          `has “${word}”, which is not in the British dictionary: ${proposed === '' ? '' : `write ${proposed}, or `}add it to content/dictionary.txt`,
        );
      }),
    );
}

/** What somebody is called, or where: no dictionary has it. */
function isName({ at, path }: Text): boolean {
  const isOfCompany = at.kind.name === 'site' && !['tagline', 'copyright'].includes(String(path[0]));
  return isOfCompany || path[0] === 'maker';
}

/** Fields whose texts are names for the software. */
const codes = new Set([
  'accent',
  'beside',
  'color',
  'composition',
  'expires',
  'external',
  'gradient',
  'href',
  'icon',
  'kind',
  'link',
  'linkedin',
  'preferredLanguages',
  'product',
  'shownWith',
  'side',
  'structure',
  'to',
]);

/** `{email}` and so on: facts of the company, and what a field of this name takes by its schema. */
function placeholderFaults(files: readonly ContentFile[], texts: readonly Text[]): Fault[] {
  const site = files.find(({ kind }) => kind.name === 'site')?.value as Content['site'];
  const known = new Set([...Object.keys(factsOf(site)), ...filledInLater]);
  return texts.flatMap((text) =>
    [...text.text.matchAll(/\{([^}]*)\}/g)]
      .filter(([, name = '']) => !known.has(name))
      .map(([place]) =>
        fault(
          text,
          `has ${place}, which stands for nothing; there is ${[...known].map((name) => `{${name}}`).join(', ')}`,
        ),
      ),
  );
}

const filledInLater = [
  'when',
  'reference',
  'metres',
  'date',
  'field',
  'limit',
  'number',
  'place',
  'maker',
  'product',
  'status',
  'office',
];

/** Pages with one title, description or set of keywords are one page to a search engine. */
function repetitions(files: readonly ContentFile[]): Fault[] {
  const seen = new Map<string, string>();
  return files.flatMap((at) =>
    [['seo'], ['page', 'seo']].flatMap((path) => {
      const seo = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), at.value);
      return Object.entries(Object(seo) as Record<string, unknown>).flatMap(([field, value]) => {
        const words = `${field}: ${String(value)}`;
        const first = seen.get(words);
        if (first === undefined) seen.set(words, at.file);
        return first === undefined ? [] : [fault({ at, path: [...path, field] }, `repeats that of ${first}`)];
      });
    }),
  );
}

function serviceFaults(files: readonly ContentFile[]): Fault[] {
  const services = files
    .filter(({ kind }) => kind.name === 'services')
    .map((at) => ({ at, service: at.value as Omit<Service, 'slug'> }))
    .sort((a, b) => a.service.place - b.service.place);
  return services.flatMap(({ at, service }, index) => {
    const { structure, steps, composition, diagram } = service;
    const next = services[index + 1];
    const cells = diagram?.columns.length ?? 0;
    return [
      ...(steps.length === stagesOf[structure]
        ? []
        : [
            fault(
              { at, path: ['steps'] },
              `has ${steps.length} entries, and the drawing ${structure} has ${stagesOf[structure]} stages: write as many steps, or choose another drawing`,
            ),
          ]),
      ...(next?.service.composition === composition
        ? [
            fault({ at: next.at, path: ['composition'] }, `is ${composition}, as in ${at.file} before it in the menu`),
            fault({ at, path: ['composition'] }, `is ${composition}, as in ${next.at.file} after it in the menu`),
          ]
        : []),
      ...(diagram?.rows ?? []).flatMap((row, number) =>
        row.length === cells
          ? []
          : [fault({ at, path: ['diagram', 'rows', number] }, `has ${row.length} cells for ${cells} columns`)],
      ),
    ];
  });
}

function footerFaults(files: readonly ContentFile[]): Fault[] {
  const products = new Set(files.filter(({ kind }) => kind.name === 'products').map(({ slug }) => slug));
  return files.flatMap((at) => {
    if (at.kind.name !== 'footer') return [];
    const { items } = (at.value as Content['footer']).products;
    return items.flatMap(({ product }, index) =>
      products.has(product)
        ? []
        : [fault({ at, path: ['products', 'items', index, 'product'] }, `is ${product}, which is no product`)],
    );
  });
}
