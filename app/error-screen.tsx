import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';

import { ActionLink } from './components/action-link.tsx';
import { PageHero } from './components/page-hero.tsx';

// Not among the scripts of every page, for the few who ever see it. What hinders a page may hinder the drawing: then none.
const Drawing = lazy<ComponentType>(() =>
  import('./drawings/jammed-lift.tsx').then(
    ({ JammedLift }) => ({ default: JammedLift }),
    () => ({ default: () => null }),
  ),
);

/** What stands in a page's place when it fails to load or to render. It names the message and never a stack. */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  const drawing = (
    <Suspense>
      <Drawing />
    </Suspense>
  );
  return (
    <>
      <title>Unexpected Application Error!</title>
      <meta name="robots" content="noindex" />
      <PageHero title="Unexpected Application Error!" lead={message(error)} drawing={drawing}>
        <ActionLink to="/" label="Back to home" reloadDocument />
      </PageHero>
    </>
  );
}

function message(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}
