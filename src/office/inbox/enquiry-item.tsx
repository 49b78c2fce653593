import { isAnswer, listUnanswered, wasRefused, type Reminder, type StoredEnquiry } from '../../enquiries/model.ts';
import type { ActionName } from '../../enquiries/change.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { UserText } from '../shared/user-text.tsx';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { ActionButton } from './action-forms.tsx';
import { isFromStranger } from './conversation.tsx';
import { PrivacyRequestLabel } from './privacy-request.tsx';
import { getUnquotedBeginning } from './message-text.tsx';
import type { Folder } from './folders.ts';
import { writeAgainLabel } from './replies.tsx';
import { ItemTimes } from './status-badge.tsx';

interface EnquiryItemProps {
  enquiry: StoredEnquiry;
  folder: Folder;
  /** The reader's reminder, if one is set. */
  reminder: Reminder | undefined;
  isTicked: boolean;
  /** True for the one that is to be answered first. */
  isFirstUnread: boolean;
}

/** Renders an enquiry in a list: its subject links to its page, and the likeliest action is at the right. */
export function EnquiryItem({ enquiry, folder, reminder, isTicked, isFirstUnread }: EnquiryItemProps) {
  const { id, version, subject, isUnread } = enquiry;
  return (
    <li className={`enquiry-item enquiry-columns ${isUnread ? 'is-unread' : ''}`}>
      <label className="tick relative z-1 -ml-3 grid size-11 place-items-center pointer-fine:h-9 [grid-area:tick] max-md:-mr-3 max-md:ml-auto print:hidden">
        <input type="checkbox" name="chosen" value={`${id}:${version}`} defaultChecked={isTicked} data-key="x" />
        <span className="sr-only">Choose {markHiddenCharacters(subject)}</span>
      </label>
      <ItemTimes enquiry={enquiry} folder={folder} />
      <ItemSender enquiry={enquiry} />
      <ItemMessage enquiry={enquiry} folder={folder} reminder={reminder} />
      <ItemActions enquiry={enquiry} isPrimary={isFirstUnread} />
    </li>
  );
}

/** Renders who it is and, below, what speaks against the author of what is not answered yet, or else the company. */
function ItemSender({ enquiry }: Pick<EnquiryItemProps, 'enquiry'>) {
  const { name, company, messages } = enquiry;
  const written = listUnanswered(messages);
  const unverified = written.findLast(({ isUnverified }) => isUnverified);
  const stranger = written.findLast((message) => isFromStranger(message, enquiry));
  const doubtful = unverified ?? stranger;
  return (
    <p className="min-w-0 self-start leading-snug [grid-area:from]">
      <span className="item-name block truncate">
        <UserText text={name} />
      </span>
      <small className={`block truncate text-small ${doubtful === undefined ? 'text-quiet' : 'text-balloon'}`}>
        {doubtful === undefined ? null : unverified === undefined ? 'from ' : 'not verified: '}
        <UserText text={doubtful?.by ?? company} />
      </small>
    </p>
  );
}

