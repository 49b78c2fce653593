import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

import { Document } from './document.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { layouts } from './layouts.tsx';
import { pageHead } from './page-head.ts';
import { llms } from './pages/llms.ts';
import NotFound from './pages/not-found.tsx';
import { productDocuments } from './pages/product-documents.tsx';
import { robots } from './pages/robots.ts';
import { security } from './pages/security.ts';
import { serviceMiniatures } from './pages/service-miniatures.tsx';
import { sitemap } from './pages/sitemap.ts';
import type { PageState, Site } from './site.ts';

// All that the server, the build and development take from the website: one module, for Vite to bundle or to run.
export { renderInbox, inboxStyles, passkeyScript } from '../office/parts/render.tsx';
export { inlineScripts } from './document.tsx';
export { layouts, sheets } from './layouts.tsx';
export { listPages } from './routes.ts';
export { openSite } from './site.ts';
export { default as styles } from './styles/app.css?inline';

/** Stand in a rendered page where its styles belong, and the version: which they are depends on what all pages hold. */
export const places = { styles: '/*styles*/', version: '/*version*/' };

/** The whole document of a page, or of the answer to an address that no page has. Throws what the page throws. */
export function renderPage(site: Site, path: string, { answered, fault }: PageState = {}): string {
  const { notFound, controls, contactPage } = site.words;
  const page = site.pages.find((page) => page.path === path);
  const of = { site, path, ...places };
  if (fault !== undefined)
    return documentOf(
      <Document {...of} head={{ title: 'Unexpected Application Error!' }}>
        <ErrorScreen error={fault} outcome={answered?.outcome} words={contactPage.form} back={notFound.back} />
      </Document>,
    );
  if (page === undefined) {
    const { title, description, keywords } = pageHead(site, { seo: notFound.seo, path });
    return documentOf(
      <Document {...of} head={{ title, description, keywords }}>
        <NotFound site={site} />
      </Document>,
    );
  }
  const head = pageHead(site, page);
  // A screen reader reads the title first: it says whether something is wrong with what was sent.
  const isWrong = answered !== undefined && answered.outcome.kind !== 'sent';
  const Layout = layouts[page.layout].default;
  return documentOf(
    <Document {...of} head={{ ...head, title: isWrong ? `${controls.errorPrefix} ${head.title}` : head.title }}>
      <Layout site={site} page={page} answered={answered} />
    </Document>,
  );
}

const documentOf = (element: ReactElement): string => `<!DOCTYPE html>${renderToString(element)}`;

/** What is no page, by its address. */
export const files: Readonly<Record<string, (site: Site, path: string) => string>> = {
  '/product-documents.svg': productDocuments,
  '/service-miniatures.svg': serviceMiniatures,
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
  '/llms.txt': llms,
  '/.well-known/security.txt': security,
};
