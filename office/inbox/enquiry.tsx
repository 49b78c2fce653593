import { Fragment } from 'react';

import { enquiryFields, multilineFieldNames } from '../../enquiries/enquiry.ts';
import { findPhoneNumber } from '../../enquiries/search-words.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import type { StaffRoutes, StaffPageSettings, StaffRequest } from '../shared/staff-routes.ts';
import { UserTextBlock } from '../shared/user-text.tsx';
import { isEnquiryId } from '../shared/return-path.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { EnquiryActions, NoteForm } from './action-forms.tsx';
import { ActivityList } from './activity-list.tsx';
import { ReplyForm, ReplyList, MobileActionBar } from './replies.tsx';
import { DeliveryList, MailTrouble } from './deliveries.tsx';
import { folders } from './folders.ts';
import { Sender } from './sender.tsx';
import { Reminder, StatusBadge } from './status-badge.tsx';

/** Registers GET /enquiries/ID. */
export function registerEnquiryPageRoute({ get }: StaffRoutes): void {
  get('/enquiries/:id', async (request) => {
    const enquiry = await findRequestedEnquiry(request);
    return enquiry === null ? request.sendError(404) : showEnquiry(request, enquiry);
  });
}

/** Resolves to the enquiry with the id in the path; null if there is none. */
export async function findRequestedEnquiry({ enquiries, id }: StaffRequest): Promise<StoredEnquiry | null> {
  if (!isEnquiryId(id)) return null;
  const [found] = await enquiries.find({ id });
  return found ?? null;
}

/** Unsaved typed text: of the note, of the note on an action, and of the reply. */
type UnsavedTexts = Partial<Record<'note' | 'remark' | 'answer', string | undefined>>;

/** Sends the page of an enquiry, with unsaved typed text. */
export async function showEnquiry(
  request: StaffRequest,
  enquiry: StoredEnquiry,
  { note, remark, answer, ...settings }: UnsavedTexts & StaffPageSettings = {},
) {
  const page = (
    <EnquiryPage {...await loadEnquiryPageProps(request, enquiry)} note={note} remark={remark} answer={answer} />
  );
  return request.sendPage(page, { ...settings, url: `/enquiries/${enquiry.id}`, script: 'kept' });
}

async function loadEnquiryPageProps({ enquiries, people, person }: StaffRequest, enquiry: StoredEnquiry) {
  return {
    enquiry,
    deliveries: await enquiries.listDeliveries(enquiry.id),
    events: await enquiries.listEvents({ enquiryId: enquiry.id }),
    possibleAssignees: await people.listEmailsWithRole('enquiries'),
    // Includes this enquiry.
    fromSameAddress: await enquiries.count({ email: enquiry.email }),
    mailtoUrl: formatMailtoUrl(enquiry),
    // The reader's reminder only.
    reminder: (await enquiries.listReminders(person))[enquiry.id],
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
  const recipient = encodeURIComponent(email).replace(/%40(?!.*%40)/, '@');
  return `mailto:${recipient}?subject=${encodeURIComponent(subjectLine)}`;
}

/** Renders an enquiry: message, sender, deliveries, activity and possible actions. */
export function EnquiryPage(props: Awaited<ReturnType<typeof loadEnquiryPageProps>> & UnsavedTexts) {
  const { enquiry, deliveries, events, fromSameAddress, reminder, note, remark, answer, ...actions } = props;
  const { subject, reference, status } = enquiry;
  const folder = folderByStatus[status];
  return (
    <OfficePage
      title={`${subject}, ${reference}`}
      heading={subject}
      aboveHeading={
        <a href={`/${folder}`} className="link target inline-flex">
          {folders[folder].title}
        </a>
      }
      lead={
        <>
          <StatusBadge enquiry={enquiry} isOnEnquiryPage />
          <Reminder at={reminder} />
          <MailTrouble enquiry={enquiry} />
        </>
      }
    >
      <Sender enquiry={enquiry} fromSameAddress={fromSameAddress} />
      <div className="enquiry">
        <section>
          {multilineFieldNames.map((name) => (
            <Fragment key={name}>
              <h2>{enquiryFields[name].label}</h2>
              {enquiry[name] === '' ? (
                <p className="text-quiet">There is no {enquiryFields[name].label.toLowerCase()}.</p>
              ) : (
                <UserTextBlock text={enquiry[name]} />
              )}
            </Fragment>
          ))}
        </section>
        <ReplyList enquiry={enquiry} />
        {status === 'spam' ? null : <ReplyForm enquiry={enquiry} unsavedText={answer} />}
        <div className="enquiry-side grid content-start gap-9">
          <EnquiryActions enquiry={enquiry} reminder={reminder} unsavedRemark={remark} {...actions} />
          <section>
            <h2>What was sent</h2>
            <DeliveryList deliveries={deliveries.filter(({ kind }) => kind !== 'reply')} />
          </section>
        </div>
        <section>
          <h2>Notes and acts</h2>
          {events.length > 0 ? (
            <ActivityList events={events} isForOneEnquiry />
          ) : (
            <p className="text-quiet">Nobody has done anything with it yet.</p>
          )}
          <NoteForm enquiry={enquiry} unsavedNote={note} />
        </section>
      </div>
      {status === 'open' ? <MobileActionBar phone={findPhoneNumber(enquiry.message)} /> : null}
    </OfficePage>
  );
}

const folderByStatus = { open: 'waiting', closed: 'answered', spam: 'set-aside' } as const;
