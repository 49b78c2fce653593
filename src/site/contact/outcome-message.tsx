import type { ReactNode, RefObject } from 'react';
import type { Content } from '../../content/content-models.ts';
import type { FormOutcome } from './send-enquiry.ts';

type OutcomeTexts = Pick<
  Content['contactPage']['form'],
  'success' | 'answerBy' | 'open' | 'failure' | 'limited' | 'invalid' | 'reference'
>;

interface OutcomeMessageProps {
  outcome: FormOutcome | undefined;
  texts: OutcomeTexts;
  focusRef: RefObject<HTMLDivElement | null>;
}

/**
 * Outcome of the last attempt, shown until the next one; after a refusal it links to each invalid field. It takes the
 * focus, and a child is the live region: JAWS misses an alert on the focused element itself. The region for success
 * exists before it has text, or a screen reader would miss its first message.
 */
export function OutcomeMessage({ outcome, texts, focusRef }: OutcomeMessageProps) {
  const titles = { sent: texts.success.title, failed: texts.failure.title, refused: texts.invalid.title };
  // Without a name, focus on it is heard as "clickable".
  const group = outcome && { role: 'group', 'aria-label': titles[outcome.kind] };
  return (
    <div id="outcome" ref={focusRef} tabIndex={-1} {...group}>
      <div role="status">
        {outcome?.kind === 'sent' ? (
          <div className="outcome mt-4 border-woods">
            <h3 className="text-h3 font-bold">{texts.success.title}</h3>
            <p className="mt-1">{texts.success.description}</p>
            {outcome.answerBy ? <p className="mt-1">{texts.answerBy.replace('{time}', outcome.answerBy)}</p> : null}
            {texts.open ? <p className="mt-1">{texts.open}</p> : null}
            {outcome.reference ? (
              <p className="figures mt-3">{texts.reference.replace('{reference}', outcome.reference)}</p>
            ) : null}
          </div>
        ) : null}
      </div>
      {outcome?.kind === 'failed' ? (
        <Problem title={texts.failure.title}>
          <p className="mt-1">{describeFailure(outcome, texts)}</p>
        </Problem>
      ) : null}
      {outcome?.kind === 'refused' ? (
        <Problem title={texts.invalid.title}>
          <ul className="mt-1">
            {Object.entries(outcome.fieldErrors).map(([field, error]) => (
              <li key={field}>
                <a href={`#${field}`} className="link inline-flex min-h-11 items-center">
                  {error}
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

function describeFailure(
  { reason, retryAfterSeconds }: Extract<FormOutcome, { kind: 'failed' }>,
  texts: OutcomeTexts,
): string {
  return retryAfterSeconds === undefined
    ? (reason ?? texts.failure.description)
    : texts.limited.replace('{when}', formatDelay(retryAfterSeconds));
}

/** Formats a duration as "in 40 seconds" or "in 2 minutes". */
function formatDelay(seconds: number): string {
  const format = new Intl.RelativeTimeFormat('en-GB');
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}
