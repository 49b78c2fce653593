import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';

import { ActionLink } from './components/action-link.tsx';
import { PageHero } from './components/page-hero.tsx';
import { BrokenSpan } from './drawings/broken-span.tsx';

/** What stands in a page's place when it fails to load or to render. It names the message and never a stack. */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <title>Unexpected Application Error!</title>
      <PageHero title="Unexpected Application Error!" lead={message(error)} drawing={<BrokenSpan />}>
        <ActionLink to="/" label="Back to home" reloadDocument />
      </PageHero>
    </>
  );
}

function message(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}
