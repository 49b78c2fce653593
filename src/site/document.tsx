import type { ReactNode } from 'react';
import afterPaintScript from './after-paint-script.js?raw';
import { SiteFooter } from './components/site-footer.tsx';
import { CurrentPathContext, SiteHeader } from './components/site-header.tsx';
import { listPictureFiles } from '../content/picture-files.ts';
import { type Page, type Site, listBreadcrumbs } from './routes.ts';
import { buildStructuredData } from './structured-data/graph.ts';
import displayFont from './styles/generated/display.woff2?url';
import otherLetters from './styles/generated/other-letters.woff2?url';
import textFont from './styles/generated/text.woff2?url';
import laterStyles from './styles/later.css?url';
import themeScript from './theme-script.js?raw';

interface HtmlDocumentProps {
  site: Site;
  head: PageHead;
  /** HTML of `PageBody`. */
  body: string;
  /** Path that is previewed. A preview runs no scripts. */
  previewOf?: string | undefined;
}

/** The whole HTML document of a page, without its styles. */
export function HtmlDocument({ site, head, body, previewOf }: HtmlDocumentProps) {
  return (
    // Dark until the inline script has read the stored theme, before the first paint.
    <html
      lang="en-GB"
      className="dark"
      data-preview={previewOf}
      data-supabase-url={site.supabaseUrl}
      data-supabase-key={site.supabaseAnonKey}
      data-counts={site.countsViews === false ? 'off' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style />
        {previewOf === undefined ? <Scripts site={site} /> : null}
        <noscript>
          <link rel="stylesheet" href={laterStyles} />
        </noscript>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <HeadTags {...head} />
      </head>
      <body dangerouslySetInnerHTML={{ __html: body }} />
    </html>
  );
}

interface PageBodyProps extends Pick<HtmlDocumentProps, 'site' | 'head'> {
  path: string;
  children: ReactNode;
}

/** The body of a page: header, content and footer. */
export function PageBody({ site, path, head: { breadcrumbs, structuredData }, children }: PageBodyProps) {
  const { content, pages } = site;
  const links = content.services.map(({ slug, name }) => ({ to: `/services/${slug}`, name }));
  const lists = pages.flatMap(({ layout, path: to, name }) => (layout === 'block-list' ? [{ label: name, to }] : []));
  return (
    <>
      <CurrentPathContext value={path}>
        <SiteHeader {...content} texts={content.controls} services={links} lists={lists} />
      </CurrentPathContext>
      <main id="main" tabIndex={-1} className="grow">
        {breadcrumbs ? <Breadcrumbs way={breadcrumbs} label={content.controls.breadcrumb} /> : null}
        {children}
      </main>
      <SiteFooter {...content} paths={pages.map((page) => page.path)} />
      {structuredData ? <StructuredData graph={structuredData} /> : null}
    </>
  );
}

/** Returns the inline scripts of every page, whose hashes its policy has: the import map, then the script. */
export function buildInlineScripts({ code }: Pick<Site, 'code'>): [importMap: string, script: string] {
  const files = {
    'entry.js': code.entry,
    'later.css': laterStyles,
    'other-letters.woff2': otherLetters,
    'display.woff2': displayFont,
    'text.woff2': textFont,
  };
  const named = Object.entries(files).reduce((script, [name, url]) => script.replace(name, url), afterPaintScript);
  return [JSON.stringify({ integrity: code.integrity }), themeScript + named];
}

/** Inline scripts. All other scripts and styles load after the first paint. */
function Scripts({ site }: { site: Site }) {
  const [importMap, script] = buildInlineScripts(site);
  return (
    <>
      <script type="importmap" dangerouslySetInnerHTML={{ __html: importMap }} />
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

/** Tags of the head. Only an existing page has a canonical URL and social tags; others are `noindex`. */
function HeadTags({ title, description, keywords, canonical, openGraph }: PageHead) {
  return (
    <>
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {keywords ? <meta name="keywords" content={keywords} /> : null}
      {canonical ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      {Object.entries(openGraph ?? {}).map(([property, content]) => (
        <meta key={property} property={`og:${property}`} content={content} />
      ))}
      {/* Twitter takes everything but the size of the image from the tags above. */}
      {openGraph ? <meta name="twitter:card" content="summary_large_image" /> : null}
    </>
  );
}

/** Breadcrumbs of a page. The home page and error pages have none. */
function Breadcrumbs({ way, label }: { way: NonNullable<PageHead['breadcrumbs']>; label: string }) {
  return (
    <nav aria-label={label} className="wrap">
      <ol className="breadcrumbs">
        {way.map(({ name, to }) => (
          <li key={name}>{to ? <a href={to}>{name}</a> : <span aria-current="page">{name}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}

/** JSON-LD of the page, at the end of the body so that it delays no painting. Error pages have none. */
function StructuredData({ graph }: { graph: string }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: graph.replaceAll('<', String.raw`\u003c`) }}
    />
  );
}

/**
 * Metadata and breadcrumbs of a page. Strings are ready to be shown; URLs are absolute.
 * Error pages have a title, and at most a description and keywords.
 */
export interface PageHead {
  title: string;
  description?: string;
  keywords?: string;
  canonical?: string;
  /** Open Graph properties, by the names of https://ogp.me without their prefix. */
  openGraph?: Readonly<Record<string, string>>;
  /** Ancestors from the home page on, then the page itself without a link. Undefined for the home page. */
  breadcrumbs?: readonly { name: string; to?: string }[];
  /** Structured data by schema.org, as JSON. */
  structuredData?: string;
}

/** Returns the metadata of a page. An unknown path has a title, description and keywords only. */
export function buildPageHead(
  { content: { site }, siteUrl, pages, cards }: Site,
  { seo, path }: Pick<Page, 'seo' | 'path'>,
): PageHead {
  const { description, keywords } = seo;
  const basics = { title: `${seo.title} | ${site.name}`, description, keywords: keywords.join(', ') };
  const breadcrumbs = listBreadcrumbs(pages, path);
  const [home, page] = [breadcrumbs[0], breadcrumbs.at(-1)];
  if (!home || !page) return basics;
  // A page published after the build has no card of its own and takes the home page's.
  const card = cards?.includes(page.id) === false ? home : page;
  const picture = page.blockPage?.picture;
  const image = picture ? listPictureFiles(picture).jpeg : { path: `/cards/${card.id}.png`, width: 1200, height: 630 };
  const canonical = `${siteUrl}${path}`;
  return {
    ...basics,
    canonical,
    openGraph: {
      type: 'website',
      site_name: site.name,
      title: basics.title,
      description,
      url: canonical,
      locale: 'en_GB',
      // The page's picture, or drawn by the build: the company, the heading, and the span in the accent of the page.
      image: `${siteUrl}${image.path}`,
      'image:width': `${image.width}`,
      'image:height': `${image.height}`,
      'image:alt': picture?.alt || `${card.title} – ${site.name}, ${site.tagline}`,
    },
    ...(breadcrumbs.length > 1 && {
      breadcrumbs: breadcrumbs.map(({ name, path: to }) => (to === path ? { name } : { name, to })),
    }),
    structuredData: JSON.stringify(buildStructuredData(breadcrumbs, siteUrl, site)),
  };
}
