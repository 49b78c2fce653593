import type { ReactNode } from 'react';

import { enquiryFields, singleLineFieldNames } from '../../enquiries/enquiry.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { pluralise } from '../shared/notices.tsx';

interface SenderProps {
  enquiry: StoredEnquiry;
  /** Number of enquiries from the same address, this one included. */
  fromSameAddress: number;
}

// The subject is the title of the page.
const senderFields = singleLineFieldNames.filter((name) => name !== 'subject');

/** Renders sender, time and links to the sender's other enquiries. The address is no link: the reply button is. */
export function Sender({ enquiry, fromSameAddress }: SenderProps) {
  const { email, reference, receivedAt } = enquiry;
  return (
    <section>
      <h2 className="sr-only">From whom, and when</h2>
      <dl className="grid gap-x-8 gap-y-1 border-t border-hairline pt-3 pb-1 md:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
        {senderFields.map((name) => (
          <Row key={name} label={enquiryFields[name].label}>
            {enquiry[name] === '' ? 'not given' : <UserText text={enquiry[name]} />}
          </Row>
        ))}
        <Row label="Received">
          <DateTime at={receivedAt} />, by the contact form
        </Row>
        <Row label="Reference" className="reference">
          {reference}
        </Row>
      </dl>
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        {fromSameAddress > 1 ? (
          <a href={`/search?${new URLSearchParams({ words: email }).toString()}`}>
            {pluralise(fromSameAddress)} from this address
          </a>
        ) : (
          <span>1 enquiry from this address</span>
        )}
        <a href={`/erase?${new URLSearchParams({ email }).toString()}`}>Erase this person…</a>
      </p>
    </section>
  );
}

function Row({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline overflow-clip">
      <dt className="text-small text-quiet">{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
