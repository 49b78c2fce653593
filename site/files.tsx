import { renderToStaticMarkup } from 'react-dom/server';

import { Miniatures } from './drawings/miniatures.tsx';
import { PosterSheet, postersPath } from './drawings/poster.tsx';
import { cardPosters } from './drawings/posters/posters.ts';
import type { Page, Site } from './routes.ts';

/** What is no page, by its address. */
export const files: Readonly<Record<string, (site: Site, path: string) => string>> = {
  /** The posters that home's cards show. */
  [postersPath]: ({ words: { home } }) =>
    renderToStaticMarkup(
      <PosterSheet posters={Object.fromEntries(home.services.cards.map(({ icon }) => [icon, cardPosters[icon]]))} />,
    ),
  /** The structures of all services, in the order of the menu, which shows them by its styles as a mask. */
  '/service-miniatures.svg': ({ words: { services } }) =>
    renderToStaticMarkup(<Miniatures of={services.map(({ structure }) => structure)} />),
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
  '/llms.txt': llms,
  '/.well-known/security.txt': security,
};

/** Every page of the route table, each with the time at which its words last changed, where their history is known. */
function sitemap({ pages, siteUrl, lastChanges }: Site): string {
  const entries = pages.map(({ path, words }) => {
    const changed = lastChange(lastChanges, words);
    // Neither an origin nor a path has a sign that XML would take for its own.
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

/** The newest change of what stands in these files and folders; undefined where not all changes are known. */
function lastChange(lastChanges: Site['lastChanges'], words: Page['words']): string | undefined {
  const dates = Object.entries(lastChanges).flatMap(([file, date]) =>
    words.some((place) => file === place || (place.endsWith('/') && file.startsWith(place))) ? [date] : [],
  );
  const known = dates.filter((date) => date !== null);
  return known.length === dates.length ? known.toSorted().at(-1) : undefined;
}

/** Everything may be read; the API answers no pages. */
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

/** What the site has, for programs that read language: each page with its description, as https://llmstxt.org describes it. */
function llms({ words: { home, navigation, site }, pages, siteUrl }: Site): string {
  const sections: readonly { title: string; has: (page: Page) => boolean }[] = [
    { title: navigation.services.label, has: isService },
    { title: 'Products', has: isProduct },
    { title: 'Company', has: (page) => !isService(page) && !isProduct(page) && !isLegal(page) },
    // The format's own word for what may be left out.
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

/** Whom to tell about a weak point, as RFC 9116 wants it at /.well-known/security.txt. */
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
