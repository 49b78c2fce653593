import type { ReactNode, RefObject } from 'react';

import type { Content } from '../../content/content-types.ts';
import type { Outcome } from './send-enquiry.ts';

type OutcomeWords = Pick<
  Content['contactPage']['form'],
  'success' | 'open' | 'failure' | 'limited' | 'invalid' | 'reference'
>;

interface OutcomeMessageProps {
  outcome: Outcome | undefined;
  words: OutcomeWords;
  focusRef: RefObject<HTMLDivElement | null>;
}

/**
 * Outcome of the last attempt, shown until the next one; after a refusal it links to each field at fault. It takes the
 * focus, and a child is the live region: JAWS misses an alert on the focused element itself. The region for success
 * exists before it has text, or a screen reader would miss its first message.
 */
export function OutcomeMessage({ outcome, words, focusRef }: OutcomeMessageProps) {
  return (
    <div id="outcome" ref={focusRef} tabIndex={-1}>
      <div role="status">
        {outcome?.kind === 'sent' ? (
          <div className="outcome mt-4 border-woods">
            <h3 className="text-h3 font-bold">{words.success.title}</h3>
            <p className="mt-1">{words.success.description}</p>
            {words.open ? <p className="mt-1">{words.open}</p> : null}
            {outcome.reference ? (
              <p className="figures mt-3">{words.reference.replace('{reference}', outcome.reference)}</p>
            ) : null}
          </div>
        ) : null}
      </div>
      {outcome?.kind === 'failed' ? (
        <Problem title={words.failure.title}>
          <p className="mt-1">{reasonOf(outcome, words)}</p>
        </Problem>
      ) : null}
      {outcome?.kind === 'refused' ? (
        <Problem title={words.invalid.title}>
          <ul className="mt-1">
            {Object.entries(outcome.faults).map(([field, fault]) => (
              <li key={field}>
                <a href={`#${field}`} className="link inline-flex min-h-11 items-center">
                  {fault}
                </a>
              </li>
            ))}
          </ul>
        </Problem>
      ) : null}
    </div>
  );
}

function Problem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="outcome mt-4 border-balloon">
      <h3 className="text-h3 font-bold">{title}</h3>
      {children}
    </div>
  );
}

function reasonOf({ reason, retryAfterSeconds }: Extract<Outcome, { kind: 'failed' }>, words: OutcomeWords): string {
  return retryAfterSeconds === undefined
    ? (reason ?? words.failure.description)
    : words.limited.replace('{when}', fromNow(retryAfterSeconds));
}

/** Formats a duration as "in 40 seconds" or "in 2 minutes". */
function fromNow(seconds: number): string {
  const format = new Intl.RelativeTimeFormat('en-GB');
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}
