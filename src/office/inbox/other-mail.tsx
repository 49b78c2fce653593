import type { ReactNode } from 'react';
import type { StoredEnquiry, StoredFile, StoredMessage } from '../../enquiries/model.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { DateTime } from '../shared/html-document.tsx';
import { pluralise } from '../../text/format-text.ts';
import { sendError } from '../shared/error-responses.tsx';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { loadPage, PageLinks } from '../shared/paging.tsx';
import { TextField } from '../shared/fields.tsx';
import { toOneLine } from '../shared/form.ts';
import { PostButton, SubmitButton, type FormFields } from '../shared/post-button.tsx';
import { isEnquiryId } from '../shared/return-path.ts';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { UserText } from '../shared/user-text.tsx';
import { addEnquiryPath } from './add-enquiry.tsx';
import { NotVerifiedMark } from './conversation.tsx';
import { findRequestedMail } from './find-requested.ts';
import { otherMailHeaderLink } from './folders.ts';
import { getUnquotedBeginning, MessageText } from './message-text.tsx';
import { BriefTime } from './status-badge.tsx';

/** Registers the pages of other mail, and the forms that make an enquiry of one or leave it in the mailbox. */
export function registerOtherMailRoutes({ get, post }: StaffRoutes): void {
  get(otherMailHeaderLink.path, showOtherMailList);
  get('/mail/:id', (request) => showOtherMail(request));
  post('/mail/:id/enquiry', async (request) => {
    const { office, session, reply } = request;
    const mail = await findRequestedMail(request);
    if (mail === null) return sendError(request, 404, goneTexts);
    const { fields, isToConfirm } = await office.enquiries.proposeEnquiry(mail);
    if (isToConfirm) return reply.redirect(`${addEnquiryPath}?mail=${mail.id}`, 303);
    const id = await office.enquiries.addEnquiry({ fields, actor: session.person, mailId: mail.id });
    return id === null
      ? sendError(request, 404, goneTexts)
      : redirectWithNotice(reply, `/enquiries/${id}`, 'make-enquiry');
  });
  post('/mail/:id/put-in', async (request) => {
    const { office, session, params, form, reply } = request;
    const into = form.get('into') ?? '';
    if (![params.id, into].every(isEnquiryId)) return sendError(request, 404, goneTexts);
    const result = await office.enquiries.putMailIntoEnquiry(params.id, into, session.person);
    if (result === 'done') return redirectWithNotice(reply, `/enquiries/${into}`, 'put-in');
    return result === 'unknown'
      ? sendError(request, 404, goneTexts)
      : showOtherMail(request, {
          status: 409,
          notice: createProblemNotice('Nothing is changed: that enquiry is spam.'),
        });
  });
  post('/mail/:id/dismiss', async (request) => {
    const { office, session, params, reply } = request;
    const isDismissed = isEnquiryId(params.id) && (await office.enquiries.dismissOtherMail(params.id, session.person));
    return isDismissed
      ? redirectWithNotice(reply, otherMailHeaderLink.path, 'dismiss-mail')
      : sendError(request, 404, goneTexts);
  });
}

async function showOtherMailList(request: StaffRequest) {
  const page = await loadPage(otherMailHeaderLink.path, request.query, request.office.enquiries.listOtherMail);
  if (page === null) return sendError(request, 404);
  return sendStaffPage(request, <OtherMailListPage mails={page.items} nextPageUrl={page.nextPageUrl} />);
}

async function showOtherMail(request: StaffRequest, settings: StaffPageSettings = {}) {
  const mail = await findRequestedMail(request);
  if (mail === null) return sendError(request, 404, goneTexts);
  const { listFiles, list } = request.office.enquiries;
  const query = request.query.has('find') ? toOneLine(request.query.get('find'), 200) : mail.by;
  const found = await list({ query, limit: 20 });
  const targets = found.filter(({ status, mergedInto }) => status !== 'spam' && mergedInto === null);
  const page = <OtherMailPage mail={mail} files={await listFiles([mail.id])} query={query} targets={targets} />;
  return sendStaffPage(request, page, { ...settings, url: `/mail/${mail.id}` });
}

const goneTexts = {
  title: 'This mail is not here any more',
  advice: 'Somebody has made an enquiry of it or left it in the mailbox, where it still is.',
};

interface OtherMailListPageProps {
  mails: readonly StoredMessage[];
  nextPageUrl: string | undefined;
}

/** Renders a page of other mail, the newest first; automatic mails and bounces are folded apart. */
export function OtherMailListPage({ mails, nextPageUrl }: OtherMailListPageProps) {
  const written = mails.filter(({ kind }) => kind === 'message');
  const automatic = mails.filter(({ kind }) => kind !== 'message');
  return (
    <OfficePage
      title={otherMailHeaderLink.title}
      lead="Mail in the mailbox that belongs to no enquiry. What you leave in the mailbox is not listed any more."
      currentPath={otherMailHeaderLink.path}
    >
      {written.length > 0 ? <MailList mails={written} /> : <p className="py-4">There is no other mail.</p>}
      {automatic.length > 0 ? (
        <details className="mt-4">
          <summary>{pluralise(automatic.length, 'automatic mail', 'automatic mails')}</summary>
          <MailList mails={automatic} />
        </details>
      ) : null}
      <PageLinks nextPageUrl={nextPageUrl} nextLabel="Earlier mail" />
    </OfficePage>
  );
}

