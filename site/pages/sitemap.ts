import type { Page } from '../routes.ts';
import type { Site } from '../site.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;' };

/** Every page of the route table, each with the time at which its words last changed, where their history is known. */
export function sitemap(site: Site): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${site.pages.map((page) => entry(site, page)).join('\n')}\n</urlset>\n`;
}

function entry({ siteUrl, lastChanges }: Site, { path, words }: Page): string {
  const changed = lastChange(lastChanges, words);
  const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>`;
}

/** The newest change of what stands in these files and folders; undefined where not all changes are known. */
function lastChange(lastChanges: Site['lastChanges'], words: Page['words']): string | undefined {
  const dates = Object.entries(lastChanges).flatMap(([file, date]) =>
    words.some((place) => file === place || (place.endsWith('/') && file.startsWith(place))) ? [date] : [],
  );
  const known = dates.filter((date) => date !== null);
  return known.length === dates.length ? known.toSorted().at(-1) : undefined;
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<]/g, (character) => escapes[character] ?? character);
}
