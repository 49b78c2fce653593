import type { ReactNode } from 'react';

import { listEnquirySubjects } from '../../content/enquiry-subjects.ts';
import { enquiryFields, singleLineFieldNames } from '../../enquiries/enquiry.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { FieldNotice, pluralise } from '../shared/notices.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { HiddenFields, PostButton, SubmitButton } from '../shared/post-button.tsx';
import { UserText } from '../shared/user-text.tsx';

interface SenderProps {
  enquiry: StoredEnquiry;
  /** Number of enquiries from the same address, this one included. */
  fromSameAddress: number;
  /** The newest of them, without this one. */
  otherEnquiries: readonly StoredEnquiry[];
  /** Typed address that was refused. */
  unsavedAddress: string | undefined;
}

// The subject is the title of the page.
const senderFields = singleLineFieldNames.filter((name) => name !== 'subject');

/** Renders who it is, and their other enquiries. The address is no link: the reply button is. */
export function Sender({ enquiry, fromSameAddress, otherEnquiries, unsavedAddress }: SenderProps) {
  const { email, subject, reference, receivedAt, messages } = enquiry;
  const { content } = usePageContext();
  const [page] = [...listEnquirySubjects(content)].find(([, text]) => text === subject) ?? [];
  const isFromForm = messages.some(({ id }) => id === enquiry.id);
  return (
    <section>
      <h2>Who it is</h2>
      <dl className="grid gap-y-1">
        {senderFields.map((name) => (
          <Row key={name} label={enquiryFields[name].label}>
            {enquiry[name] === '' ? 'not given' : <UserText text={enquiry[name]} />}
          </Row>
        ))}
        <Row label="Received">
          <DateTime at={receivedAt} />, {isFromForm ? 'by the contact form' : 'by mail'}
        </Row>
        {page === undefined ? null : <Row label="From page">/{page}</Row>}
        <Row label="Reference" className="reference">
          {reference}
        </Row>
      </dl>
      {enquiry.emailProblem === null ? (
        <details open={unsavedAddress !== undefined} className="print:hidden">
          <summary>Correct the address</summary>
          <AddressForm enquiry={enquiry} unsavedAddress={unsavedAddress} />
        </details>
      ) : null}
      <OtherEnquiries enquiry={enquiry} others={otherEnquiries} />
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        {fromSameAddress > 1 ? (
          <a href={`/search?${new URLSearchParams({ words: email }).toString()}`}>
            {pluralise(fromSameAddress)} from this address
          </a>
        ) : null}
        <a href={`/erase?${new URLSearchParams({ email }).toString()}`}>Erase this person…</a>
      </p>
    </section>
  );
}

function Row({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline overflow-clip">
      <dt className="text-small text-quiet">{label}</dt>
      <dd className={`wrap-anywhere ${className ?? ''}`}>{children}</dd>
    </div>
  );
}

/** Renders the form that corrects the visitor's address. */
export function AddressForm({ enquiry, unsavedAddress }: Pick<SenderProps, 'enquiry' | 'unsavedAddress'>) {
  const { id, version, email } = enquiry;
  const isRefused = useCurrentUser().notice?.fieldName === 'address';
  return (
    <form method="post" action={`/enquiries/${id}/address#email`} className="grid justify-items-start gap-[0.4rem]">
      <HiddenFields fields={{ seen: version }} />
      <label htmlFor="email" className="font-semibold">
        Address to write to
      </label>
      <FieldNotice fieldName="address" />
      <input
        id="email"
        name="email"
        type="email"
        required
        autoComplete="off"
        defaultValue={unsavedAddress ?? email}
        aria-describedby={isRefused ? 'field-notice' : undefined}
        aria-invalid={isRefused || undefined}
        className="field scroll-mt-24"
      />
      <SubmitButton>Correct the address</SubmitButton>
    </form>
  );
}

/** Renders other enquiries of the same address with their outcome, each to be merged with this one either way. */
function OtherEnquiries({ enquiry, others }: { enquiry: StoredEnquiry; others: readonly StoredEnquiry[] }) {
  if (others.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 font-semibold">Also from this address</h3>
      <ul className="ruled mt-2">
        {others.map((other) => (
          <li key={other.id}>
            <a href={`/enquiries/${other.id}`} className="link">
              <UserText text={other.subject} />
            </a>
            <p className="text-small text-quiet">
              <DateTime at={other.receivedAt} />, {outcomes[other.status]}
              {other.closedReason === null ? null : (
                <>
                  : <UserText text={other.closedReason} />
                </>
              )}
            </p>
            {[enquiry, other].every(isMergeable) ? <MergeButtons enquiry={enquiry} other={other} /> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

const outcomes = { open: 'waiting', closed: 'done', spam: 'set aside' } as const;

function isMergeable({ status, mergedInto }: StoredEnquiry): boolean {
  return status !== 'spam' && mergedInto === null;
}

function MergeButtons({ enquiry, other }: Record<'enquiry' | 'other', StoredEnquiry>) {
  const directions = [
    [other, enquiry, 'Merge into this one'],
    [enquiry, other, 'Merge this one into that'],
  ] as const;
  return (
    <details className="print:hidden">
      <summary className="text-small">Merge…</summary>
      <div className="grid justify-items-start gap-2">
        {directions.map(([source, target, text]) => (
          <PostButton
            key={source.id}
            action={`/enquiries/${source.id}/merge`}
            fields={{ seen: source.version, into: target.id }}
          >
            {text}
          </PostButton>
        ))}
      </div>
    </details>
  );
}
