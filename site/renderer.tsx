import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

import { Document, pageHead } from './document.tsx';
import { layouts } from './layouts.tsx';
import { ErrorScreen, NotFound } from './no-page.tsx';
import type { PageState, Site } from './site.ts';

// All that the server, the build and development take from the website: one module, for Vite to bundle or to run.
export { inlineScripts } from './document.tsx';
export { files } from './files.tsx';
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
