import type { ContactField } from '../../enquiries/core/contact-settings.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign } from '../parts/foreign-text.tsx';
import { OfficePage } from '../parts/office-page.tsx';

export interface ContactFact {
  field: ContactField;
  /** What stands in the field: what was typed, after a fault. */
  value: string;
  /** What is set now; empty where nothing is. It comes back with the form, so that nobody's change is undone unseen. */
  present: string;
  /** What the site shows where nothing is set. */
  builtIn: string;
  /** Since when this value shows, and who set it; none where the built-in one shows. */
  since?: { at: Date; by: string } | undefined;
  isSet: boolean;
  /** Why it was not taken. */
  fault?: string | undefined;
}

const labels = { email: 'Email', phone: 'Phone', address: 'Address', linkedin: 'LinkedIn page' } as const;
const keyboards = { email: 'email', phone: 'tel', address: 'text', linkedin: 'url' } as const;

/** The four facts that the site shows, to be changed while it runs. */
export function ContactFactsPage({ facts }: { facts: readonly ContactFact[] }) {
  const faulty = facts.filter(({ fault }) => fault !== undefined);
  return (
    <OfficePage title={faulty.length > 0 ? 'Contact facts, not saved' : 'Contact facts'} here="/contact-facts">
      <header className="page-header">
        <h1>Contact facts</h1>
        <p>
          The site shows these on every page, and in its legal texts. Leave a field empty to return to the value that
          the site came with.
        </p>
      </header>
      {faulty.length > 0 ? (
        <div role="alert" className="notice is-problem">
          <h2>Nothing is saved yet</h2>
          <ul className="mt-[0.4rem] grid gap-[0.3rem] text-quiet">
            {faulty.map(({ field, fault }) => (
              <li key={field}>
                <a href={`#${field}`} className="link target inline-flex">
                  <span>
                    {labels[field]}: <Foreign text={fault ?? ''} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <form method="post" action="/contact-facts" className="grid max-w-(--measure) justify-items-start gap-6">
        {facts.map((fact) => (
          <Field key={fact.field} fact={fact} />
        ))}
        <button type="submit" className="button button-primary">
          Save
        </button>
      </form>
    </OfficePage>
  );
}

function Field({ fact }: { fact: ContactFact }) {
  const { field, value, present, builtIn, isSet, since, fault } = fact;
  return (
    <div className="grid w-full gap-[0.3rem]">
      <input type="hidden" name={`shown-${field}`} value={present} />
      <label htmlFor={field} className="font-semibold">
        {labels[field]}
      </label>
      <p id={`${field}-hint`} className="text-quiet">
        {isSet ? (
          <>
            Shows
            {since ? (
              <>
                {' '}
                since <Moment at={since.at} />, set by <Foreign text={since.by} />
              </>
            ) : null}
            . The site came with “<Foreign text={builtIn} />
            ”.
          </>
        ) : (
          <>
            The site shows what it came with: “<Foreign text={builtIn} />
            ”.
          </>
        )}
      </p>
      {fault === undefined ? null : (
        <p id={`${field}-fault`} className="font-semibold text-balloon">
          <Foreign text={fault} />
        </p>
      )}
      <input
        id={field}
        name={field}
        inputMode={keyboards[field]}
        autoComplete="off"
        defaultValue={value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? `${field}-hint` : `${field}-fault ${field}-hint`}
        className="field"
      />
    </div>
  );
}
