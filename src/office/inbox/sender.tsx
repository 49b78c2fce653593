import type { ReactNode } from 'react';
import { listEnquirySubjects } from '../../content/enquiry-subjects.ts';
import { enquiryFields, singleLineFieldNames } from '../../enquiries/enquiry.ts';
import { describeClosedReason, type StoredEnquiry } from '../../enquiries/model.ts';
import { formatPromisedTime } from '../../enquiries/response-target.ts';
import { listVisitSourceFacts } from '../../enquiries/visit-source.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { HiddenFields, PostButton, SubmitButton } from '../shared/post-button.tsx';
import { TextField } from '../shared/fields.tsx';
import { UserText } from '../shared/user-text.tsx';
import { officeActions } from './office-actions.ts';

interface SenderProps {
  enquiry: StoredEnquiry;
  /** The newest others of the same address. */
  otherEnquiries: readonly StoredEnquiry[];
  /** Typed address that was refused. */
  unsavedAddress: string | undefined;
}

// The subject is the title of the page.
const senderFields = singleLineFieldNames.filter((name) => name !== 'subject');

/** Renders who it is, and their other enquiries. The address is no link: the reply button is. */
export function Sender({ enquiry, otherEnquiries, unsavedAddress }: SenderProps) {
  const { email, subject, reference, receivedAt, promisedAt, messages, visitSource } = enquiry;
  const { content } = usePageContext();
  const [page] = [...listEnquirySubjects(content)].find(([, text]) => text === subject) ?? [];
  const own = messages.find(({ id }) => id === enquiry.id);
  const way = own === undefined ? 'by mail' : own.isNoted ? 'added by hand' : 'by the contact form';
  return (
    <section className="side-group">
      <h2>Who</h2>
      <dl className="grid gap-y-1">
        {senderFields.map((name) => (
          <Row key={name} label={enquiryFields[name].label}>
            {enquiry[name] === '' ? 'not given' : <UserText text={enquiry[name]} />}
          </Row>
        ))}
        <Row label="Received">
          <DateTime at={receivedAt} />, {way}
        </Row>
        {promisedAt === null ? null : (
          <Row label="Promised">by {formatPromisedTime(promisedAt, content.office.timeZone)}</Row>
        )}
        {page === undefined ? null : <Row label="From page">/{page}</Row>}
        {listVisitSourceFacts(visitSource).map(([label, value]) => (
          <Row key={label} label={label}>
            {value}
          </Row>
        ))}
        <Row label="Reference" className="reference">
          {reference}
        </Row>
      </dl>
      {enquiry.emailProblem === null ? null : (
        <p className="font-medium text-balloon">
          Mail to this address comes back: <UserText text={enquiry.emailProblem} />
        </p>
      )}
      {enquiry.emailProblem === null && isMergeable(enquiry) ? (
        <details open={unsavedAddress !== undefined} className="print:hidden">
          <summary>Correct the address</summary>
          <AddressForm enquiry={enquiry} unsavedAddress={unsavedAddress} />
        </details>
      ) : null}
      {otherEnquiries.length > 0 ? <OtherEnquiries enquiry={enquiry} others={otherEnquiries} /> : null}
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        <a href={`/search?${new URLSearchParams({ words: email }).toString()}`}>All from this address</a>
        <a href={`/erase?${new URLSearchParams({ email }).toString()}`} className="text-balloon">
          Erase this person…
        </a>
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
  const { notice } = useCurrentUser();
  const problem = notice?.fieldName === 'email' ? notice.text : undefined;
  return (
    <form
      method="post"
      action={`/enquiries/${enquiry.id}/correct-address#email`}
      className="grid justify-items-start gap-2"
    >
      <HiddenFields fields={{ seen: enquiry.version }} />
      <TextField
        name="email"
        type="email"
        label="Address to write to"
        // Equal Access sees no label in a closed `details`.
        aria-label="Address to write to"
        {...(problem !== undefined && { hint: problem, 'aria-invalid': true })}
        required
        defaultValue={unsavedAddress ?? enquiry.email}
        className="field scroll-mt-28"
      />
      <SubmitButton>{officeActions['correct address'].label}</SubmitButton>
    </form>
  );
}

/** Renders other enquiries of the same address with their outcome, each with a button that merges it into this one. */
function OtherEnquiries({ enquiry, others }: { enquiry: StoredEnquiry; others: readonly StoredEnquiry[] }) {
  return (
    <ul aria-label="Others from this address" className="ruled mt-3">
      {others.map((other) => (
        <li key={other.id}>
          <a href={`/enquiries/${other.id}`} className="link">
            <UserText text={other.subject} />
          </a>
          <p className="text-small text-quiet">
            <DateTime at={other.receivedAt} />,{' '}
            <UserText text={other.status === 'closed' ? describeClosedReason(other) : other.status} />
          </p>
          {[enquiry, other].every(isMergeable) && other.email.toLowerCase() === enquiry.email.toLowerCase() ? (
            <PostButton
              action={`/enquiries/${other.id}/merge`}
              fields={{ seen: other.version, into: enquiry.id }}
              className="link target print:hidden"
            >
              {officeActions.merge.label}
            </PostButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function isMergeable({ status, mergedInto }: StoredEnquiry): boolean {
  return status !== 'spam' && mergedInto === null;
}
