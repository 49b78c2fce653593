import type { ComponentProps } from 'react';

import type { Content } from '../content/content-types.ts';
import { ActionLink, PageHero } from './components/blocks.tsx';
import type { Outcome } from './contact/send-enquiry.ts';
import { brokenSpan } from './drawings/posters/broken-span.ts';
import { jammedLift } from './drawings/posters/jammed-lift.ts';

interface ErrorScreenProps {
  error: Error;
  /** Of the form, where this stands in the place of its answer: an enquiry that is stored is said to be. */
  outcome: Outcome | undefined;
  words: Pick<Content['contactPage']['form'], 'success' | 'reference'>;
  back: ComponentProps<typeof ActionLink>;
}

/** What stands in a page's place when it fails. It names the message and never a stack. */
export function ErrorScreen({ error, outcome, words, back }: ErrorScreenProps) {
  return (
    <div data-hour={jammedLift.hour}>
      <PageHero
        title="Unexpected Application Error!"
        lead={error.message === '' ? 'Unknown error' : error.message}
        poster={jammedLift}
      >
        {outcome?.kind === 'sent' ? (
          <div role="status" className="mb-6">
            <p className="font-bold">{words.success.title}</p>
            <p className="mt-1">{words.success.description}</p>
            {outcome.reference ? (
              <p className="mt-1">{words.reference.replace('{reference}', outcome.reference)}</p>
            ) : null}
          </div>
        ) : null}
        <ActionLink {...back} />
      </PageHero>
    </div>
  );
}

/** Every address that no page has. The answer is the same for all of them. */
export function NotFound({ title, text, back }: Content['notFound']) {
  return (
    <div data-not-found data-hour={brokenSpan.hour}>
      <PageHero title={title} lead={text} poster={brokenSpan}>
        <ActionLink {...back} />
      </PageHero>
    </div>
  );
}
