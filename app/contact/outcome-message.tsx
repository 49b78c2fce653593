import { type RefObject } from 'react';

import type { Outcome } from './outcome.ts';

interface OutcomeMessageProps {
  outcome: Outcome | undefined;
  words: {
    success: { title: string; description: string };
    failure: { title: string; description: string };
    invalid: { title: string };
  };
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
          <p className="mt-1">{outcome.reason ?? words.failure.description}</p>
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
