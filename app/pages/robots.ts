/** Everything may be read; the API answers no pages. */
export function loader(): Response {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /functions/',
    'Disallow: /auth/',
    '',
    `Sitemap: ${import.meta.env.SITE_URL}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
