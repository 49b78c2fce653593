import { isRouteErrorResponse } from 'react-router';

import { notFound } from '../content/words.ts';
import { ActionLink } from './components/call-to-action.tsx';
import { PageHero } from './components/page-hero.tsx';
import { JammedLift } from './drawings/jammed-lift.tsx';

/** What stands in a page's place when it fails. It names the message and never a stack. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <>
      <title>Unexpected Application Error!</title>
      <meta name="robots" content="noindex" />
      <PageHero
        title="Unexpected Application Error!"
        lead={message(error)}
        structure="jammed-lift"
        drawing={<JammedLift />}
      >
        <ActionLink {...notFound.back} />
      </PageHero>
    </>
  );
}

function message(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}
