import type { StoredEnquiry } from '../../enquiries/model.ts';
import { wasRefused } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { UserText } from '../shared/user-text.tsx';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
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
  const { id, version, subject, name, company, message, reference, assignee } = enquiry;
  return (
    <li className="enquiry-item">
      <label className="tick grid size-11 place-items-center print:hidden">
        <input type="checkbox" className="size-5 accent-lamp" name="chosen" value={`${id}:${version}`} />
        <span className="sr-only">Choose {markHiddenCharacters(subject)}</span>
      </label>
      <StatusBadge enquiry={enquiry} groupTitle={groupTitle} />
      <a href={`/enquiries/${id}`} className="subject truncate font-semibold after:absolute after:inset-0">
        <UserText text={subject} />
      </a>
      <p className="details truncate text-small text-quiet">
        <Flags enquiry={enquiry} reminder={reminder} groupTitle={groupTitle} />
        <span className="text-text">
          <UserText text={company === '' ? name : `${name}, ${company}`} />
        </span>{' '}
        <UserText text={truncateMessage(message)} />
      </p>
      <p className="meta text-right text-small leading-snug text-quiet max-md:hidden">
        <span className="reference">{reference}</span>
        {assignee === null ? null : (
          <span className="block truncate">
            for <UserText text={assignee.slice(0, assignee.lastIndexOf('@'))} />
          </span>
        )}
      </p>
      <MainAction enquiry={enquiry} />
      <FurtherActions enquiry={enquiry} />
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

/** Id of the form of the buttons in a list, which does not send the ticks. */
export const itemFormId = 'item';

/** Renders the action that is most likely the next: a link to the answer, or a button. */
function MainAction({ enquiry: { id, version, subject, status } }: Pick<EnquiryItemProps, 'enquiry'>) {
  const label = markHiddenCharacters(subject);
  if (status === 'open')
    return (
      <a href={`/enquiries/${id}#answer`} className="button act print:hidden" aria-label={`Answer ${label}`}>
        Answer
      </a>
    );
  const [act, text] = status === 'spam' ? (['release', 'Not spam'] as const) : (['reopen', 'Open again'] as const);
  return (
    <ItemButton
      fields={{ act, chosen: `${id}:${version}` }}
      className="button act print:hidden"
      label={`${text}: ${label}`}
    >
      {text}
    </ItemButton>
  );
}

/** Renders the other actions in a native popover, for screens with room; a phone has them on the enquiry's page. */
function FurtherActions({
  enquiry: { id, version, subject, status, assignee, mail },
}: Pick<EnquiryItemProps, 'enquiry'>) {
  const { person } = useCurrentUser();
  const chosen = `${id}:${version}`;
  const isOpen = status === 'open';
  return (
    <div className="more max-md:hidden print:hidden">
      <button
        type="button"
        popoverTarget={`more-${id}`}
        className="button w-11 border-transparent bg-transparent"
        aria-label={`More for ${markHiddenCharacters(subject)}`}
      >
        ⋯
      </button>
      <div id={`more-${id}`} popover="auto" className="item-menu">
        {isOpen && assignee !== person ? (
          <ItemButton fields={{ act: 'assign', to: person, chosen }}>Assign to me</ItemButton>
        ) : null}
        {isOpen ? (
          <ItemButton fields={{ act: 'remind', day: 'tomorrow', chosen }}>Remind me tomorrow</ItemButton>
        ) : null}
        {isOpen ? <a href={`/enquiries/${id}#reason`}>End it…</a> : null}
        {wasRefused(mail) && status !== 'spam' ? (
          <ItemButton fields={{ act: 'retry', chosen }}>Send the mail again</ItemButton>
        ) : null}
        {status === 'spam' ? null : <ItemButton fields={{ act: 'spam', chosen }}>Spam: set aside</ItemButton>}
        <ItemButton fields={{ act: 'erase', chosen }} className="is-grave">
          Erase…
        </ItemButton>
      </div>
    </div>
  );
}

interface ItemButtonProps {
  /** Fields of the form, in the button's own value: see `readActionForm`. */
  fields: Record<string, string>;
  className?: string;
  label?: string;
  children: string;
}

function ItemButton({ fields, className, label, children }: ItemButtonProps) {
  const value = new URLSearchParams(fields).toString();
  return (
    <button type="submit" form={itemFormId} name="only" value={value} className={className} aria-label={label}>
      {children}
    </button>
  );
}

/** Returns the beginning of a message on one line. */
function truncateMessage(message: string): string {
  const characters = [...message.slice(0, 400).replaceAll(/\s+/g, ' ')];
  return characters.length <= 160 ? characters.join('') : `${characters.slice(0, 159).join('')}…`;
}
