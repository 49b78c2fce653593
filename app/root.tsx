import { type ReactNode, use } from 'react';
import { Links, Meta, Outlet, useMatches, useRouteLoaderData } from 'react-router';

import { controls, footer, navigation, products, services, site } from '../content/words.ts';
import type { Route } from './+types/root';
import afterPaintScript from './after-paint-script.js?raw';
import { companyParticulars } from './company-particulars.ts';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { ErrorScreen } from './error-screen.tsx';
import type { PageHead } from './page-head.ts';
import { BrowserCodeContext } from './server-context.ts';
import styles from './styles/app.css?inline';
import laterStyles from './styles/later.css?url';
import themeScript from './theme-script.js?raw';

const columns = [
  {
    title: footer.products.title,
    items: footer.products.items.map(({ product, ...item }) => ({
      ...item,
      label: products.find(({ slug }) => slug === product)?.title ?? product,
    })),
  },
  footer.company,
];

const particulars = companyParticulars(site, controls);

export function loader() {
  return { services: services.map(({ slug, name }) => ({ to: `/services/${slug}`, name })) };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    // Dark until the script below has read which theme is stored, before the first paint.
    <html lang="en-GB" className="dark" data-build={import.meta.env.BUILD}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <StylesAndScripts />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        <SiteHeader site={site} navigation={navigation} words={controls} services={data?.services ?? []} />
        <main id="main" tabIndex={-1} className="grow">
          {children}
        </main>
        <SiteFooter site={site} particulars={particulars} words={controls} footer={{ ...footer, columns }} />
        <StructuredData />
      </body>
    </html>
  );
}

/** The styles stand inside the HTML, so that one answer paints the page; everything else of the browser's waits for that paint. */
function StylesAndScripts() {
  const { entry, integrity } = use(BrowserCodeContext);
  const script = themeScript + afterPaintScript.replace('later.css', laterStyles).replace('entry.js', entry);
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <script type="importmap" dangerouslySetInnerHTML={{ __html: JSON.stringify({ integrity }) }} />
      <script dangerouslySetInnerHTML={{ __html: script }} />
      <noscript>
        <link rel="stylesheet" href={laterStyles} />
      </noscript>
    </>
  );
}

/** For programs, and at the end, where it keeps nothing back that is painted. An error in a page's place is not the page. */
function StructuredData() {
  const data = useMatches().at(-1)?.loaderData as { head?: Partial<PageHead> } | undefined;
  const graph = data?.head?.graph;
  if (!graph) return null;
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: graph.replaceAll('<', String.raw`\u003c`) }}
    />
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
