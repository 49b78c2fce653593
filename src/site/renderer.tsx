import type { ComponentType, ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { HtmlDocument, PageBody, type PageHead, buildPageHead } from './document.tsx';
import { ErrorScreen, NotFound } from './error-pages.tsx';
import * as about from './pages/about.tsx';
import * as blockPage from './pages/block-page.tsx';
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
export { buildInlineScripts } from './document.tsx';
export { generatedFileRenderers } from './generated-files.tsx';
export { errorStyleGroup, listPages, createSite, styleGroups } from './routes.ts';
export { default as styles } from './styles/app.css?inline';

/** Body of a page as HTML, with its head: all of the document but what depends on other pages. */
export interface RenderedPage {
  head: PageHead;
  body: string;
}

/** Renders a page, or the 404 page for an unknown path. Rethrows errors of the page. */
export function renderPage(site: Site, path: string, state: PageState = {}): RenderedPage {
  const { head, content } = composePage(site, path, state);
  const body = renderToString(
    <PageBody site={site} path={path} head={head}>
      {content}
    </PageBody>,
  );
  // Empty SVG elements become self-closing: the same page, in fewer bytes.
  return { head, body: body.replaceAll(/><\/(?:path|use|stop|line|rect|circle)>/g, '/>') };
}

/** Returns the HTML document of a rendered page, without its styles. */
export function renderDocument(site: Site, page: RenderedPage, previewOf?: string): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<HtmlDocument site={site} {...page} previewOf={previewOf} />)}`;
}

/**
 * Adds to a document what depends on all pages.
 * @param styles inline CSS, so that one response paints the page
 * @param version of the site: client-side navigation does not mix pages of two versions
 */
export function addStylesAndVersion(document: string, styles: string, version?: string): string {
  const styled = document.replace('<style></style>', () => `<style>${styles}</style>`);
  return version === undefined ? styled : styled.replace(' class="dark"', (tag) => `${tag} data-version="${version}"`);
}

function composePage(site: Site, path: string, state: PageState): { head: PageHead; content: ReactElement } {
  const { notFound, controls, contactPage } = site.content;
  const { outcome, error } = state;
  if (error !== undefined) {
    const shown = { error, outcome, texts: contactPage.form, back: notFound.back };
    return { head: { title: 'Unexpected Application Error!' }, content: <ErrorScreen {...shown} /> };
  }
  const page = site.pages.find((page) => page.path === path);
  if (page === undefined)
    return { head: buildPageHead(site, { seo: notFound.seo, path }), content: <NotFound {...notFound} /> };
  const head = buildPageHead(site, page);
  // A screen reader reads the title first, so an error is announced there.
  const hasFailed = outcome !== undefined && outcome.kind !== 'sent';
  const Layout = layouts[page.layout].default;
  return {
    head: hasFailed ? { ...head, title: `${controls.errorPrefix} ${head.title}` } : head,
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
  'block-page': blockPage,
  'block-list': { default: blockPage.BlockList },
} satisfies Record<Layout, { default: ComponentType<PageProps>; states?: readonly PageState[] }>;
