import { Fragment } from 'react';

import { enquiryFields, textNames } from '../../enquiries/enquiry.ts';
import { parsePhone } from '../../enquiries/search-words.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import type { StaffRoutes, Shown, StaffRequest } from '../shared/staff-routes.ts';
import { UserTextBlock } from '../shared/user-text.tsx';
import { isEnquiryId } from '../shared/return-path.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { EnquiryActs, NoteForm } from './action-forms.tsx';
import { ActivityList } from './activity-list.tsx';
import { ReplyForm, Replies, ThumbBar } from './replies.tsx';
import { Deliveries, MailTrouble } from './deliveries.tsx';
import { folders } from './folders.ts';
import { Sender } from './sender.tsx';
import { Reminder, StatusBadge } from './status-badge.tsx';

/** Registers GET /enquiries/ID. */
export function registerEnquiryRoute({ get }: StaffRoutes): void {
  get('/enquiries/:id', async (visit) => {
    const found = await findEnquiry(visit);
    return found === null ? visit.refuse(404) : showEnquiry(visit, found);
  });
}

/** Resolves to the enquiry with the id in the path; null if there is none. */
export async function findEnquiry({ enquiries, id }: StaffRequest): Promise<StoredEnquiry | null> {
  if (!isEnquiryId(id)) return null;
  const [found] = await enquiries.find({ id });
  return found ?? null;
}

/** Unsaved typed text: of the note, of the note on an action, and of the reply. */
type Typed = Partial<Record<'note' | 'remark' | 'answer', string | undefined>>;

/** Answers with the page of an enquiry, and unsaved typed text. */
export async function showEnquiry(
  visit: StaffRequest,
  enquiry: StoredEnquiry,
  { note, remark, answer, ...shown }: Typed & Shown = {},
) {
  const page = <EnquiryPage {...await allAbout(visit, enquiry)} note={note} remark={remark} answer={answer} />;
  return visit.show(page, { ...shown, address: `/enquiries/${enquiry.id}`, script: 'kept' });
}

async function allAbout({ enquiries, people, person }: StaffRequest, enquiry: StoredEnquiry) {
  return {
    enquiry,
    deliveries: await enquiries.deliveries(enquiry.id),
    activity: await enquiries.events({ enquiryId: enquiry.id }),
    // Possible assignees.
    people: await people.withRole('enquiries'),
    // Includes this enquiry.
    fromSameAddress: await enquiries.count({ email: enquiry.email }),
    reply: formatMailtoLink(enquiry),
    // The reader's reminder only.
    reminder: (await enquiries.reminders(person))[enquiry.id],
  };
}

/**
 * Returns a `mailto:` URL. Characters that could begin another header are encoded or removed: visitors must not add
 * recipients. So are hidden and bidirectional characters: mail programs would show another subject.
 */
export function formatMailtoLink({
  email,
  subject,
  reference,
}: Pick<StoredEnquiry, 'email' | 'subject' | 'reference'>): string {
  const oneLine = `Re: ${subject} (${reference})`.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  const address = encodeURIComponent(email).replace(/%40(?!.*%40)/, '@');
  return `mailto:${address}?subject=${encodeURIComponent(oneLine)}`;
}

/** Renders an enquiry: message, sender, deliveries, activity and possible actions. */
export function EnquiryPage(props: Awaited<ReturnType<typeof allAbout>> & Typed) {
  const { enquiry, deliveries, activity, people, fromSameAddress, reply, reminder, note, remark, answer } = props;
  const { subject, reference, status } = enquiry;
  const folder = folderOf[status];
  return (
    <OfficePage
      title={`${subject}, ${reference}`}
      heading={subject}
      above={
        <a href={`/${folder}`} className="link target inline-flex">
          {folders[folder].title}
        </a>
      }
      lead={
        <>
          <StatusBadge enquiry={enquiry} isOfPage />
          <Reminder at={reminder} />
          <MailTrouble enquiry={enquiry} />
        </>
      }
    >
      <Sender enquiry={enquiry} fromSameAddress={fromSameAddress} />
      <div className="enquiry">
        <section>
          {textNames.map((name) => (
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
        <Replies enquiry={enquiry} />
        {status === 'spam' ? null : <ReplyForm enquiry={enquiry} typed={answer} />}
        <div className="enquiry-side grid content-start gap-9">
          <EnquiryActs enquiry={enquiry} people={people} reply={reply} reminder={reminder} remark={remark} />
          <section>
            <h2>What was sent</h2>
            <Deliveries deliveries={deliveries.filter(({ kind }) => kind !== 'reply')} />
          </section>
        </div>
        <section>
          <h2>Notes and acts</h2>
          {activity.length > 0 ? (
            <ActivityList acts={activity} isAboutOne />
          ) : (
            <p className="text-quiet">Nobody has done anything with it yet.</p>
          )}
          <NoteForm enquiry={enquiry} note={note} />
        </section>
      </div>
      {status === 'open' ? <ThumbBar telephone={parsePhone(enquiry.message)} /> : null}
    </OfficePage>
  );
}

const folderOf = { open: 'waiting', closed: 'answered', spam: 'set-aside' } as const;
