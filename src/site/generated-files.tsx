import { renderToStaticMarkup } from 'react-dom/server';
import { type ServicePoster, servicePosters } from '../content/schema/fields.ts';
import { DeckFile, getDeckPath } from './drawings/deck.tsx';
import { PosterThumbnails } from './drawings/miniatures.tsx';
import { PosterSprite, postersPath } from './drawings/poster.tsx';
import { getPoster } from './drawings/posters.ts';
import type { Page, Site } from './routes.ts';

const decks = (Object.keys(servicePosters) as ServicePoster[]).map((structure) => {
  const markup = renderToStaticMarkup(<DeckFile deck={getPoster(`decks/${structure}`)} />);
  return [getDeckPath(structure), () => markup] as const;
});

/** Renderers of generated files other than pages, by path. */
export const generatedFileRenderers: Readonly<Record<string, (site: Site, path: string) => string>> = {
  /** The posters for the cards of the home page. */
  [postersPath]: ({ content: { home } }) =>
    renderToStaticMarkup(
      <PosterSprite posters={Object.fromEntries(home.services.cards.map(({ icon }) => [icon, getPoster(icon)]))} />,
    ),
  /** The miniatures of all services, in the order of the menu, whose styles show them as a mask. */
  '/service-miniatures.svg': ({ content: { services } }) =>
    renderToStaticMarkup(<PosterThumbnails names={services.map(({ structure }) => structure)} />),
  ...Object.fromEntries(decks),
  '/manifest.webmanifest': renderWebManifest,
  '/sitemap.xml': renderSitemap,
  '/robots.txt': renderRobotsTxt,
  '/llms.txt': renderLlmsTxt,
  '/.well-known/security.txt': renderSecurityTxt,
};

function renderWebManifest({ content: { site } }: Site): string {
  const manifest = {
    id: '/',
    name: site.name,
    short_name: site.logoText,
    description: site.tagline,
    lang: 'en-GB',
    start_url: '/',
    display: 'browser',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
  return JSON.stringify(manifest).replaceAll('<', String.raw`\u003c`);
}

/** Returns the sitemap: every page, with the last change of its content if its history is known. */
function renderSitemap({ pages, siteUrl, lastChanges }: Site): string {
  const entries = pages.map(({ path, contentFiles }) => {
    const changed = findLastChange(lastChanges, contentFiles);
    // Origins and paths contain no characters that XML needs escaped.
    return `<url><loc>${siteUrl}${path}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/** Returns the date of the newest change in these files and folders. Undefined if a date is unknown. */
function findLastChange(lastChanges: Site['lastChanges'], contentFiles: Page['contentFiles']): string | undefined {
  const dates = Object.entries(lastChanges).flatMap(([file, date]) =>
    contentFiles.some(
      (contentFile) => file === contentFile || (contentFile.endsWith('/') && file.startsWith(contentFile)),
    )
      ? [date]
      : [],
  );
  const known = dates.filter((date) => date !== null);
  return known.length === dates.length ? known.toSorted().at(-1) : undefined;
}

/** Returns robots.txt. It allows all but the API, which serves no pages. */
function renderRobotsTxt({ siteUrl }: Site): string {
  return `User-agent: *
Disallow: /api/
Disallow: /functions/
Disallow: /auth/

Sitemap: ${siteUrl}/sitemap.xml
`;
}

/** Returns llms.txt for language models: each page with its description, in the format of https://llmstxt.org. */
function renderLlmsTxt({ content: { home, navigation, site }, pages, siteUrl }: Site): string {
  const sections: readonly { title: string; has: (page: Page) => boolean }[] = [
    { title: navigation.services.label, has: isService },
    { title: 'Products', has: isProduct },
    { title: 'Case studies', has: isCaseStudy },
    { title: 'News', has: isNews },
    { title: 'Company', has: (page) => ![isService, isProduct, isCaseStudy, isNews, isLegal].some((is) => is(page)) },
    // The term of the format for a section that may be skipped.
    { title: 'Optional', has: isLegal },
  ];
  const entry = ({ name, path, seo }: Page) => `- [${name}](${siteUrl}${path}): ${seo.description}`;
  const { email, phone, address } = site.contact;
  const text = [
    `# ${site.name}`,
    `> ${site.tagline}. ${home.hero.line}`,
    `${site.legalName}, ${address}. Email ${email}, phone ${phone}.`,
    ...sections
      .filter(({ has }) => pages.some(has))
      .map(({ title, has }) => [`## ${title}`, '', ...pages.filter(has).map(entry)].join('\n')),
  ].join('\n\n');
  return `${text}\n`;
}

const isService = ({ subject }: Page): boolean => subject.type === 'Service';
const isProduct = ({ path }: Page): boolean => path.startsWith('/products');
const isCaseStudy = ({ path }: Page): boolean => `${path}/`.startsWith('/case-studies/');
const isNews = ({ path }: Page): boolean => `${path}/`.startsWith('/news/');
const isLegal = ({ layout }: Page): boolean => layout === 'legal';

/** Returns security.txt by RFC 9116: the contacts for reporting vulnerabilities. */
function renderSecurityTxt({ content: { securityTxt, site }, siteUrl }: Site, path: string): string {
  return `Contact: mailto:${site.contact.email}
Contact: ${siteUrl}/contact
Expires: ${securityTxt.expires}
Preferred-Languages: ${securityTxt.preferredLanguages.join(', ')}
Canonical: ${siteUrl}${path}
`;
}
