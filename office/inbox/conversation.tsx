import type { ReactNode } from 'react';

import type { EventName } from '../../enquiries/describe-event.ts';
import type { ActivityEvent, StoredEnquiry, StoredFile, StoredMessage } from '../../enquiries/model.ts';
import { splitQuotedText } from '../../mailbox/quoted-text.ts';
import { DateTime } from '../shared/html-document.tsx';
import { usePageContext } from '../shared/page-context.ts';
import { HiddenFields, PostButton } from '../shared/post-button.tsx';
import { UserText, UserTextBlock } from '../shared/user-text.tsx';
import { ActionButton } from './action-forms.tsx';
import { EventLine } from './activity-list.tsx';
import { DeliveryStatus } from './deliveries.tsx';
import { FileList } from './files.tsx';

type Entry = { id: string; at: Date } & ({ message: StoredMessage } | { event: ActivityEvent });

interface ConversationProps {
  enquiry: StoredEnquiry;
  events: readonly ActivityEvent[];
  files: readonly StoredFile[];
}

/**
 * Renders messages, notes and other events, the oldest first. What precedes the newest message is one line each, so that
 * the newest is in sight; the middle of a long conversation is folded.
 */
export function Conversation({ enquiry, events, files }: ConversationProps) {
  const entries = listEntries(enquiry.messages, events);
  const newest = entries.findLastIndex((entry) => 'message' in entry && entry.message.kind === 'message');
  const items = entries.map((entry, index) => {
    const isOpen = 'message' in entry ? index === newest || isDecisionNeeded(entry.message) : index > newest;
    const anchor = index === newest ? 'newest' : undefined;
    return { isOpen, content: <EntryItem key={entry.id} {...{ anchor, entry, isOpen, enquiry, files }} /> };
  });
  return (
    <section>
      <h2 className="sr-only">Conversation</h2>
      <ol className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-1 [&_.words]:px-[0.9rem] [&_.words]:py-[0.6rem]">
        <FoldedMiddle items={items.slice(0, Math.max(0, newest))} />
        <FoldedMiddle items={items.slice(Math.max(0, newest))} />
      </ol>
    </section>
  );
}

/** Events of these actions are not listed: their message is. */
const messageActions: ReadonlySet<EventName> = new Set([
  'reply',
  'reply received',
  'answer received',
  'automatic mail received',
  'bounce received',
] as const);

