import { collections, type Content, findContentModel, singletons } from './content-models.ts';
import { mapTexts, type ContentFiles } from './merge-content.ts';
import { cacheResults } from './cache-results.ts';

/** Settings that override values of the content files. */
export interface ContentOverrides {
  retentionDays?: number;
}

/** Returns the typed content of the files, with every placeholder such as `{retentionDays}` filled in. */
export function assembleContent(files: ContentFiles, { retentionDays }: ContentOverrides = {}): Content {
  const storedSite = files[singletons.site.file] as Content['site'];
  const site = { ...storedSite, enquiryRetentionDays: retentionDays ?? storedSite.enquiryRetentionDays };
  const fillPlaceholders = createPlaceholderFiller(storedSite, String(site.enquiryRetentionDays));
  const listEntries = (folder: string) =>
    Object.entries(files)
      .filter(([file]) => file.startsWith(`${folder}/`))
      .map(([file, value]) => ({ slug: findContentModel(file)?.slug, ...Object(fillPlaceholders(value)) }))
      .sort(comparePositions);
  const singletonEntries = Object.entries(singletons).map(([name, { file }]) => [name, fillPlaceholders(files[file])]);
  const collectionEntries = Object.entries(collections).map(([name, { folder }]) => [name, listEntries(folder)]);
  const content = {
    ...Object.fromEntries([...singletonEntries, ...collectionEntries]),
    site: fillPlaceholders(site),
  } as Content;
  return { ...content, services: appendTerms(content) };
}

/** Adds the terms that have an answer to the questions of the service to which the general answers link. */
function appendTerms({ services, answers, terms }: Content): Content['services'] {
  const answeredTerms = Object.values(terms).filter(({ answer }) => answer !== '');
  return services.map((service) =>
    answers.general.to === `${collections.services.path}${service.slug}#questions`
      ? { ...service, questions: [...service.questions, ...answeredTerms] }
      : service,
  );
}

/** By place, then the newest first. */
const comparePositions = (a: object, b: object) =>
  getPosition(a) - getPosition(b) || getDate(b).localeCompare(getDate(a));
const getDate = (entry: object) => ('date' in entry ? String(entry.date) : '');
const getPosition = (entry: object) => ('place' in entry && typeof entry.place === 'number' ? entry.place : 0);

/** Returns the values of the placeholders that texts may use, by name: `{email}` and so on. */
export function getPlaceholderValues(site: Content['site']): Record<string, string> {
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

/** Returns a function that fills the placeholders in the texts of a value, and inserts no-break spaces. */
const createPlaceholderFiller = cacheResults((site, retentionDays) => {
  const values = { ...getPlaceholderValues(site as Content['site']), retentionDays };
  const fillText = (text: string) =>
    text
      .replaceAll('{retentionDays} days', '{retentionDays}\u00A0days')
      .replaceAll(/\{(\w+)\}/g, (placeholder, name: keyof typeof values) => values[name] ?? placeholder);
  return cacheResults((value) => mapTexts(value, (text) => insertNoBreakSpaces(fillText(text))));
});

/** Inserts no-break spaces within `WCAG 2.2 AA` and before `C#`, which looks wrong at the start of a line. */
function insertNoBreakSpaces(text: string): string {
  return text
    .replaceAll(/(WCAG) (\d[\d.]*)(?: (AA?A?)\b)?/g, (_, ...[name, version, level]) =>
      [name, version, level].filter(Boolean).join('\u00A0'),
    )
    .replaceAll(/ (?:or )?C#/g, (end) => end.replaceAll(' ', '\u00A0'));
}

/** Returns the response target: its hours, and the office whose hours count. */
export function getResponseTarget({ site, office: officeHours }: Pick<Content, 'site' | 'office'>) {
  return { replyWithinHours: site.replyWithinHours, officeHours };
}
