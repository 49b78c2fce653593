import type { Site } from '../site.ts';

/** Everything may be read; the API answers no pages. */
export function robots({ siteUrl }: Site): string {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /functions/',
    'Disallow: /auth/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ];
  return lines.join('\n');
}
