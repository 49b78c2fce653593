import { collections, type Content, findContentType, singletons } from './content-types.ts';
import { mapTexts, type ContentFiles } from './merge-content.ts';
import { cacheResults } from './cache-results.ts';

/** Settings of the operator that override values of the content files. */
export interface FactsInForce {
  retentionDays?: number;
}

/** Returns the typed content of the files, with every placeholder such as `{retentionDays}` filled in. */
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

/** Adds the terms that have an answer to the questions of the service to which the general answers link. */
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

/** Returns the values of the placeholders that texts may use, by name: `{email}` and so on. */
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

/** Fills placeholders in the texts of a value, from facts given as JSON, and sets no-break spaces. */
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

/** Sets no-break spaces within `WCAG 2.2 AA` and before `C#`, which looks like an error at the start of a line. */
function hold(text: string): string {
  return text
    .replaceAll(/(WCAG) (\d[\d.]*)(?: (AA?A?)\b)?/g, (_, ...[name, version, level]) =>
      [name, version, level].filter(Boolean).join('\u00A0'),
    )
    .replaceAll(/ (?:or )?C#/g, (end) => end.replaceAll(' ', '\u00A0'));
}

/** Returns the response target: its hours, and the office whose hours count. */
export function getResponseTarget({ site, office }: Pick<Content, 'site' | 'office'>) {
  return { hours: site.replyWithinHours, office };
}
