import { findPhoneNumber } from '../../enquiries/search-words.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { formatReference } from '../../enquiries/reference.ts';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { parseNotice } from '../shared/notices.tsx';
import type { Notice } from '../shared/page-context.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { EnquiryActions, NoteForm } from './action-forms.tsx';
import { Conversation } from './conversation.tsx';
import { findRequestedEnquiry } from './find-requested.ts';
import { findNextEnquiry, NextSteps } from './next-steps.tsx';
import { PrivacyRequestForm, PrivacyRequestLabel } from './privacy-request.tsx';
import { ReplyForm, MobileActionBar } from './replies.tsx';
import { DeliveryList, MailTrouble } from './deliveries.tsx';
import { folders } from './folders.ts';
import { Sender } from './sender.tsx';
import { ReminderLine, StatusBadge } from './status-badge.tsx';

/** Registers GET /enquiries/ID. */
export function registerEnquiryPageRoute({ get }: StaffRoutes): void {
  get('/enquiries/:id', async (request) => {
    const enquiry = await findRequestedEnquiry(request);
    if (enquiry === null) return sendError(request, 404);
    await markAsRead(request, enquiry);
    return sendEnquiryPage(request, enquiry);
  });
}

/** Records that a person has opened the page. It is shown even if that cannot be stored, as on a full disk. */
async function markAsRead({ office: { enquiries, log }, reply }: StaffRequest, enquiry: StoredEnquiry): Promise<void> {
  if (!enquiry.isUnread || reply.request.method !== 'GET') return;
  await enquiries
    .markAsRead(enquiry)
    .catch((error) => log.warn({ err: error, id: enquiry.id }, 'an enquiry could not be marked as read'));
}

/** What was typed or chosen and is not saved: the note, that on an action, the reply, its reminder, who gets a copy, a corrected address. */
type UnsavedTexts = Partial<Record<'note' | 'remark' | 'reply' | 'remind' | 'copyTo' | 'address', string | undefined>>;

/** Sends the page of an enquiry, with unsaved typed text. */
export async function sendEnquiryPage(
  request: StaffRequest,
  enquiry: StoredEnquiry,
  { note, remark, reply, remind, copyTo, address, ...settings }: UnsavedTexts & StaffPageSettings = {},
) {
  const props = await loadEnquiryPageProps(
    request,
    enquiry,
    settings.notice ?? parseNotice(request.reply.request, request.office.actionNotices),
  );
  const page = <EnquiryPage {...props} {...{ note, remark, reply, remind, copyTo, address }} />;
  return sendStaffPage(request, page, { ...settings, url: `/enquiries/${enquiry.id}`, script: 'inbox' });
}

/** Other enquiries of the same address that the page lists. */
const maxOtherEnquiries = 5;

async function loadEnquiryPageProps(request: StaffRequest, enquiry: StoredEnquiry, notice: Notice | undefined) {
  const { enquiries, people, config } = request.office;
  const { id, email } = enquiry;
  const sameAddress = await enquiries.list({ email, limit: maxOtherEnquiries + 1 });
  return {
    enquiry,
    deliveries: await enquiries.listDeliveries(id),
    events: await enquiries.listEvents({ enquiryId: id }),
    possibleAssignees: await people.listEmailsWithRole('enquiries'),
    otherEnquiries: sameAddress.filter((other) => other.id !== id).slice(0, maxOtherEnquiries),
    mailtoUrl: formatMailtoUrl(enquiry),
    // The reader's reminder only.
    reminder: (await enquiries.listReminders(request.session.person))[id],
    proposedRecipients: await enquiries.proposeRecipients(enquiry),
    unsentFiles: await enquiries.listUnsentFiles({ enquiryId: id, person: request.session.person }),
    nextEnquiry: await findNextEnquiry(request, id, notice),
    isMailboxRead: config.isMailboxRead,
    shownId: request.query.get('message'),
  };
}

/**
 * Returns a `mailto:` URL. Characters that could begin another header are encoded or removed: visitors must not add
 * recipients. So are hidden and bidirectional characters: mail programs would show another subject.
 */
export function formatMailtoUrl({
  email,
  subject,
  reference,
}: Pick<StoredEnquiry, 'email' | 'subject' | 'reference'>): string {
  const subjectLine = `Re: ${subject} (${reference})`.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  const recipient = encodeURIComponent(email).replace(/%40([^%]*)$/, '@$1');
  return `mailto:${recipient}?subject=${encodeURIComponent(subjectLine)}`;
}

/** Renders an enquiry: the conversation and the reply form, and beside them the sender and the actions. */
export function EnquiryPage(props: Awaited<ReturnType<typeof loadEnquiryPageProps>> & UnsavedTexts) {
  const { enquiry, events, shownId, note, reply, nextEnquiry } = props;
  const { subject, reference, status, mergedInto } = enquiry;
  return (
    <OfficePage
      title={`${subject}, ${reference}`}
      heading={subject}
      noticeActions={<NextSteps enquiry={enquiry} nextEnquiry={nextEnquiry} />}
      aboveHeading={
        <p className="links row gap-x-6">
          <a href={`/${status}`}>{folders[status].title}</a>
          {enquiry.messages.length > 1 ? <a href="#newest">The newest of {enquiry.messages.length} messages</a> : null}
        </p>
      }
      lead={<EnquiryLead {...props} />}
    >
      <div className="with-side">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <div>
            <Conversation enquiry={enquiry} events={events} shownId={shownId} />
            {status === 'open' ? <MobileActionBar phone={findPhoneNumber(enquiry.message)} /> : null}
          </div>
          {(status === 'spam' && reply === undefined) || mergedInto !== null ? null : <ReplyForm {...props} />}
          {mergedInto === null ? <NoteForm enquiry={enquiry} unsavedNote={note} /> : null}
        </div>
        <EnquirySide {...props} />
      </div>
    </OfficePage>
  );
}

type EnquiryPageProps = Parameters<typeof EnquiryPage>[0];

/** Renders the status, and what is wrong with its mail. */
function EnquiryLead({ enquiry, reminder }: EnquiryPageProps) {
  const { mergedInto } = enquiry;
  return (
    <>
      {mergedInto === null ? (
        <StatusBadge enquiry={enquiry} />
      ) : (
        <p>
          Merged into{' '}
          <a href={`/enquiries/${mergedInto}`} className="link reference">
            {formatReference(mergedInto)}
          </a>
        </p>
      )}
      <PrivacyRequestLabel enquiry={enquiry} />
      <ReminderLine reminder={reminder} />
      <MailTrouble enquiry={enquiry} />
    </>
  );
}

/** Renders who it is, what can be done, and what was sent. */
function EnquirySide(props: EnquiryPageProps) {
  const { enquiry, deliveries, otherEnquiries, address, remark, ...actions } = props;
  const others = deliveries.filter(({ kind }) => kind !== 'reply');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-7">
      <Sender enquiry={enquiry} otherEnquiries={otherEnquiries} unsavedAddress={address} />
      {enquiry.mergedInto === null ? (
        <EnquiryActions enquiry={enquiry} unsavedActionNote={remark} {...actions} />
      ) : null}
      {enquiry.mergedInto === null && enquiry.status !== 'spam' ? <PrivacyRequestForm enquiry={enquiry} /> : null}
      {others.length === 0 ? null : (
        <section className="side-group">
          <h2>What was sent</h2>
          <DeliveryList deliveries={others} />
        </section>
      )}
    </div>
  );
}
