import { collections, type Content, findContentType, singletons } from './content-types.ts';
import { mapTexts, type ContentFiles } from './merge-content.ts';
import { cacheResults } from './cache-results.ts';

/** What holds in the place of what the files say, as an operator has set it. */
export interface FactsInForce {
  retentionDays?: number;
}

/** All words, from what their files hold: with other facts they say something else wherever they name one. */
export function assembleContent(files: ContentFiles, { retentionDays }: FactsInForce = {}): Content {
  const stored = files[singletons.site.file] as Content['site'];
  const site = { ...stored, enquiryRetentionDays: retentionDays ?? stored.enquiryRetentionDays };
  const facts = JSON.stringify(listFacts(site));
  const entriesIn = (folder: string) =>
    Object.entries(files)
      .filter(([file]) => file.startsWith(`${folder}/`))
      .map(([file, value]) => ({ slug: findContentType(file)?.slug, ...Object(putIn(value, facts)) }))
      .sort(byPlace);
  const ofSingles = Object.entries(singletons).map(([name, { file }]) => [name, putIn(files[file], facts)]);
  const ofFolders = Object.entries(collections).map(([name, { folder }]) => [name, entriesIn(folder)]);
  const content = { ...Object.fromEntries([...ofSingles, ...ofFolders]), site: putIn(site, facts) } as Content;
  return { ...content, services: appendTerms(content) };
}

/** The services, of which the one with the questions about every project asks for the terms that are filled in as well. */
function appendTerms({ services, answers, terms }: Content): Content['services'] {
  const filledIn = Object.values(terms).filter(({ answer }) => answer !== '');
  return services.map((service) =>
    answers.general.to === `${collections.services.path}${service.slug}#questions`
      ? { ...service, questions: [...service.questions, ...filledIn] }
      : service,
  );
}

const byPlace = (a: object, b: object) => placeOf(a) - placeOf(b);
const placeOf = (entry: object) => ('place' in entry && typeof entry.place === 'number' ? entry.place : 0);

/** What texts may name instead of repeating it: `{email}` and so on. */
export function listFacts(site: Content['site']) {
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

/** The value with the facts, which come as JSON, in its texts, and with spaces that hold where a line must not end. */
const putIn = cacheResults((value, json) => {
  const facts = JSON.parse(json) as Readonly<Record<string, string>>;
  return mapTexts(value, (text) =>
    hold(
      text
        .replaceAll('{retentionDays} days', '{retentionDays}\u00A0days')
        .replaceAll(/\{(\w+)\}/g, (place, name) => facts[name] ?? place),
    ),
  );
});

/** A line does not end within `WCAG 2.2 AA`, nor before the `C#` that a reader would take for a slip of the pen. */
function hold(text: string): string {
  return text
    .replaceAll(/(WCAG) (\d[\d.]*)(?: (AA?A?)\b)?/g, (_, ...[name, version, level]) =>
      [name, version, level].filter(Boolean).join('\u00A0'),
    )
    .replaceAll(/ (?:or )?C#/g, (end) => end.replaceAll(' ', '\u00A0'));
}

/** The promise of a reply, as the office has to keep it. */
export function getResponseTarget({ site, office }: Pick<Content, 'site' | 'office'>) {
  return { hours: site.replyWithinHours, office };
}
