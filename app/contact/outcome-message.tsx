import { type RefObject } from 'react';

import type { Outcome } from './outcome.ts';

export interface OutcomeWords {
  success: { title: string; description: string };
  failure: { title: string; description: string };
  /** With `{when}` where the time of the next attempt belongs. */
  limited: string;
  invalid: { title: string };
}

interface OutcomeMessageProps {
  outcome: Outcome | undefined;
  words: OutcomeWords;
  focusRef: RefObject<HTMLDivElement | null>;
}

/**
 * How the last attempt ended, on the page until the next one. The live region stands there before it has a text, or a screen
 * reader would not announce the first; after a refusal it links to each field at fault.
 */
export function OutcomeMessage({ outcome, words, focusRef }: OutcomeMessageProps) {
  return (
    <div id="outcome" role="status" ref={focusRef} tabIndex={-1}>
      {outcome?.kind === 'sent' ? (
        <div className="outcome border-lamp">
          <p className="font-display text-h3 font-bold">{words.success.title}</p>
          <p className="mt-1">{words.success.description}</p>
        </div>
      ) : null}
      {outcome?.kind === 'failed' ? (
        <div className="outcome border-balloon">
          <p className="font-display text-h3 font-bold">{words.failure.title}</p>
          <p className="mt-1">{reasonOf(outcome, words)}</p>
        </div>
      ) : null}
      {outcome?.kind === 'refused' ? (
        <div className="outcome border-balloon">
          <p className="font-display text-h3 font-bold">{words.invalid.title}</p>
          <ul className="mt-1">
            {Object.entries(outcome.faults).map(([field, fault]) => (
              <li key={field}>
                <a href={`#${field}`} className="link inline-flex min-h-11 items-center">
                  {fault}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function reasonOf({ reason, retryAfterSeconds }: Extract<Outcome, { kind: 'failed' }>, words: OutcomeWords): string {
  return retryAfterSeconds === undefined
    ? (reason ?? words.failure.description)
    : words.limited.replace('{when}', fromNow(retryAfterSeconds));
}

/** Like "in 40 seconds" or "in 2 minutes". */
function fromNow(seconds: number): string {
  const format = new Intl.RelativeTimeFormat('en-GB');
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}
