import { Outlet, useMatches } from 'react-router';

import { controls } from '../content/words.ts';
import { ErrorScreen } from './error-screen.tsx';
import type { PageHead } from './page-head.ts';
import type { Route } from './+types/page-frame';

export default function PageFrame() {
  return (
    <>
      <Breadcrumbs />
      <Outlet />
    </>
  );
}

/** The way to the page. The home page has none, nor has what is no page. */
function Breadcrumbs() {
  const data = useMatches().at(-1)?.loaderData as { head: Partial<PageHead> } | undefined;
  const way = data?.head.breadcrumbs;
  return way ? (
    <nav aria-label={controls.breadcrumb} className="wrap">
      <ol className="breadcrumbs">
        {way.map(({ name, to }) => (
          <li key={name}>{to ? <a href={to}>{name}</a> : <span aria-current="page">{name}</span>}</li>
        ))}
      </ol>
    </nav>
  ) : null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
