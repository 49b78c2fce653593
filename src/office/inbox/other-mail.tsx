import type { StoredFile, StoredMessage } from '../../enquiries/model.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { DateTime } from '../shared/html-document.tsx';
import { pluralise } from '../../text/format-text.ts';
import { sendError } from '../shared/error-responses.tsx';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { loadPage, PageLinks } from '../shared/paging.tsx';
import { PostButton } from '../shared/post-button.tsx';
import { isEnquiryId } from '../shared/return-path.ts';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { UserText } from '../shared/user-text.tsx';
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
    const { office, session, params, reply } = request;
    const { createEnquiryFromMail } = office.enquiries;
    const enquiryId = isEnquiryId(params.id) ? await createEnquiryFromMail(params.id, session.person) : null;
    if (enquiryId !== null) return redirectWithNotice(reply, `/enquiries/${enquiryId}`, 'make-enquiry');
    return showOtherMail(request, { status: 422, notice: createProblemNotice(noAddressMessage) });
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
  const page = <OtherMailPage mail={mail} files={await request.office.enquiries.listFiles([mail.id])} />;
  return sendStaffPage(request, page, { ...settings, url: `/mail/${mail.id}` });
}

const noAddressMessage = 'Nothing is changed: nobody could be answered, since the mail has no valid address.';
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
          <li key={id} className="enquiry-item enquiry-columns">
            <p className="self-start font-semibold [grid-area:when]">
              <BriefTime at={at} />
            </p>
            <p className="min-w-0 self-start leading-snug [grid-area:from]">
              <span className="block truncate">
                <NotVerifiedMark message={mail} />
                <UserText text={byName || by} />
              </span>
              <small className="block truncate text-small text-quiet">
                <UserText text={byName === '' ? '' : by} />
              </small>
            </p>
            <div className="min-w-0 self-start leading-snug [grid-area:about]">
              <a href={`/mail/${id}`} className={mailLinkClassName}>
                <UserText text={subject || noSubject} />
              </a>
              <p className="truncate text-small text-quiet">
                <UserText text={getUnquotedBeginning(mail)} />
              </p>
            </div>
            <PostButton
              action={`/mail/${id}/${name}`}
              className="button relative z-1 max-md:w-24 max-md:px-1 max-md:text-small max-md:leading-tight"
              label={`${text}: ${markHiddenCharacters(subject || noSubject)}`}
            >
              {text}
            </PostButton>
          </li>
        );
      })}
    </ul>
  );
}

const mailLinkClassName = 'item-subject block truncate after:absolute after:inset-0 hover:underline';
const noSubject = 'Without a subject';
const makeEnquiryLabel = 'Make it an enquiry';
const dismissLabel = 'Leave it in the mailbox';

/** Renders another mail, with the buttons that make an enquiry of it or dismiss it. */
export function OtherMailPage({ mail, files }: { mail: StoredMessage; files: readonly StoredFile[] }) {
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
    </OfficePage>
  );
}
