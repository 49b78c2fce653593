import type { StoredEnquiry } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { MailTrouble } from './deliveries.tsx';
import { Reminder, StatusBadge } from './status-badge.tsx';

/** Renders an enquiry in a list. Its status comes first; its subject links to its page. */
export function EnquiryItem({ enquiry, reminder }: { enquiry: StoredEnquiry; reminder: Date | undefined }) {
  const { id, version, subject, name, company, message, reference, receivedAt, assignee } = enquiry;
  return (
    <li className="enquiry-item">
      <label className="tick row-[1/span_2] -ml-3 grid size-11 place-items-center place-self-start print:hidden">
        <input type="checkbox" className="size-5 accent-lamp" name="chosen" value={`${id}:${version}`} />
        <span className="sr-only">Choose {markHiddenCharacters(subject)}</span>
      </label>
      <StatusBadge enquiry={enquiry} />
      <div>
        <a
          href={`/enquiries/${id}`}
          className="target py-[0.3rem] text-[1.1rem] leading-[1.3] font-semibold hover:underline"
        >
          <UserText text={subject} />
        </a>
        <p>
          <UserText text={name} />
          {company === '' ? null : (
            <>
              , <UserText text={company} />
            </>
          )}
        </p>
        <p className="line-clamp-2 text-quiet md:line-clamp-1">
          <UserText text={truncateMessage(message)} />
        </p>
        <Reminder at={reminder} />
        <MailTrouble enquiry={enquiry} />
      </div>
      <p className="mt-[0.35rem] flex flex-wrap gap-x-4 text-small text-quiet md:mt-0 md:flex-col md:pt-[0.6rem] md:text-right">
        <span className="reference">{reference}</span>
        <DateTime at={receivedAt} />
        {assignee === null ? null : (
          <span>
            for <UserText text={assignee.slice(0, assignee.lastIndexOf('@'))} />
          </span>
        )}
      </p>
    </li>
  );
}

/** Returns the beginning of a message on one line. */
function truncateMessage(message: string): string {
  const characters = [...message.slice(0, 400).replaceAll(/\s+/g, ' ')];
  return characters.length <= 160 ? characters.join('') : `${characters.slice(0, 159).join('')}…`;
}
