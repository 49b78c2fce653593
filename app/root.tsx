import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';

import { footer } from '../content/footer.ts';
import { navigation } from '../content/navigation.ts';
import { services } from '../content/services/index.ts';
import { site } from '../content/site.ts';
import type { Route } from './+types/root';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { NotificationArea } from './notifications.tsx';
import { PageChange } from './page-change.tsx';
import afterPaintScript from './after-paint-script.js?raw';
import styles from './styles/app.css?inline';
import laterStyles from './styles/later.css?url';
import themeScript from './theme-script.js?raw';

/** The services' names come as data: a script that imported them would hold the texts of all eleven pages. */
export function loader() {
  return { services: services.map(({ slug, name }) => ({ to: `/services/${slug}`, name })) };
}

export const shouldRevalidate = () => false;

// The styles stand inside the HTML, so that one answer paints the page. The browser's build holds no second copy of them: it
// reads back what is there, should React ever have to make the document anew.
const inlineStyles = { __html: import.meta.env.SSR ? styles : (document.querySelector('style')?.textContent ?? '') };
// Before the first paint: the theme; and unless the visitor comes from another of our pages, and so has the fonts already, the
// fonts and the rest of the styles wait for that paint, which would share the line with them.
const inlineScript = {
  __html: import.meta.env.SSR ? themeScript + afterPaintScript.replace('later.css', laterStyles) : '',
};

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    // The theme's class is set by the script below before the first paint; React only ever repeats what it finds.
    <html lang="en-GB" className={import.meta.env.SSR ? 'dark' : document.documentElement.className}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style dangerouslySetInnerHTML={inlineStyles} suppressHydrationWarning />
        <script dangerouslySetInnerHTML={inlineScript} suppressHydrationWarning />
        <noscript>{import.meta.env.SSR ? <link rel="stylesheet" href={laterStyles} /> : null}</noscript>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Browsers read it once, with the page: their script need not hold it. */}
        {import.meta.env.SSR ? <link rel="manifest" href="/manifest.webmanifest" /> : null}
        <Meta />
        <Links />
      </head>
      <body>
        <SiteHeader site={site} navigation={navigation} services={data?.services ?? []} />
        <main id="main" tabIndex={-1} className="grow">
          {children}
        </main>
        <SiteFooter site={site} footer={footer} />
        <NotificationArea />
        <PageChange />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
