import { wasRefused, type StoredEnquiry } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser, usePageContext, usePersonFormat } from '../shared/page-context.ts';
import { UserText } from '../shared/user-text.tsx';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { ActionButton } from './action-forms.tsx';
import { StatusBadge } from './status-badge.tsx';

interface EnquiryItemProps {
  enquiry: StoredEnquiry;
  /** Time of the reader's reminder, if one is set. */
  reminder: Date | undefined;
  /** Heading above the item, which it does not repeat. */
  groupTitle: string | null;
}

/** Renders an enquiry in a list, on two lines: its subject links to its page, and the main action is at the right. */
export function EnquiryItem({ enquiry, reminder, groupTitle }: EnquiryItemProps) {
  const formatPerson = usePersonFormat();
  const { id, version, subject, name, company, message, reference, assignee } = enquiry;
  return (
    <li className="enquiry-item">
      <label className="tick relative z-1 -ml-3 grid size-11 place-items-center [grid-area:tick] print:hidden">
        <input type="checkbox" className="size-5 accent-lamp" name="chosen" value={`${id}:${version}`} />
        <span className="sr-only">Choose {markHiddenCharacters(subject)}</span>
      </label>
      <StatusBadge enquiry={enquiry} groupTitle={groupTitle} />
      <a
        href={`/enquiries/${id}`}
        className="min-h-6 truncate font-semibold [grid-area:subject] after:absolute after:inset-0 hover:underline"
      >
        <UserText text={subject} />
      </a>
      <p className="truncate text-small text-quiet [grid-area:details]">
        <Flags enquiry={enquiry} reminder={reminder} groupTitle={groupTitle} />
        <span className="text-text">
          <UserText text={company === '' ? name : `${name}, ${company}`} />
        </span>{' '}
        <UserText text={truncateMessage(message)} />
      </p>
      <p className="text-right [grid-area:meta] text-small leading-snug text-quiet max-md:hidden">
        <span className="reference">{reference}</span>
        {assignee === null ? null : (
          <span className="block truncate">
            for <UserText text={formatPerson(assignee).replace(/@.*/, '')} />
          </span>
        )}
      </p>
      <ItemActions enquiry={enquiry} />
    </li>
  );
}

/** Renders in a few words what is out of the ordinary. The enquiry's page has the reasons. */
function Flags({ enquiry: { mail, acknowledgement }, reminder, groupTitle }: EnquiryItemProps) {
  const { now } = usePageContext();
  const isMailRefused = wasRefused(mail) && mail.lastReason !== groupTitle;
  return (
    <span className="font-medium text-balloon *:mr-2">
      {reminder === undefined ? null : (
        <span className={reminder <= now ? 'text-lamp' : 'text-quiet'}>
          Reminder <DateTime at={reminder} />
        </span>
      )}
      {isMailRefused ? <span>Mail not sent</span> : null}
      {acknowledgement?.state === 'failed' ? <span>Address may be wrong</span> : null}
    </span>
  );
}

/** Renders the likeliest action at the right. The others are behind it; a phone has them on the enquiry's page. */
function ItemActions({ enquiry: { id, version, subject, status, assignee, mail } }: Pick<EnquiryItemProps, 'enquiry'>) {
  const { person } = useCurrentUser();
  const [name, chosen] = [markHiddenCharacters(subject), `${id}:${version}`];
  const mainAction = status === 'spam' ? 'release' : 'reopen';
  const className = 'button relative z-1 [grid-area:act] print:hidden';
  return (
    <>
      {status === 'open' ? (
        <a href={`/enquiries/${id}#answer`} className={className} aria-label={`Answer ${name}`}>
          Answer
        </a>
      ) : (
        <ActionButton action={mainAction} itemFields={{ chosen }} className={className} describedObject={name} />
      )}
      <div className="relative z-1 [grid-area:more] max-md:hidden print:hidden">
        <button
          type="button"
          popoverTarget={`more-${id}`}
          className="button w-11 border-transparent bg-transparent"
          aria-label={`More for ${name}`}
        >
          ⋯
        </button>
        <div id={`more-${id}`} popover="auto" className="item-menu border border-outline bg-raised p-2 font-medium">
          {status !== 'open' || assignee === person ? null : (
            <ActionButton action="assign" itemFields={{ chosen, to: person }} className="target">
              Assign to me
            </ActionButton>
          )}
          {status === 'open' ? (
            <ActionButton action="remind" itemFields={{ chosen, day: 'tomorrow' }} className="target">
              Remind me tomorrow
            </ActionButton>
          ) : null}
          {wasRefused(mail) ? <ActionButton action="retry" itemFields={{ chosen }} className="target" /> : null}
          {status === 'spam' ? null : <ActionButton action="spam" itemFields={{ chosen }} className="target" />}
          <ActionButton action="erase" itemFields={{ chosen }} className="target text-balloon" />
        </div>
      </div>
    </>
  );
}

/** Returns the beginning of a message on one line. */
function truncateMessage(message: string): string {
  const characters = [...message.slice(0, 400).replaceAll(/\s+/g, ' ')];
  return characters.length <= 160 ? characters.join('') : `${characters.slice(0, 159).join('')}…`;
}
