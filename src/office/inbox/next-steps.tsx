import { formatDayAndTime } from '../../enquiries/response-target.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { useCurrentUser, usePageContext, type Notice } from '../shared/page-context.ts';
import { PostButton } from '../shared/post-button.tsx';
import type { StaffRequest } from '../shared/staff-request.ts';
import { UserText } from '../shared/user-text.tsx';
import { isReplyUndoable, UndoReplyButton } from './conversation.tsx';
import { actionNames, officeActions, formatActionSlug } from './office-actions.ts';

/** Actions, by their names in URLs, after which a person goes on to the next enquiry. */
const finishingActions: ReadonlySet<string> = new Set(
  actionNames.filter((name) => officeActions[name].leadsToNextEnquiry).map(formatActionSlug),
);

/**
 * Resolves to the enquiry to go on with after an action: of the open ones without a reminder of the reader, the next one
 * due that has no reply on its way. Null if there is none, undefined if the notice is about no action of this kind.
 */
export async function findNextEnquiry(
  { office, session: { person } }: StaffRequest,
  currentId: string,
  notice: Notice | undefined,
): Promise<StoredEnquiry | null | undefined> {
  if (!finishingActions.has(notice?.action ?? '')) return undefined;
  const now = office.clock.now();
  const filter = { status: 'open', reminder: { person, now, state: 'none' } } as const;
  const open = await office.enquiries.list({ ...filter, order: 'due', limit: 20 });
  return open.find((one) => one.id !== currentId && !one.replies.some((reply) => isReplyUndoable(reply, now))) ?? null;
}

/** Renders what can be done after an action: undo a reply, and go on to the next enquiry. */
export function NextSteps(props: { enquiry: StoredEnquiry; nextEnquiry: StoredEnquiry | null | undefined }) {
  const { enquiry, nextEnquiry } = props;
  const { now, content } = usePageContext();
  const { notice, person } = useCurrentUser();
  const reply = notice?.action === 'reply' ? enquiry.replies.findLast(({ by }) => by === person) : undefined;
  return (
    <div className="links row gap-x-6">
      {reply !== undefined && isReplyUndoable(reply, now) ? <UndoReplyButton message={reply} /> : null}
      {notice?.action === 'close' && enquiry.status === 'closed' ? (
        <PostButton action={`/enquiries/${enquiry.id}/reopen`} fields={{ seen: enquiry.version }}>
          {officeActions.reopen.label}
        </PostButton>
      ) : null}
      {nextEnquiry ? (
        <a href={`/enquiries/${nextEnquiry.id}`} data-key="j">
          <span>
            Next: <UserText text={nextEnquiry.subject} />
            {nextEnquiry.dueAt && `, due ${formatDayAndTime(nextEnquiry.dueAt, now, content.office.timeZone)}`}
          </span>
        </a>
      ) : null}
      {nextEnquiry === null ? <a href="/open">Nothing else is due: to Open</a> : null}
    </div>
  );
}
