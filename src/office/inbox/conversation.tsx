import type { ReactNode } from 'react';
import { isVisitorAddress, listUnanswered, type StoredEnquiry, type StoredMessage } from '../../enquiries/model.ts';
import type { ActivityEvent } from '../../enquiries/change.ts';
import { undoPeriodMs } from '../../enquiries/actions.ts';
import { isRefusedByCopiesAlone } from '../../outbox/send-outcome.ts';
import type { TextPart } from '../../mailbox/text-parts.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { HiddenFields, PostButton } from '../shared/post-button.tsx';
import { UserText } from '../shared/user-text.tsx';
import { ActionButton } from './action-forms.tsx';
import { EventDetails } from './activity-list.tsx';
import { DeliveryStateText } from './deliveries.tsx';
import { officeActions } from './office-actions.ts';
import { listMessageParts, MessageText } from './message-text.tsx';
import { Recipients } from './recipients.tsx';

interface ConversationProps {
  enquiry: StoredEnquiry;
  events: readonly ActivityEvent[];
  /** Id of the message that the address asks for. */
  shownId: string | null;
}

/** Actions whose events are not listed: their message is. */
const messageActions = /^reply$| received$/;

/**
 * Renders messages, notes and other events, the oldest first. All since the last answer stand open. What precedes them
 * is one line each, and its middle is folded.
 */
export function Conversation({ enquiry, events, shownId }: ConversationProps) {
  const others = events.filter(({ action }) => !messageActions.test(action));
  const entries: (StoredMessage | ActivityEvent)[] = [...enquiry.messages, ...others];
  entries.sort((one, other) => one.at.getTime() - other.at.getTime());
  const newest = entries.findLastIndex((entry) => 'kind' in entry && entry.kind === 'message');
  const first = Math.min(newest, entries.indexOf(findFirstUnanswered(enquiry) ?? (entries[newest] as StoredMessage)));
  const wholeIds = listWholeMessages(enquiry.messages, shownId);
  const parts = listMessageParts(enquiry, wholeIds);
  const items = entries.map((entry, index) => {
    if (!('kind' in entry)) {
      const content = (
        <li key={entry.id} className="py-1 text-small">
          <EventDetails event={entry} />
        </li>
      );
      return { isOpen: index > first && entry.action === 'note', content };
    }
    const isSinceAnswer = index >= first && entry.kind === 'message';
    const isOpen = isSinceAnswer || entry.id === shownId || isDecisionNeeded(entry);
    const item = { message: entry, isOpen, enquiry, isWhole: wholeIds.has(entry.id), parts: parts.get(entry.id) ?? [] };
    const id = entry.id === shownId ? 'shown' : index === newest ? 'newest' : undefined;
    return { isOpen, content: <MessageItem key={entry.id} {...item} id={id} /> };
  });
  return (
    <section>
      <h2 className="sr-only">Conversation</h2>
      <ol className={listClassName}>
        <FoldedMiddle items={items.slice(0, Math.max(0, first))} />
        {items.slice(Math.max(0, first), newest).map(({ content }) => content)}
        <FoldedMiddle items={items.slice(Math.max(0, newest))} />
      </ol>
    </section>
  );
}

/** Returns the first message since the last answer; of an enquiry that was merged since, of what waited before too. */
function findFirstUnanswered({ status, waitingSince, messages }: StoredEnquiry): StoredMessage | undefined {
  const unanswered = new Set(listUnanswered(messages));
  const isWaiting = ({ direction, kind, at }: StoredMessage) =>
    status === 'open' && direction === 'in' && kind === 'message' && at >= waitingSince;
  return messages.find((message) => unanswered.has(message) || isWaiting(message));
}

/** Code units that a page shows of its messages: to split and to render 300 mails of 99 KB would hold up everybody. */
const maxShownLength = 200_000;

/** Returns the ids of the messages that are shown whole: the requested message, and the newest. */
function listWholeMessages(messages: readonly StoredMessage[], shownId: string | null): ReadonlySet<string> {
  let left = maxShownLength;
  const byImportance = messages
    .toReversed()
    .sort((one, other) => Number(other.id === shownId) - Number(one.id === shownId));
  const isWhole = ({ text }: StoredMessage) => text.length <= 1000 || (left -= text.length) >= 0;
  return new Set(byImportance.filter(isWhole).map(({ id }) => id));
}

const listClassName =
  'grid max-w-text grid-cols-[minmax(0,1fr)] gap-1 [&_.words]:border-0 [&_.words]:px-[0.9rem] [&_.words]:py-[0.6rem]';

/** Renders the first and the last item. The items between are folded, unless one of them is open. */
function FoldedMiddle({ items }: { items: readonly { isOpen: boolean; content: ReactNode }[] }) {
  const middle = items.slice(1, -1);
  if (middle.length < 2) return items.map(({ content }) => content);
  return (
    <>
      {items[0]?.content}
      <li>
        <details open={middle.some(({ isOpen }) => isOpen)}>
          <summary>{middle.length} more between these</summary>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">{middle.map(({ content }) => content)}</ol>
        </details>
      </li>
      {items.at(-1)?.content}
    </>
  );
}

