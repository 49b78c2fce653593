import type { StoredFile, StoredMessage } from '../../enquiries/model.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { DateTime } from '../shared/html-document.tsx';
import { pluralise } from '../../text/format-text.ts';
import { createProblemNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { loadPage, PageLinks } from '../shared/paging.tsx';
import { PostButton } from '../shared/post-button.tsx';
import { addDoneQuery, isEnquiryId } from '../shared/return-path.ts';
import type { StaffPageSettings, StaffRequest, StaffRoutes } from '../shared/staff-routes.ts';
import { UserText } from '../shared/user-text.tsx';
import { MessageText, NotVerifiedMark } from './conversation.tsx';
import { otherMailLink } from './folders.ts';

/** Registers the pages of other mail, and the forms that make an enquiry of one or leave it in the mailbox. */
export function registerOtherMailRoutes({ get, post }: StaffRoutes): void {
  get(otherMailLink.path, showOtherMailList);
  get('/mail/:id', (request) => showOtherMail(request));
  post('/mail/:id/enquiry', async (request) => {
    const { enquiries, id, person, reply } = request;
    const enquiryId = isEnquiryId(id) ? await enquiries.makeEnquiryOfMail(id, person) : null;
    if (enquiryId !== null) return reply.redirect(addDoneQuery(`/enquiries/${enquiryId}`, 'make-enquiry'), 303);
    return showOtherMail(request, { status: 422, notice: createProblemNotice(noAddressMessage) });
  });
  post('/mail/:id/dismiss', async ({ enquiries, id, person, redirectWithNotice, sendError }) => {
    const isDismissed = isEnquiryId(id) && (await enquiries.dismissMail(id, person));
    return isDismissed ? redirectWithNotice(otherMailLink.path, 'dismiss-mail') : sendError(404, goneTexts);
  });
}

async function showOtherMailList({ enquiries, searchParams, sendPage, sendError }: StaffRequest) {
  const page = await loadPage(otherMailLink.path, searchParams, enquiries.listOtherMail);
  if (page === null) return sendError(404);
  return sendPage(<OtherMailListPage mails={page.items} nextPageUrl={page.nextPageUrl} />);
}

async function showOtherMail({ enquiries, id, sendPage, sendError }: StaffRequest, settings: StaffPageSettings = {}) {
  const mail = isEnquiryId(id) ? await enquiries.findOtherMail(id) : null;
  if (mail === null) return sendError(404, goneTexts);
  const page = <OtherMailPage mail={mail} files={await enquiries.listFiles([id])} />;
  return sendPage(page, { ...settings, url: `/mail/${id}` });
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
      title={otherMailLink.title}
      lead="Mail in the mailbox that belongs to no enquiry. What you leave in the mailbox is not listed any more."
      currentPath={otherMailLink.path}
    >
      {written.length > 0 ? <MailList mails={written} /> : <p className="py-4">There is no other mail.</p>}
      {automatic.length > 0 ? (
        <details className="mt-4">
          <summary>{pluralise(automatic.length, 'automatic mail', 'automatic mails')}</summary>
          <MailList mails={automatic} />
        </details>
      ) : null}
      <PageLinks pages={[[nextPageUrl, 'Earlier mail']]} />
    </OfficePage>
  );
}

/** Renders mails with the likeliest action at the right. */
function MailList({ mails }: Pick<OtherMailListPageProps, 'mails'>) {
  return (
    <ul className="ruled">
      {mails.map((mail) => {
        const { id, kind, by, byName, subject, at } = mail;
        const [name, text] = kind === 'message' ? ['enquiry', makeEnquiryLabel] : ['dismiss', dismissLabel];
        return (
          <li key={id} className="flex items-center gap-x-3 py-1">
            <a href={`/mail/${id}`} className={mailLinkClassName}>
              <span className="truncate">
                <NotVerifiedMark message={mail} />
                <UserText text={byName || by} />
              </span>
              <strong className="col-span-2 row-start-2 truncate font-semibold">
                <UserText text={subject || noSubject} />
              </strong>
              <span className="text-small text-quiet">
                <DateTime at={at} />
              </span>
            </a>
            <PostButton
              action={`/mail/${id}/${name}`}
              className="button max-md:w-24 max-md:px-1 max-md:text-small max-md:leading-tight"
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

const mailLinkClassName =
  'grid min-h-11 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 hover:underline';
const noSubject = 'Without a subject';
const makeEnquiryLabel = 'Make it an enquiry';
const dismissLabel = 'Leave it in the mailbox';

/** Renders one of them, with what can be done with it. */
export function OtherMailPage({ mail, files }: { mail: StoredMessage; files: readonly StoredFile[] }) {
  const { id, subject, at, by, byName } = mail;
  return (
    <OfficePage
      title={subject || noSubject}
      currentPath={otherMailLink.path}
      aboveHeading={
        <a href={otherMailLink.path} className="link target inline-flex">
          {otherMailLink.title}
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
      <MessageText message={mail} files={files} pagePath={`/mail/${id}`} />
    </OfficePage>
  );
}
