import routes from '../routes.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;' };

/** Every page of the route table; not what is no page (this file, robots.txt) and not the answer to unknown addresses. */
export function loader(): Response {
  const paths = routes
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ path }) => (path === undefined || path === '*' ? [] : [path]));
  const entries = paths.map((path) => `<url><loc>${escapeXml(`${import.meta.env.SITE_URL}${path}`)}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  );
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<]/g, (character) => escapes[character] ?? character);
}
