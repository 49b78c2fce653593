import type { StoredEnquiry } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';

/** Maximum number of enquiries listed in a confirmation. */
export const maxListedEnquiries = 20;

/** Enquiries that an action would affect. */
export interface AffectedEnquiries {
  /** The first 20. */
  enquiries: readonly StoredEnquiry[];
  /** Total number. */
  count: number;
}

/** Renders the affected enquiries with their senders. */
export function AffectedEnquiriesList({ enquiries, count }: AffectedEnquiries) {
  return (
    <ul className="ruled mb-7 max-w-text">
      {enquiries.map(({ id, reference, subject, name, receivedAt }) => (
        <li key={id} className={item}>
          <a href={`/enquiries/${id}`} className="link target">
            <UserText text={subject} />
          </a>
          <span className="text-quiet">
            <UserText text={name} />, <DateTime at={receivedAt} />, <span className="reference">{reference}</span>
          </span>
        </li>
      ))}
      {count > enquiries.length ? (
        <li className={item}>and {(count - enquiries.length).toLocaleString('en-GB')} more</li>
      ) : null}
    </ul>
  );
}

const item = 'grid min-h-11 content-center overflow-clip py-2';
