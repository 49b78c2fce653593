import { Foreign } from '../parts/foreign-text.tsx';
import { Moment } from '../inbox/moment.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import type { ContactFact, ContactFactsView } from '../parts/view.ts';

const labels = { email: 'Email', phone: 'Phone', address: 'Address', linkedin: 'LinkedIn page' } as const;
const keyboards = { email: 'email', phone: 'tel', address: 'text', linkedin: 'url' } as const;

/** The four facts that the site shows, to be changed while it runs. */
export function ContactFactsPage({ view }: { view: ContactFactsView }) {
  const { facts, now } = view;
  const faulty = facts.filter(({ fault }) => fault !== undefined);
  return (
    <OfficePage view={view} title={faulty.length > 0 ? 'Contact facts, not saved' : 'Contact facts'}>
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
          <ul>
            {faulty.map(({ field, fault }) => (
              <li key={field}>
                <a href={`#${field}`}>
                  {labels[field]}: <Foreign text={fault ?? ''} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <form method="post" action="/contact-facts" className="contact-facts">
        {facts.map((fact) => (
          <Field key={fact.field} fact={fact} now={now} />
        ))}
        <button type="submit" className="button button-primary">
          Save
        </button>
      </form>
    </OfficePage>
  );
}

function Field({ fact, now }: { fact: ContactFact; now: Date }) {
  const { field, value, present, builtIn, isSet, since, fault } = fact;
  return (
    <div>
      <input type="hidden" name={`shown-${field}`} value={present} />
      <label htmlFor={field}>{labels[field]}</label>
      <p id={`${field}-hint`} className="quiet">
        {isSet ? (
          <>
            Shows
            {since ? (
              <>
                {' '}
                since <Moment at={since.at} now={now} />, set by <Foreign text={since.by} />
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
        <p id={`${field}-fault`} className="fault">
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