interface MessageProps {
  message: StoredMessage;
  enquiry: StoredEnquiry;
}

interface MessageItemProps extends MessageProps {
  /** Fragment that leads to it. */
  id: string | undefined;
  isOpen: boolean;
  isWhole: boolean;
  parts: readonly TextPart[];
}

/**
 * Renders a message: while it is folded, its author, the beginning of its text and its time on one line. The visitor's
 * have a strong edge, and replies are indented.
 */
function MessageItem({ id, message, isOpen, isWhole, parts, enquiry }: MessageItemProps) {
  const { kind, direction, at, text, claimsOffice } = message;
  const isVisitors = direction === 'in' && !claimsOffice;
  const edge = isVisitors ? 'border-l-4 border-lamp' : 'ml-4 border-l-4 border-hairline md:ml-12';
  return (
    <li id={id} className={`scroll-mt-4 ${kind === 'message' ? `pl-3 ${edge}` : 'text-small text-quiet'}`}>
      <details open={isOpen} className="group">
        <summary className="flex items-baseline gap-x-3 font-normal before:content-['▸'_/_''] group-open:before:content-['▾'_/_'']">
          <span className={`truncate ${kind === 'message' ? 'max-w-1/2 shrink-0' : ''} ${openTitleClassName}`}>
            <MessageTitle message={message} enquiry={enquiry} />
          </span>
          <span className="min-w-0 flex-1 truncate text-quiet group-open:hidden">
            {kind === 'message' ? <UserText text={text.slice(0, 200).toWellFormed()} /> : null}
          </span>
          <span className="ml-auto text-small whitespace-nowrap text-quiet">
            <DateTime at={at} />
          </span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-2">
          <SenderDoubts message={message} enquiry={enquiry} />
          <Recipients message={message} />
          <MessageText message={message} parts={parts} files={enquiry.files} pagePath={`/enquiries/${enquiry.id}`} />
          {isWhole ? null : (
            <a href={`/enquiries/${enquiry.id}?message=${message.id}#shown`} className="link w-fit">
              Show the whole message
            </a>
          )}
          <ReplyState message={message} enquiry={enquiry} />
        </div>
      </details>
    </li>
  );
}

const openTitleClassName =
  'group-open:max-w-none group-open:min-w-0 group-open:flex-1 group-open:wrap-anywhere group-open:whitespace-normal';

function MessageTitle({ message, enquiry }: MessageProps) {
  const { id, enquiryId, kind, direction, at, by, byName, delivery, claimsOffice, isSentByProgram } = message;
  const { names } = useCurrentUser();
  if (kind === 'bounce') {
    // The reply that came back has the words of the mail server.
    const reply = enquiry.messages.findLast((one) => one.bounceReason !== null && one.at <= at);
    if (message.recipients.length > 0)
      return (
        <span className="text-balloon">
          Our copy to <UserText text={message.recipients.map(({ address }) => address).join(', ')} /> came back
        </span>
      );
    return (
      <span className="text-balloon">
        Our mail came back: <UserText text={reply?.bounceReason ?? enquiry.emailProblem ?? ''} />
      </span>
    );
  }
  const colleagueName = names.get(by.toLowerCase()) ?? '';
  const isOffices = claimsOffice || direction === 'out';
  const authorName = isOffices ? colleagueName : byName || (id === enquiryId ? enquiry.name : colleagueName);
  // Strangers choose their name, and its length.
  const isAddressFirst = authorName !== '' && isFromStranger(message, enquiry);
  const problem = formatReplyProblem(message);
  return (
    <>
      <strong className="font-semibold text-balloon group-open:hidden">{problem}</strong>
      <NotVerifiedMark message={message} />
      {formatAuthorPrefix(message)}
      <strong className={`font-semibold ${isAddressFirst ? 'hidden group-open:inline' : ''}`}>
        <UserText text={authorName || by} />
      </strong>
      <span className={isAddressFirst ? 'font-semibold' : 'hidden group-open:inline'}>
        {' '}
        {authorName === '' ? null : <UserText text={by} />}
      </span>
      {isSentByProgram ? ', sent by a program' : null}
      {direction === 'in' ? '' : delivery === null ? ' replied from a mail program' : ' replied'}
    </>
  );
}

function formatReplyProblem(message: StoredMessage): string {
  if (message.bounceReason !== null) return 'Came back: ';
  if (isDecisionNeeded(message)) return 'Not sent: ';
  return isCopyRefused(message) ? 'Not to everybody: ' : '';
}

