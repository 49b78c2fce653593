import { enquiryFields, lineNames } from '../../enquiries/core/enquiry.ts';
import { counted } from './counted.ts';
import { Foreign } from '../parts/foreign-text.tsx';
import { Moment } from './moment.tsx';
import type { EnquiryView } from '../parts/view.ts';

// The subject is the page's title.
const shown = lineNames.filter((name) => name !== 'subject');

/** Who wrote and when, and the ways to everything else of theirs. Their address is no link: the reply is. */
export function Sender({ view: { enquiry, fromSameAddress, now } }: { view: EnquiryView }) {
  const { email, reference, receivedAt } = enquiry;
  return (
    <section className="sender">
      <h2 className="sr-only">From whom, and when</h2>
      <dl>
        {shown.map((name) => (
          <div key={name}>
            <dt>{enquiryFields[name].label}</dt>
            <dd>{enquiry[name] === '' ? 'not given' : <Foreign text={enquiry[name]} />}</dd>
          </div>
        ))}
        <div>
          <dt>Received</dt>
          <dd>
            <Moment at={receivedAt} now={now} />, by the contact form
          </dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd className="reference">{reference}</dd>
        </div>
      </dl>
      <p className="links">
        {fromSameAddress > 1 ? (
          <a href={`/search?${new URLSearchParams({ words: email }).toString()}`}>
            {counted(fromSameAddress)} from this address
          </a>
        ) : (
          <span>1 enquiry from this address</span>
        )}
        <a href={`/erase?${new URLSearchParams({ email }).toString()}`}>Erase this person…</a>
      </p>
    </section>
  );
}