/** Renders the subject and, below, the newest message; it names its author unless that is the visitor. */
function ItemMessage({ enquiry, folder, reminder }: Pick<EnquiryItemProps, 'enquiry' | 'folder' | 'reminder'>) {
  const { names } = useCurrentUser();
  const { id, subject, messages, assignee, isUnread, reference } = enquiry;
  const newest = messages.findLast(({ kind }) => kind === 'message');
  const isReply = listUnanswered(messages).some(({ claimsOffice }) => !claimsOffice) && messages.some(isAnswer);
  const nameColleague = (email: string) => names.get(email) ?? email.replace(/@.*/, '');
  return (
    <div className="min-w-0 self-start leading-snug [grid-area:about]">
      <p className="flex items-baseline gap-x-2">
        {isUnread ? <span className="sr-only">Unread </span> : null}
        {isReply ? <span className={chipClassName}>replied</span> : null}
        <a
          href={`/enquiries/${id}`}
          data-key="o"
          className="item-subject truncate after:absolute after:inset-0 hover:underline"
        >
          <UserText text={subject} />
        </a>
        {assignee === null ? null : (
          <span className="ml-auto max-w-1/2 shrink-0 truncate text-small text-quiet">
            for <UserText text={nameColleague(assignee)} />
          </span>
        )}
        <span className="sr-only">, {reference}</span>
      </p>
      <p className="truncate text-small text-quiet">
        <PrivacyRequestLabel enquiry={enquiry} />
        <Flags enquiry={enquiry} folder={folder} reminder={reminder} />
        {newest?.direction === 'out' ? (
          <>
            <UserText text={nameColleague(newest.by)} />:{' '}
          </>
        ) : null}
        <UserText text={newest === undefined ? '' : getUnquotedBeginning(newest)} />
      </p>
    </div>
  );
}

const chipClassName = 'shrink-0 rounded-full border px-2 text-[0.8rem] leading-normal font-medium text-harbour';

/** Renders in a few words what is out of the ordinary. The enquiry's page has the reasons. */
function Flags({ enquiry, folder, reminder }: Pick<EnquiryItemProps, 'enquiry' | 'folder' | 'reminder'>) {
  const { now } = usePageContext();
  const { mail, acknowledgement, emailProblem, messages } = enquiry;
  const color = reminder && reminder.at <= now ? 'text-lamp' : 'text-quiet';
  return (
    <span className="font-medium text-balloon">
      {reminder && folder !== 'open' && <span className={color}>Reminder {<DateTime at={reminder.at} />} </span>}
      {wasRefused(mail) && folder !== 'not-delivered' ? 'Mail not sent ' : null}
      {emailProblem !== null
        ? 'Mail comes back '
        : acknowledgement?.state === 'failed'
          ? 'Address may be wrong '
          : null}
      {listUnanswered(messages).some(({ claimsOffice }) => claimsOffice) ? 'Perhaps replied ' : null}
    </span>
  );
}

/** Renders the likeliest action at the right. The others are behind it; a phone has them on the enquiry's page. */
function ItemActions({ enquiry, isPrimary }: Pick<EnquiryItemProps, 'enquiry'> & { isPrimary: boolean }) {
  const { id, version, subject, status, assignee, mail } = enquiry;
  const { person } = useCurrentUser();
  const name = markHiddenCharacters(subject);
  const isOpen = status === 'open';
  const replyLabel = isOpen ? 'Reply' : writeAgainLabel;
  const [className, furtherClassName] = [
    `${compactClassName} ${isPrimary ? 'button-primary' : ''} relative z-1 [grid-area:act] print:hidden`,
    'target w-full px-3',
  ];
  const button = (action: ActionName, text?: string, fields = {}) => (
    <ActionButton action={action} itemFields={{ chosen: `${id}:${version}`, ...fields }} className={furtherClassName}>
      {text}
    </ActionButton>
  );
  return (
    <>
      {status === 'spam' ? (
        <ActionButton
          action="not spam"
          itemFields={{ chosen: `${id}:${version}` }}
          className={className}
          describedObject={name}
        />
      ) : (
        <a href={`/enquiries/${id}#answer`} data-key="r" className={className} aria-label={`${replyLabel} to ${name}`}>
          {replyLabel}
        </a>
      )}
      <div className="relative z-1 [grid-area:more] max-md:hidden print:hidden">
        <button type="button" popoverTarget={`more-${id}`} className={moreClassName} aria-label={`More for ${name}`}>
          ⋯
        </button>
        <div id={`more-${id}`} popover="auto" className={menuClassName}>
          {isOpen && assignee !== person ? button('assign', 'Assign to me', { to: person }) : null}
          {isOpen ? button('remind', 'Remind me tomorrow', { day: 'tomorrow' }) : null}
          {status === 'closed' ? button('reopen') : null}
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