/** Returns what stands before the author of a message. */
function formatAuthorPrefix({ kind, claimsOffice, isNoted, deliveryReport }: StoredMessage): string {
  if (isNoted) return 'Noted by the office: ';
  if (deliveryReport === 'delayed') return 'Not delivered yet; the mail server goes on trying. A report from ';
  if (deliveryReport === 'unproved')
    return 'Perhaps a mail of ours did not arrive. A report that anybody can write, from ';
  if (kind === 'automatic') return `An automatic mail ${claimsOffice ? 'that says it is ' : ''}from `;
  return claimsOffice ? 'Says it is from ' : '';
}

/** Returns true for a received message that neither is from the visitor's address nor says that it is from the office. */
export function isFromStranger({ direction, claimsOffice, by }: StoredMessage, enquiry: StoredEnquiry): boolean {
  return direction === 'in' && !claimsOffice && !isVisitorAddress(enquiry, by);
}

/** Renders the mark of a message that is known not to be from its author. */
export function NotVerifiedMark({ message: { isUnverified } }: Pick<MessageProps, 'message'>) {
  return isUnverified ? <strong className="font-semibold text-balloon">Not verified: </strong> : null;
}

/** Renders what speaks against the author of a message. */
function SenderDoubts({ message, enquiry }: MessageProps) {
  const { isUnverified, claimsOffice, kind } = message;
  const texts = [
    isUnverified && 'Perhaps somebody else wrote this: the mail server says so, or the mail names several senders.',
    claimsOffice && 'Anybody can put a colleague’s address on a mail. Did one of you write this?',
    kind === 'message' &&
      isFromStranger(message, enquiry) &&
      'This is not the visitor’s address. Replies go to theirs.',
  ];
  const said = texts.filter((text) => text !== false).join(' ');
  return said === '' ? null : <p className="text-small text-quiet">{said}</p>;
}

/** Renders what became of a reply, and what can be done: undo it, send it again, treat it as sent, or confirm that it is ours. */
function ReplyState({ message, enquiry: { id, version, status, mergedInto } }: MessageProps) {
  const { now } = usePageContext();
  const { bounceReason, delivery, claimsOffice, kind } = message;
  // Those of an enquiry that was merged are decided about where its conversation is.
  const isHere = mergedInto === null;
  return (
    <>
      {delivery === null ? null : <DeliveryStateText delivery={delivery} />}
      {bounceReason === null ? null : (
        <p className="font-medium text-balloon">
          This reply came back: <UserText text={bounceReason} />
        </p>
      )}
      {isHere && claimsOffice && kind === 'message' && status !== 'spam' ? (
        <form method="post" className="row">
          <HiddenFields fields={{ seen: version, message: message.id }} />
          <ActionButton enquiryId={id} action="confirm reply" />
        </form>
      ) : null}
      {isHere && isReplyUndoable(message, now) ? <UndoReplyButton message={message} /> : null}
      {isHere && (isDecisionNeeded(message) || isCopyRefused(message)) ? (
        <form method="post" className="row">
          <HiddenFields fields={{ seen: version, reply: message.id }} />
          <ActionButton enquiryId={id} action="send again" />
          {bounceReason === null && !isCopyRefused(message) ? (
            <ActionButton enquiryId={id} action="confirm sent" />
          ) : null}
        </form>
      ) : null}
    </>
  );
}

function isDecisionNeeded({ delivery, bounceReason }: StoredMessage): boolean {
  if (bounceReason !== null && delivery !== null) return true;
  return delivery?.state === 'failed' || delivery?.state === 'unconfirmed';
}

/** Returns true if the visitor has a reply that somebody in Cc has refused. */
function isCopyRefused({ delivery }: StoredMessage): boolean {
  return delivery?.state === 'delivered' && isRefusedByCopiesAlone(delivery.recipientStates);
}

/** Returns true while a reply waits for the time at which it is sent, or sent anew since it was refused. */
export function isReplyUndoable({ delivery }: StoredMessage, now: Date): boolean {
  const isDue = delivery?.state === 'due' && !delivery.isLeased && delivery.dueAt > now;
  const isTaken = Object.values(delivery?.recipientStates ?? {}).some(({ state }) => state === 'delivered');
  return isDue && !isTaken && delivery.payload['mayBeSent'] === undefined;
}

/**
 * Renders the button that takes a reply back. Its form has the text too, for whoever presses twice. `inbox-script.js`
 * hides it in its place once it can do nothing.
 */
export function UndoReplyButton({ message }: Pick<MessageProps, 'message'>) {
  const { id, enquiryId, text, recipients, delivery } = message;
  const { now } = usePageContext();
  const delay = delivery === null ? 0 : delivery.dueAt.getTime() - now.getTime();
  const copyTo = recipients.map(({ address }) => address);
  return (
    <div data-ends-in={delay} className="row">
      {delay <= undoPeriodMs ? <p>It goes out in a minute.</p> : null}
      <PostButton
        action={`/enquiries/${enquiryId}/undo-reply`}
        fields={{ reply: id, text, copyTo }}
        label="Undo the reply"
      >
        {officeActions['undo reply'].label}
      </PostButton>
    </div>
  );
}
