import { renderToStaticMarkup } from 'react-dom/server';

import { Miniatures } from './drawings/miniatures.tsx';
import { PosterSheet, postersPath } from './drawings/poster.tsx';
import { cardPosters } from './drawings/posters/posters.ts';
import type { Page, Site } from './routes.ts';

/** Generated files other than pages, by path. */
export const files: Readonly<Record<string, (site: Site, path: string) => string>> = {
  /** The posters for the cards of the home page. */
  [postersPath]: ({ words: { home } }) =>
    renderToStaticMarkup(
      <PosterSheet posters={Object.fromEntries(home.services.cards.map(({ icon }) => [icon, cardPosters[icon]]))} />,
    ),
  /** The miniatures of all services, in the order of the menu, whose styles show them as a mask. */
  '/service-miniatures.svg': ({ words: { services } }) =>
    renderToStaticMarkup(<Miniatures of={services.map(({ structure }) => structure)} />),
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
  '/llms.txt': llms,
  '/.well-known/security.txt': security,
};

/** Returns the sitemap: every page, with the last change of its content if its history is known. */
function sitemap({ pages, siteUrl, lastChanges }: Site): string {
  const entries = pages.map(({ path, words }) => {
    const changed = lastChange(lastChanges, words);
    // Origins and paths contain no characters that XML needs escaped.
    return `<url><loc>${siteUrl}${path}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Returns the date of the newest change in these files and folders. Undefined if a date is unknown. */
function lastChange(lastChanges: Site['lastChanges'], words: Page['words']): string | undefined {
  const dates = Object.entries(lastChanges).flatMap(([file, date]) =>
    words.some((place) => file === place || (place.endsWith('/') && file.startsWith(place))) ? [date] : [],
  );
  const known = dates.filter((date) => date !== null);
  return known.length === dates.length ? known.toSorted().at(-1) : undefined;
}

/** Returns robots.txt. It allows all but the API, which serves no pages. */
function robots({ siteUrl }: Site): string {
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

/** Returns llms.txt for language models: each page with its description, in the format of https://llmstxt.org. */
function llms({ words: { home, navigation, site }, pages, siteUrl }: Site): string {
  const sections: readonly { title: string; has: (page: Page) => boolean }[] = [
    { title: navigation.services.label, has: isService },
    { title: 'Products', has: isProduct },
    { title: 'Company', has: (page) => !isService(page) && !isProduct(page) && !isLegal(page) },
    // The term of the format for a section that may be skipped.
    { title: 'Optional', has: isLegal },
  ];
  const entry = ({ name, path, seo }: Page) => `- [${name}](${siteUrl}${path}): ${seo.description}`;
  const { email, phone, address } = site.contact;
  const text = [
    `# ${site.name}`,
    `> ${site.tagline}. ${home.hero.line}`,
    `${site.legalName}, ${address}. Email ${email}, phone ${phone}.`,
    ...sections.map(({ title, has }) => [`## ${title}`, '', ...pages.filter(has).map(entry)].join('\n')),
  ].join('\n\n');
  return `${text}\n`;
}

const isService = ({ subject }: Page): boolean => subject.type === 'Service';
const isProduct = ({ path }: Page): boolean => path.startsWith('/products');
const isLegal = ({ layout }: Page): boolean => layout === 'legal';

/** Returns security.txt by RFC 9116: the contacts for reporting vulnerabilities. */
function security({ words: { securityTxt, site }, siteUrl }: Site, path: string): string {
  const lines = [
    `Contact: mailto:${site.contact.email}`,
    `Contact: ${siteUrl}/contact`,
    `Expires: ${securityTxt.expires}`,
    `Preferred-Languages: ${securityTxt.preferredLanguages.join(', ')}`,
    `Canonical: ${siteUrl}${path}`,
    '',
  ];
  return lines.join('\n');
}
