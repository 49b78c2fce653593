import { wasRefused, type Reminder, type StoredEnquiry } from '../../enquiries/model.ts';
import type { ActionName } from '../../enquiries/change.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { UserText } from '../shared/user-text.tsx';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { ActionButton } from './action-forms.tsx';
import { isFromStranger } from './conversation.tsx';
import { ItemStatus, type HeadingFact } from './status-badge.tsx';

interface EnquiryItemProps {
  enquiry: StoredEnquiry;
  /** The reader's reminder, if one is set. */
  reminder: Reminder | undefined;
  /** What the heading above the item says. */
  headingFacts: readonly HeadingFact[];
}

/** Renders an enquiry in a list, on two lines: its subject links to its page, and the main action is at the right. */
export function EnquiryItem({ enquiry, reminder, headingFacts }: EnquiryItemProps) {
  const { names } = useCurrentUser();
  const { id, version, subject, name, company, message, reference, assignee } = enquiry;
  return (
    <li className="enquiry-item">
      <label className="tick relative z-1 -ml-3 grid size-11 place-items-center pointer-fine:h-9 [grid-area:tick] print:hidden">
        <input type="checkbox" className="size-5 accent-lamp" name="chosen" value={`${id}:${version}`} data-key="x" />
        <span className="sr-only">Choose {markHiddenCharacters(subject)}</span>
      </label>
      <ItemStatus enquiry={enquiry} headingFacts={headingFacts} />
      <a
        href={`/enquiries/${id}`}
        data-key="o"
        className="min-h-6 truncate font-semibold [grid-area:subject] after:absolute after:inset-0 hover:underline"
      >
        <UserText text={subject} />
      </a>
      <p className="truncate text-small text-quiet [grid-area:details]">
        <Flags enquiry={enquiry} reminder={reminder} headingFacts={headingFacts} />
        <span className="text-text">
          <UserText text={company === '' ? name : `${name}, ${company}`} />
        </span>{' '}
        <UserText text={message.slice(0, 160).toWellFormed()} />
      </p>
      <p className="text-right [grid-area:meta] text-small leading-snug text-quiet max-md:hidden">
        <span className="reference">{reference}</span>
        {assignee === null ? null : (
          <span className="block truncate">
            for <UserText text={names.get(assignee) ?? assignee.replace(/@.*/, '')} />
          </span>
        )}
      </p>
      <ItemActions enquiry={enquiry} reminder={reminder} />
    </li>
  );
}

/** Renders in a few words what is out of the ordinary. The enquiry's page has the reasons. */
function Flags({ enquiry, reminder, headingFacts }: EnquiryItemProps) {
  const { now } = usePageContext();
  const { mail, acknowledgement, emailProblem, messages } = enquiry;
  const unanswered = messages.slice(messages.findLastIndex(({ direction }) => direction === 'out') + 1);
  const written = unanswered.filter(({ kind }) => kind === 'message');
  const stranger = written.find((message) => isFromStranger(message, enquiry));
  const color = reminder && reminder.at <= now ? 'text-lamp' : 'text-quiet';
  return (
    <span className="font-medium text-balloon">
      {reminder && <span className={color}>Reminder {<DateTime at={reminder.at} />} </span>}
      {wasRefused(mail) && !headingFacts.includes('mail problem') ? 'Mail not sent ' : null}
      {emailProblem !== null
        ? 'Mail comes back '
        : acknowledgement?.state === 'failed'
          ? 'Address may be wrong '
          : null}
      {written.some(({ isUnverified }) => isUnverified) ? 'Not verified ' : null}
      {stranger === undefined ? null : (
        <>
          From <UserText text={stranger.by} />{' '}
        </>
      )}
      {written.some(({ claimsOffice }) => claimsOffice) ? 'Perhaps replied ' : null}
    </span>
  );
}

/** Renders the likeliest action at the right. The others are behind it; a phone has them on the enquiry's page. */
function ItemActions({ enquiry, reminder }: Omit<EnquiryItemProps, 'headingFacts'>) {
  const { id, version, subject, status, assignee, mail } = enquiry;
  const { person } = useCurrentUser();
  const name = markHiddenCharacters(subject);
  const isOpen = status === 'open';
  const [className, furtherClassName] = [
    `${compactClassName} relative z-1 [grid-area:act] print:hidden`,
    'target w-full px-3',
  ];
  const button = (action: ActionName, text?: string, fields = {}) => (
    <ActionButton action={action} itemFields={{ chosen: `${id}:${version}`, ...fields }} className={furtherClassName}>
      {text}
    </ActionButton>
  );
  return (
    <>
      {isOpen || (reminder && status === 'closed') ? (
        <a href={`/enquiries/${id}#answer`} data-key="r" className={className} aria-label={`Reply to ${name}`}>
          Reply
        </a>
      ) : (
        <ActionButton
          action={status === 'spam' ? 'not spam' : 'reopen'}
          itemFields={{ chosen: `${id}:${version}` }}
          className={className}
          describedObject={name}
        />
      )}
      <div className="relative z-1 [grid-area:more] max-md:hidden print:hidden">
        <button type="button" popoverTarget={`more-${id}`} className={moreClassName} aria-label={`More for ${name}`}>
          ⋯
        </button>
        <div id={`more-${id}`} popover="auto" className={menuClassName}>
          {isOpen && assignee !== person ? button('assign', 'Assign to me', { to: person }) : null}
          {isOpen ? button('remind', 'Remind me tomorrow', { day: 'tomorrow' }) : null}
          {wasRefused(mail) ? button('retry') : null}
          {status === 'spam' ? null : button('mark as spam')}
          <a href={`/enquiries/${id}/erase`} className={`${furtherClassName} text-balloon`}>
            Erase…
          </a>
        </div>
      </div>
    </>
  );
}

const compactClassName = 'button px-3 pointer-fine:min-h-9';
const moreClassName = `${compactClassName} w-11 border-transparent bg-transparent`;
const menuClassName =
  'inset-auto m-0 border border-outline bg-raised p-2 font-medium [box-shadow:var(--shadow)] [position-area:bottom_span-left] [position-try-fallbacks:flip-block]';
