import type { ComponentProps } from 'react';
import type { Content } from '../content/content-types.ts';
import { ActionLink, PageHero } from './components/blocks.tsx';
import type { FormOutcome } from './contact/send-enquiry.ts';
import { getPoster } from './drawings/posters.ts';

const [brokenSpan, jammedLift] = [getPoster('broken-span'), getPoster('jammed-lift')];

interface ErrorScreenProps {
  error: Error;
  /** Outcome of a form whose response failed to render: a stored enquiry is still confirmed. */
  outcome: FormOutcome | undefined;
  texts: Pick<Content['contactPage']['form'], 'success' | 'reference'>;
  back: ComponentProps<typeof ActionLink>;
}

/** Error page for a page that fails to render. It shows the message, never the stack. */
export function ErrorScreen({ error, outcome, texts, back }: ErrorScreenProps) {
  return (
    <div data-hour={jammedLift.hour}>
      <PageHero
        title="Unexpected Application Error!"
        lead={error.message === '' ? 'Unknown error' : error.message}
        poster={jammedLift}
      >
        {outcome?.kind === 'sent' ? (
          <div role="status" className="mb-6">
            <p className="font-bold">{texts.success.title}</p>
            <p className="mt-1">{texts.success.description}</p>
            {outcome.reference ? (
              <p className="mt-1">{texts.reference.replace('{reference}', outcome.reference)}</p>
            ) : null}
          </div>
        ) : null}
        <ActionLink {...back} />
      </PageHero>
    </div>
  );
}

/** 404 page, the same for every unknown path. */
export function NotFound({ title, text, back }: Content['notFound']) {
  return (
    <div data-not-found data-hour={brokenSpan.hour}>
      <PageHero title={title} lead={text} poster={brokenSpan}>
        <ActionLink {...back} />
      </PageHero>
    </div>
  );
}
