import type { StoredEnquiry } from '../../enquiries/model.ts';
import { Moment } from '../shared/document.tsx';
import { UserText } from '../shared/user-text.tsx';

/** Maximum number of enquiries listed in a confirmation. */
export const mostShown = 20;

/** Enquiries that an action would affect. */
export interface Found {
  /** The first 20. */
  found: readonly StoredEnquiry[];
  /** Total number. */
  count: number;
}

/** Renders the affected enquiries with their senders. */
export function FoundList({ found, count }: Found) {
  return (
    <ul className="ruled mb-7 max-w-text">
      {found.map(({ id, reference, subject, name, receivedAt }) => (
        <li key={id} className={item}>
          <a href={`/enquiries/${id}`} className="link target">
            <UserText text={subject} />
          </a>
          <span className="text-quiet">
            <UserText text={name} />, <Moment at={receivedAt} />, <span className="reference">{reference}</span>
          </span>
        </li>
      ))}
      {count > found.length ? (
        <li className={item}>and {(count - found.length).toLocaleString('en-GB')} more</li>
      ) : null}
    </ul>
  );
}

const item = 'grid min-h-11 content-center overflow-clip py-2';
