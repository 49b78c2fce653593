import { pages } from '../routes.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;' };

/** Every page of the route table. */
export function loader(): Response {
  const entries = pages.map(({ path }) => `<url><loc>${escapeXml(import.meta.env.SITE_URL + path)}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  );
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<]/g, (character) => escapes[character] ?? character);
}
