import type { Content } from './kinds.ts';
import type { WordFiles } from './merge-words.ts';

/** What is known of a file once it has been read and checked. */
export interface ReadFile {
  /** Its path from content/. */
  file: string;
  /** Which of the words it holds. */
  name: string;
  slug: string;
  value: unknown;
}

const collections = ['services', 'products', 'legalPages'];

/** What holds in the place of what the files say, as an operator has set it. */
export interface FactsInForce {
  retentionDays?: number;
}

/** What each file holds, by its path from content/. */
export function wordFiles(read: readonly ReadFile[]): WordFiles {
  return Object.fromEntries(read.map(({ file, value }) => [file, value]));
}

/** The same the other way. A file that is new is of the kind of those beside it: this needs no schema. */
export function readFiles(words: WordFiles, known: readonly ReadFile[]): ReadFile[] {
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);
  return Object.entries(words).flatMap(([file, value]) => {
    const alike = known.find(
      (other) => other.file === file || (file.includes('/') && folderOf(other.file) === folderOf(file)),
    );
    return alike === undefined ? [] : [{ file, name: alike.name, slug: file.replace(/^.*\/|\.yaml$/g, ''), value }];
  });
}

/** All words, from files that have been read: with other facts they say something else wherever they name one. */
export function putTogether(read: readonly ReadFile[], inForce: FactsInForce = {}): Content {
  const files = read.map((file) => (file.name === 'site' ? { ...file, value: withFacts(file.value, inForce) } : file));
  const valueOf = (name: string) => files.find(({ name: kind }) => kind === name)?.value;
  const facts = factsOf(valueOf('site') as Content['site']);
  const singles = files.map(({ name }) => name).filter((name) => !collections.includes(name));
  return {
    ...Object.fromEntries(singles.map((name) => [name, putIn(valueOf(name), facts)])),
    ...Object.fromEntries(
      collections.map((name) => {
        const entries = files.filter(({ name: kind }) => kind === name);
        return [name, entries.map(({ slug, value }) => ({ slug, ...putIn(value as object, facts) })).sort(byPlace)];
      }),
    ),
  } as unknown as Content;
}

function withFacts(value: unknown, { retentionDays }: FactsInForce): Content['site'] {
  const site = value as Content['site'];
  return { ...site, enquiryRetentionDays: retentionDays ?? site.enquiryRetentionDays };
}

const byPlace = (a: object, b: object) => placeOf(a) - placeOf(b);
const placeOf = (entry: object) => ('place' in entry && typeof entry.place === 'number' ? entry.place : 0);

/** What texts may name instead of repeating it: `{email}` and so on. */
export function factsOf(site: Content['site']) {
  const { name, legalName, enquiryRetentionDays, backupRetentionDays, replyWithinHours, contact } = site;
  const { email, phone, address } = contact;
  return {
    name,
    legalName,
    email,
    phone,
    address,
    retentionDays: String(enquiryRetentionDays),
    backupRetentionDays: String(backupRetentionDays),
    replyWithinHours: String(replyWithinHours),
  };
}

/** The value with the facts in its texts, and with spaces that hold where a line must not end. */
function putIn<Value>(value: Value, facts: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string')
    return hold(
      value
        .replaceAll('{retentionDays} days', '{retentionDays}\u00A0days')
        .replaceAll(/\{(\w+)\}/g, (place, name) => facts[name] ?? place),
    ) as Value;
  if (Array.isArray(value)) return value.map((entry: unknown) => putIn(entry, facts)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, putIn(inner as unknown, facts)]),
  ) as Value;
}

/** A line does not end within `WCAG 2.2 AA`, nor before the `C#` that a reader would take for a slip of the pen. */
function hold(text: string): string {
  return text
    .replaceAll(/(WCAG) (\d[\d.]*)(?: (AA?A?)\b)?/g, (_, ...[name, version, level]) =>
      [name, version, level].filter(Boolean).join('\u00A0'),
    )
    .replaceAll(/ (?:or )?C#/g, (end) => end.replaceAll(' ', '\u00A0'));
}

/** The promise of a reply, as the office has to keep it. */
export function replyPromiseOf({ site, office }: Pick<Content, 'site' | 'office'>) {
  return { hours: site.replyWithinHours, office };
}
