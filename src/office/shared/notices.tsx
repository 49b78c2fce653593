import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import { formatErasureCounts } from '../../enquiries/describe-event.ts';
import { describeConcern } from '../../enquiries/concerns.ts';
import { UserText, UserTextList } from './user-text.tsx';
import { useCurrentUser, usePageContext, type Notice } from './page-context.ts';
import { addDoneQuery } from './return-path.ts';

/** Returns a notice of kind `problem`. */
export function createProblemNotice(text: string, details: readonly string[] = []): Notice {
  return { kind: 'problem', text, details };
}

/** Renders the concerns of the site. */
export function SiteProblemNotice() {
  const { now, content } = usePageContext();
  const problems = useCurrentUser().alerts?.map(({ problem, since }) => {
    const { summary, meanwhile } = describeConcern(problem, since, now, content.office.timeZone);
    return <p key={problem} className="first-letter:uppercase">{`${summary}. ${meanwhile}`}</p>;
  });
  return problems?.length ? <div className="notice is-problem grid gap-2">{problems}</div> : null;
}

/** Renders the result of the last action, and what can be done next. A problem gets the focus, unless a field has it. */
export function NoticeBanner({ notice, children }: { notice: Notice | undefined; children?: ReactNode }) {
  if (notice === undefined) return null;
  const { kind, text, details = [], fieldName } = notice;
  const focus = kind === 'problem' && fieldName === undefined ? { tabIndex: -1, autoFocus: true } : {};
  return (
    <div id="notice" {...focus} role={kind === 'problem' ? 'alert' : 'status'} className={`notice is-${kind} row`}>
      <p>
        <UserText text={text} />
      </p>
      {details.length > 0 ? (
        <div className="w-full text-quiet">
          <UserTextList texts={details} />
        </div>
      ) : null}
      {children}
    </div>
  );
}

/** Messages for what was done, by its name in URLs. Those of actions on enquiries are in `actionNotices` of the office. */
export const doneMessages = {
  'make-enquiry': 'It is an open enquiry now',
  'add-enquiry': 'Saved: they get no mail until you write to them',
  'put-in': 'The mail is in the enquiry now',
  'dismiss-mail': 'Left in the mailbox',
  erase: 'Erased',
  publish: 'Published: visitors read it from now on',
  schedule:
    'The time is set: it is published then, unless one of its texts is changed before, or does not fit any more. You get a mail in that case',
  'cancel-schedule': 'Cancelled: the drafts stay',
  'revoke-link': 'The link does not work any more',
  'not-shown':
    'Published, but this server could not make its pages of it: its visitors read what was there before. Undo it, or tell whoever runs the server, whose log has the reason',
  undo: 'Undone: visitors read what was there before. To have it back, undo this undo',
  'take-over': 'The draft is yours now',
  report: 'You get the statistics by mail at the beginning of each month',
  'no-report': 'You get no more mails with the statistics',
  roles: 'The roles are changed: they hold at once',
  'remove-person': 'Removed, and signed out everywhere',
  keys: 'Single keys act in the inbox from now on',
  'no-keys': 'Single keys do nothing any more',
  'passkey-name': 'The name is saved',
  passkey: 'The passkey is removed, and you are signed out everywhere else',
  'sign-out': 'You are signed out',
  'sign-out-everywhere': 'You are signed out everywhere',
} as const;

/** Name of what was done in URLs. */
export type DoneNoticeName = keyof typeof doneMessages;

/** Redirects with 303 to a path that shows the completed action. */
export function redirectWithNotice(reply: FastifyReply, path: string, action: DoneNoticeName, ...counts: number[]) {
  return reply.redirect(addDoneQuery(path, action, ...counts), 303);
}

/**
 * Returns the notice that the URL names. Only our own messages and a number are shown, and only if the request comes
 * from the office itself: a link of another site must not claim that something was erased.
 */
export function parseNotice(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  actionNotices: Readonly<Record<string, string>>,
): Notice | undefined {
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return undefined;
  const { searchParams } = new URL(url, 'http://office.invalid');
  const action = searchParams.get('done') ?? '';
  const count = searchParams.get('count') ?? '';
  const message = new Map(Object.entries({ ...doneMessages, ...actionNotices })).get(action);
  if (message === undefined) return undefined;
  const [enquiries = 0, messages = 0, otherMails = 0, mentions = 0] = count.split('.').map(Number);
  const isCounted = /^\d{1,6}(?:\.\d{1,6}){0,3}$/.test(count);
  const text = isCounted
    ? `${message}: ${formatErasureCounts({ enquiries, messages, otherMails, mentions })}.`
    : `${message}.`;
  return { kind: 'done', text, action };
}
