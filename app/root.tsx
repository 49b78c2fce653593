import type { ReactNode } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useRouteLoaderData,
} from 'react-router';

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

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    // The theme's class is set by the script below before the first paint; React only ever repeats what it finds.
    <html lang="en-GB" className={import.meta.env.SSR ? 'dark' : document.documentElement.className}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.SSR ? <StylesAndFirstScript /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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
        {import.meta.env.SSR ? <LastScripts /> : <ScrollMemory />}
      </body>
    </html>
  );
}

// What the browser reads once, with the HTML, is no part of React's tree there: React leaves alone what it does not know in head
// and body. It would fail to make a script anew, which the Content-Security-Policy forbids it, and would take the page down with
// it: where a translator or an extension has changed words before the start, React makes the whole tree anew.

/** The styles stand inside the HTML, so that one answer paints the page. */
function StylesAndFirstScript() {
  // Before the first paint: the theme; and unless the visitor comes from another of our pages, and so has the fonts already, the
  // fonts and the rest of the styles wait for that paint, which would share the line with them.
  const script = themeScript + afterPaintScript.replace('later.css', laterStyles);
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <script dangerouslySetInnerHTML={{ __html: script }} />
      <noscript>
        <link rel="stylesheet" href={laterStyles} />
      </noscript>
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}

/** Takes the visitor back to where a reloaded page was, and starts React. */
function LastScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

/** What `ScrollRestoration` does in the browser, without its script. */
function ScrollMemory() {
  useScrollRestoration();
  return null;
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