function listEntries(messages: readonly StoredMessage[], events: readonly ActivityEvent[]): readonly Entry[] {
  const others = events.filter(({ action }) => !messageActions.has(action));
  const entries = [
    ...messages.map((message) => ({ id: message.id, at: message.at, message })),
    ...others.map((event) => ({ id: event.id, at: event.at, event })),
  ];
  return entries.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Renders the first and the last entry. Those between them are folded, unless one of them is to be seen. */
function FoldedMiddle({ items }: { items: readonly { isOpen: boolean; content: ReactNode }[] }) {
  const middle = items.slice(1, -1);
  if (middle.length < 2) return items.map(({ content }) => content);
  return (
    <>
      {items[0]?.content}
      <li>
        <details open={middle.some(({ isOpen }) => isOpen)}>
          <summary>{middle.length} more between these</summary>
          <ol className="grid gap-1">{middle.map(({ content }) => content)}</ol>
        </details>
      </li>
      {items.at(-1)?.content}
    </>
  );
}

interface EntryItemProps {
  /** Fragment of its address. */
  anchor: string | undefined;
  entry: Entry;
  isOpen: boolean;
  enquiry: StoredEnquiry;
  files: readonly StoredFile[];
}

function EntryItem({ anchor, entry, isOpen, enquiry, files }: EntryItemProps) {
  if (!('message' in entry)) {
    const { event } = entry;
    return (
      <li className="text-small">
        {event.action === 'note' ? (
          <Foldable isOpen={isOpen} at={event.at} preview={event.detail} title={<NoteTitle event={event} />}>
            <UserTextBlock text={event.detail} />
          </Foldable>
        ) : (
          <EventLine event={event} />
        )}
      </li>
    );
  }
  const { message } = entry;
  const isOwnText = message.id === message.enquiryId || message.delivery !== null;
  const { text, quoted } = isOwnText ? { text: message.text, quoted: '' } : splitQuotedText(message.text);
  return (
    <li id={anchor} className={`scroll-mt-4 ${getEdgeClass(message)}`}>
      <Foldable
        isOpen={isOpen}
        at={message.at}
        preview={text}
        title={<MessageTitle message={message} enquiry={enquiry} />}
      >
        <MessageText text={text} quoted={quoted} />
        <FileList
          files={files.filter(({ messageId }) => messageId === message.id)}
          pagePath={`/enquiries/${enquiry.id}`}
        />
        {message.delivery === null ? null : <DeliveryStatus delivery={message.delivery} />}
        <ReplyButtons message={message} enquiry={enquiry} />
      </Foldable>
    </li>
  );
}

/** Messages from the visitor have a strong edge; answers are indented. */
function getEdgeClass({ direction, kind }: StoredMessage): string {
  if (kind !== 'message') return 'text-small text-quiet';
  return direction === 'in' ? 'border-l-4 border-lamp pl-3' : 'ml-4 border-l-4 border-hairline pl-3 md:ml-12';
}

interface FoldableProps {
  isOpen: boolean;
  at: Date;
  /** Text whose beginning is shown while it is folded. */
  preview: string;
  title: ReactNode;
  children: ReactNode;
}

function Foldable({ isOpen, at, preview, title, children }: FoldableProps) {
  return (
    <details open={isOpen} className="group">
      <summary className="flex items-baseline gap-x-3 font-normal before:content-['▸'] group-open:flex-wrap group-open:before:content-['▾']">
        <span className="max-w-1/2 shrink-0 truncate group-open:max-w-full group-open:shrink group-open:wrap-anywhere group-open:whitespace-normal">
          {title}
        </span>
        <span className="min-w-0 flex-1 truncate text-quiet group-open:hidden">
          <UserText text={preview.slice(0, 200).toWellFormed()} />
        </span>
        <span className="ml-auto text-small whitespace-nowrap text-quiet">
          <DateTime at={at} />
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-2">{children}</div>
    </details>
  );
}

function NoteTitle({ event: { actor } }: { event: ActivityEvent }) {
  return (
    <>
      Note by <UserText text={actor} />
    </>
  );
}

function MessageTitle({ message, enquiry }: Pick<ReplyButtonsProps, 'message' | 'enquiry'>) {
  const { kind, direction, by, byName, bounceReason, delivery } = message;
  const name = byName || (message.id === message.enquiryId ? enquiry.name : '');
  const author = (
    <>
      <strong className="font-semibold">
        <UserText text={name || by} />
      </strong>{' '}
      {name === '' ? null : (
        <span className="hidden group-open:inline">
          <UserText text={by} />
        </span>
      )}
    </>
  );
  if (kind === 'bounce') return <BounceTitle message={message} enquiry={enquiry} />;
  if (kind === 'automatic') return <>An automatic mail from {author}</>;
  if (direction === 'in') return author;
  return (
    <>
      {author} answered{delivery === null ? ' from a mail program' : ''}
      {bounceReason === null && !isDecisionNeeded(message) ? null : (
        <strong className="font-semibold text-balloon">
          {bounceReason === null ? ': not sent' : ': it came back'}
        </strong>
      )}
    </>
  );
}

/** Renders the words of the mail server: they are stored with the answer that came back. */
function BounceTitle({ message, enquiry: { messages, emailProblem } }: Pick<ReplyButtonsProps, 'message' | 'enquiry'>) {
  const earlier = messages.filter(({ at, bounceReason }) => bounceReason !== null && at <= message.at);
  return (
    <span className="text-balloon">
      {earlier.length > 0 ? 'Our answer came back: ' : 'Our mail came back: '}
      <UserText text={earlier.at(-1)?.bounceReason ?? emailProblem ?? message.subject} />
    </span>
  );
}

/** Renders the text of a message, with what it quotes folded. */
export function MessageText({ text, quoted }: { text: string; quoted: string }) {
  return (
    <>
      {text === '' ? <p className="text-quiet">There is no text.</p> : <UserTextBlock text={text} />}
      {quoted === '' ? null : (
        <details>
          <summary className="text-small">Quoted text</summary>
          <UserTextBlock text={quoted} />
        </details>
      )}
    </>
  );
}

interface ReplyButtonsProps {
  message: StoredMessage;
  enquiry: StoredEnquiry;
}

/** Renders what came of an answer, and what can be done about it: undone, sent again, or taken for sent. */
function ReplyButtons({ message, enquiry: { id, version } }: ReplyButtonsProps) {
  const { now } = usePageContext();
  if (message.bounceReason !== null)
    return (
      <p className="font-medium text-balloon">
        This answer came back: <UserText text={message.bounceReason} />
      </p>
    );
  if (isUndoable(message, now)) return <UndoButton message={message} />;
  // An answer about an enquiry that was merged into this one is decided about on its own page.
  if (!isDecisionNeeded(message) || message.enquiryId !== id) return null;
  return (
    <form method="post" className="row">
      <HiddenFields fields={{ seen: version, reply: message.id }} />
      <ActionButton enquiryId={id} action="send-again" />
      <ActionButton enquiryId={id} action="was-sent" />
    </form>
  );
}

function isDecisionNeeded({ delivery }: StoredMessage): boolean {
  return delivery?.state === 'failed' || delivery?.state === 'unconfirmed';
}

/** Returns true while an answer waits for the time at which it is sent. */
export function isUndoable({ delivery }: StoredMessage, now: Date): boolean {
  return delivery?.state === 'due' && delivery.attempts === 0 && !delivery.isLeased && delivery.dueAt > now;
}

/** Renders the button that takes an answer back. Its form has the text too, for whoever presses twice. */
export function UndoButton({ message: { id, enquiryId, text } }: Pick<ReplyButtonsProps, 'message'>) {
  return (
    <PostButton action={`/enquiries/${enquiryId}/undo#text`} fields={{ reply: id, text }} label="Undo the answer">
      Undo
    </PostButton>
  );
}
