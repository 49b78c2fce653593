import { pages, type Page } from '../routes.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;' };

/** Every page of the route table, each with the time at which its words last changed, where their history is known. */
export function loader(): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages.map(entry).join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  );
}

function entry({ path, words }: Page): string {
  const changed = lastChange(words);
  const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${escapeXml(import.meta.env.SITE_URL + path)}</loc>${lastmod}</url>`;
}

/** The newest change of what stands in these files and folders; undefined where not all changes are known. */
function lastChange(words: Page['words']): string | undefined {
  const dates = Object.entries(import.meta.env.LAST_CHANGES).flatMap(([file, date]) =>
    words.some((place) => file === place || (place.endsWith('/') && file.startsWith(place))) ? [date] : [],
  );
  const known = dates.filter((date) => date !== null);
  return known.length === dates.length ? known.toSorted().at(-1) : undefined;
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<]/g, (character) => escapes[character] ?? character);
}