/** Renders mails with the likeliest action at the right. */
function MailList({ mails }: Pick<OtherMailListPageProps, 'mails'>) {
  return (
    <ul className="mails border-t-2 border-hairline">
      {mails.map((mail) => {
        const { id, kind, by, byName, subject, at } = mail;
        const [name, text] = kind === 'message' ? ['enquiry', makeEnquiryLabel] : ['dismiss', dismissLabel];
        return (
          <Item
            key={id}
            path={`/mail/${id}`}
            at={at}
            from={
              <>
                <NotVerifiedMark message={mail} />
                <UserText text={byName || by} />
              </>
            }
            fromDetail={byName === '' ? '' : by}
            subject={subject || noSubject}
            text={getUnquotedBeginning(mail)}
            button={{ action: `/mail/${id}/${name}`, children: text }}
          />
        );
      })}
    </ul>
  );
}

interface ItemProps {
  path: string;
  at: Date;
  from: ReactNode;
  fromDetail: string;
  subject: string;
  text: string;
  button: { action: string; fields?: FormFields; children: string };
}

/** Renders a mail or an enquiry in a list, with the likeliest action at the right. */
function Item({ path, at, from, fromDetail, subject, text, button }: ItemProps) {
  return (
    <li className="enquiry-item enquiry-columns">
      <p className="self-start font-semibold [grid-area:when]">
        <BriefTime at={at} />
      </p>
      <p className="min-w-0 self-start leading-snug [grid-area:from]">
        <span className="block truncate">{from}</span>
        <small className="block truncate text-small text-quiet">
          <UserText text={fromDetail} />
        </small>
      </p>
      <div className="min-w-0 self-start leading-snug [grid-area:about]">
        <a href={path} className={mailLinkClassName}>
          <UserText text={subject} />
        </a>
        <p className="truncate text-small text-quiet">
          <UserText text={text} />
        </p>
      </div>
      <PostButton
        {...button}
        className="button relative z-1 max-md:w-24 max-md:px-1 max-md:text-small max-md:leading-tight"
        label={`${button.children}: ${markHiddenCharacters(subject)}`}
      />
    </li>
  );
}

const mailLinkClassName = 'item-subject block truncate after:absolute after:inset-0 hover:underline';
const noSubject = 'Without a subject';
const makeEnquiryLabel = 'Make it an enquiry';
const dismissLabel = 'Leave it in the mailbox';

interface OtherMailPageProps {
  mail: StoredMessage;
  files: readonly StoredFile[];
  /** Words by which enquiries are looked for. */
  query: string;
  /** Enquiries that the mail can be put into. */
  targets: readonly StoredEnquiry[];
}

/** Renders another mail, with what makes an enquiry of it, puts it into one, or dismisses it. */
export function OtherMailPage({ mail, files, query, targets }: OtherMailPageProps) {
  const { id, subject, at, by, byName } = mail;
  return (
    <OfficePage
      title={subject || noSubject}
      currentPath={otherMailHeaderLink.path}
      aboveHeading={
        <a href={otherMailHeaderLink.path} className="link target inline-flex">
          {otherMailHeaderLink.title}
        </a>
      }
      lead={
        <p>
          <NotVerifiedMark message={mail} />
          <UserText text={byName} /> <UserText text={by} />, <DateTime at={at} />
        </p>
      }
    >
      <div className="row mb-5 print:hidden">
        <PostButton action={`/mail/${id}/enquiry`} className="button button-primary">
          {makeEnquiryLabel}
        </PostButton>
        <PostButton action={`/mail/${id}/dismiss`}>{dismissLabel}</PostButton>
        {by === '' ? null : (
          <a href={`/erase?${new URLSearchParams({ email: by }).toString()}`} className="link target">
            Erase this person…
          </a>
        )}
      </div>
      <MessageText
        message={mail}
        parts={[{ text: mail.text, isQuoted: false }]}
        files={files}
        pagePath={`/mail/${id}`}
      />
      <section className="mt-7 print:hidden">
        <h2>Put it into an enquiry</h2>
        <form className="row items-end">
          <TextField name="find" type="search" label="Reference, name or words" defaultValue={query} />
          <SubmitButton>Search</SubmitButton>
        </form>
        {targets.length > 0 ? null : <p className="py-4">No enquiry has all of these words.</p>}
        <ul className="mails mt-3 border-t-2 border-hairline">
          {targets.map((enquiry) => (
            <Item
              key={enquiry.id}
              path={`/enquiries/${enquiry.id}`}
              at={enquiry.receivedAt}
              from={<UserText text={enquiry.name} />}
              fromDetail={enquiry.reference}
              subject={enquiry.subject}
              text={enquiry.message.slice(0, 160).toWellFormed()}
              button={{ action: `/mail/${id}/put-in`, fields: { into: enquiry.id }, children: 'Put it in' }}
            />
          ))}
        </ul>
      </section>
    </OfficePage>
  );
}
