import type { ComponentType, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

import { Document, type PageHead, renderPageHead } from './document.tsx';
import { ErrorScreen, NotFound } from './no-page.tsx';
import * as about from './pages/about.tsx';
import * as contact from './pages/contact.tsx';
import * as home from './pages/home.tsx';
import * as legal from './pages/legal.tsx';
import * as microsoftPartner from './pages/microsoft-partner.tsx';
import * as product from './pages/product.tsx';
import * as products from './pages/products.tsx';
import * as resources from './pages/resources.tsx';
import * as service from './pages/service.tsx';
import * as strategicConsultation from './pages/strategic-consultation.tsx';
import type { Layout, PageProps, PageState, Site } from './routes.ts';

// The exports that the server, the build and development use of the website: one module, for Vite to bundle or to run.
export { inlineScripts } from './document.tsx';
export { files } from './files.tsx';
export { listPages, openSite, sheets } from './routes.ts';
export { default as styles } from './styles/app.css?inline';

/** Placeholders for the styles and the version in a rendered page: both depend on the content of all pages. */
export const places = { styles: '/*styles*/', version: '/*version*/' };

/** Returns the HTML document of a page, or of the 404 page for an unknown path. Rethrows errors of the page. */
export function renderPage(site: Site, path: string, state: PageState = {}): string {
  const { head, content } = shownAt(site, path, state);
  const document = (
    <Document site={site} path={path} head={head} {...places}>
      {content}
    </Document>
  );
  // Empty SVG elements become self-closing: the same page, in fewer bytes.
  return `<!DOCTYPE html>${renderToString(document).replaceAll(/><\/(?:path|use|stop|line|rect|circle)>/g, '/>')}`;
}

function shownAt(site: Site, path: string, state: PageState): { head: PageHead; content: ReactElement } {
  const { notFound, controls, contactPage } = site.words;
  const { outcome, fault } = state;
  if (fault !== undefined) {
    const shown = { error: fault, outcome, words: contactPage.form, back: notFound.back };
    return { head: { title: 'Unexpected Application Error!' }, content: <ErrorScreen {...shown} /> };
  }
  const page = site.pages.find((page) => page.path === path);
  if (page === undefined)
    return { head: renderPageHead(site, { seo: notFound.seo, path }), content: <NotFound {...notFound} /> };
  const head = renderPageHead(site, page);
  // A screen reader reads the title first, so an error is announced there.
  const isWrong = outcome !== undefined && outcome.kind !== 'sent';
  const Layout = layouts[page.layout].default;
  return {
    head: isWrong ? { ...head, title: `${controls.errorPrefix} ${head.title}` } : head,
    content: <Layout site={site} page={page} {...state} />,
  };
}

/** Module of each layout: its component, and the states that its styles must cover. */
export const layouts = {
  about,
  contact,
  home,
  legal,
  'microsoft-partner': microsoftPartner,
  product,
  products,
  resources,
  service,
  'strategic-consultation': strategicConsultation,
} satisfies Record<Layout, { default: ComponentType<PageProps>; states?: readonly PageState[] }>;
