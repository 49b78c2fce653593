import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign } from '../parts/foreign-text.tsx';
import { visibleText } from '../parts/invisible-characters.ts';
import { MailTrouble } from './delivery-words.tsx';
import { Standing } from './standing.tsx';

/** One line of a list: how it stands comes first, and its subject leads to the whole. */
export function EnquiryItem({ enquiry }: { enquiry: StoredEnquiry }) {
  const { id, version, subject, name, company, message, reference, receivedAt, assignedTo } = enquiry;
  return (
    <li className="enquiry-item">
      <label className="tick">
        <input type="checkbox" name="chosen" value={`${id}:${version}`} />
        <span className="sr-only">Choose {visibleText(subject)}</span>
      </label>
      <Standing enquiry={enquiry} />
      <div className="enquiry-item-words">
        <a href={`/enquiries/${id}`} className="subject">
          <Foreign text={subject} />
        </a>
        <p className="who">
          <Foreign text={name} />
          {company === '' ? null : (
            <>
              , <Foreign text={company} />
            </>
          )}
        </p>
        <p className="opening">
          <Foreign text={opening(message)} />
        </p>
        <MailTrouble delivery={enquiry.delivery} />
      </div>
      <p className="enquiry-item-facts">
        <span className="reference">{reference}</span>
        <Moment at={receivedAt} />
        {assignedTo === null ? null : (
          <span>
            for <Foreign text={assignedTo.slice(0, assignedTo.lastIndexOf('@'))} />
          </span>
        )}
      </p>
    </li>
  );
}

/** The beginning of a message on one line. */
function opening(message: string): string {
  const characters = [...message.slice(0, 400).replaceAll(/\s+/g, ' ')];
  return characters.length <= 160 ? characters.join('') : `${characters.slice(0, 159).join('')}…`;
}
