import type { FastifyReply } from 'fastify';
import { formatErasureCounts, type ErasureCounts } from '../../enquiries/describe-event.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { formatReference } from '../../enquiries/reference.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { sendError } from '../shared/error-responses.tsx';
import {
  promptReauthIfNeeded,
  requireRecentAuth,
  sendStaffPage,
  type StaffRequest,
  type StaffRoutes,
} from '../shared/staff-request.ts';
import { homePath } from '../shared/return-path.ts';
import { pluralise } from '../../text/format-text.ts';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, type FormFields, HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { ActionNoteField } from './action-forms.tsx';
import { readActionNote, type EnquiryVersion } from './perform-action.ts';
import { findRequestedEnquiry } from './find-requested.ts';
import { type AffectedEnquiries, AffectedEnquiriesList, maxListedEnquiries } from './affected-enquiries.tsx';

/** Registers GET /enquiries/ID/erase and GET /erase, which ask, and POST /erase, which erases all of a person. */
export function registerEraseRoutes({ get, post }: StaffRoutes): void {
  get('/enquiries/:id/erase', async (request) => {
    const enquiry = await findRequestedEnquiry(request);
    if (enquiry === null) return sendError(request, 404);
    const { id, version } = enquiry;
    return eraseAfterConfirmation(request, {
      selection: [{ id, expectedVersion: version }],
      returnPath: `/enquiries/${id}`,
      isConfirmed: false,
    });
  });

  const readEmail = (form: URLSearchParams): string => (form.get('email') ?? '').trim();
  get(
    '/erase',
    requireRecentAuth(async (request) => {
      const { enquiries } = request.office;
      const email = readEmail(request.query);
      const found = isAddress(email) ? await enquiries.list({ email, limit: maxListedEnquiries }) : [];
      const returnPath = `/search?${new URLSearchParams({ words: email }).toString()}`;
      const { enquiries: count, ...others } = isAddress(email) ? await enquiries.countErasure({ email }) : nothing;
      const confirmation = { email, formAction: '/erase', fields: { email }, returnPath };
      return showErasePage(request, { ...confirmation, enquiries: found, count, others });
    }),
  );
  post(
    '/erase',
    requireRecentAuth(async ({ office: { enquiries }, session: { person }, form, reply }) => {
      const email = readEmail(form);
      const erased = isAddress(email) ? await enquiries.erase({ email }, person, readActionNote(form)) : nothing;
      return redirectWithNotice(
        reply,
        homePath,
        'erase',
        erased.enquiries,
        erased.messages,
        erased.otherMails,
        erased.mentions,
      );
    }),
    (form) => ({ returnPath: `/erase?${new URLSearchParams({ email: readEmail(form) })}` }),
  );
}

const nothing = { enquiries: 0, messages: 0, otherMails: 0, mentions: 0 };

/** Returns true for what may be the address of a received mail: more than the form accepts. */
function isAddress(email: string): boolean {
  return email.includes('@') && /^[^\s\p{C}]{1,320}$/u.test(email);
}

/** Asks for confirmation, then erases the selection. Enquiries changed meanwhile are not erased, but asked about. */
export async function eraseAfterConfirmation(
  request: StaffRequest,
  options: { selection: readonly EnquiryVersion[]; returnPath: string; isConfirmed: boolean },
): Promise<FastifyReply> {
  const { selection, returnPath, isConfirmed } = options;
  const reauthentication = promptReauthIfNeeded(request);
  if (reauthentication !== null) return reauthentication;
  const { office, session, form, reply } = request;
  const { enquiries } = office;
  const remaining: StoredEnquiry[] = [];
  const idsToErase: string[] = [];
  for (const { id, expectedVersion } of selection) {
    const [enquiry] = await enquiries.find({ id });
    if (enquiry === undefined) continue;
    if (isConfirmed && enquiry.version === expectedVersion) idsToErase.push(id);
    else remaining.push(enquiry);
  }
  const { enquiries: erasedCount } = await enquiries.erase({ ids: idsToErase }, session.person, readActionNote(form));
  const isReturnPageErased = idsToErase.some((id) => returnPath === `/enquiries/${id}`);
  if (isConfirmed && remaining.length === 0)
    return redirectWithNotice(reply, isReturnPageErased ? homePath : returnPath, 'erase', erasedCount);
  const fields = {
    chosen: remaining.map(({ id, version }) => `${id}:${version}`),
    action: 'erase',
    confirmed: 'yes',
    back: returnPath,
  };
  const references = remaining.map(({ id }) => formatReference(id)).join(', ');
  const conflictMessage = `${erasedCount === 0 ? 'Nothing is erased' : `Erased: ${erasedCount}`}. Somebody has acted since on ${references}.`;
  const confirmation = { formAction: '/actions', fields, returnPath, enquiries: remaining, count: remaining.length };
  return showErasePage(request, confirmation, isConfirmed ? conflictMessage : undefined);
}

/** Sends the confirmation page. */
function showErasePage(
  request: StaffRequest,
  { enquiries, ...confirmation }: AffectedEnquiries & EraseConfirmation,
  conflictMessage?: string,
) {
  const page = <EraseConfirmationPage {...confirmation} enquiries={enquiries.slice(0, maxListedEnquiries)} />;
  return sendStaffPage(request, page, {
    ...(conflictMessage !== undefined && { status: 409, notice: createProblemNotice(conflictMessage) }),
    // A selection posted by a form has no URL of its own.
    ...(confirmation.email === undefined && { url: confirmation.returnPath }),
  });
}

/** Target and fields for yes, `returnPath` for no. `email`: all of this person is erased, `others` beside the enquiries. */
interface EraseConfirmation {
  email?: string | undefined;
  others?: Omit<ErasureCounts, 'enquiries'>;
  formAction: string;
  fields: FormFields;
  returnPath: string;
}

/** Renders the confirmation before erasing, with what is erased and what stays. */
export function EraseConfirmationPage(props: AffectedEnquiries & EraseConfirmation) {
  const { email, formAction, fields, returnPath, enquiries, count, others = nothing } = props;
  const isEmpty = count + others.messages + others.otherMails + others.mentions === 0;
  const all = formatErasureCounts({ ...others, enquiries: count });
  return (
    <OfficePage
      title={email === undefined ? `Erase ${pluralise(count)}?` : 'Erase this person?'}
      lead={email === undefined ? undefined : `Everything that came from ${markHiddenCharacters(email)}`}
    >
      {isEmpty ? (
        <p>There is nothing to erase here any more.</p>
      ) : (
        <>
          {count > 0 ? <AffectedEnquiriesList enquiries={enquiries} count={count} /> : null}
          <h2>What goes</h2>
          <p className={paragraph}>
            {email === undefined ? '' : `All of theirs: ${all}. `}The words, the name, the address, every note and act,
            and what is still to be sent. It goes at once and for good: nobody can bring it back.
          </p>
          <h2>What stays</h2>
          <p className={paragraph}>
            Mails in your mailbox, which your mail program still shows, and what an export or a connected program has
            taken elsewhere: delete these there. What others wrote, even where they quote them. The history keeps that
            you erased, and how many, but nothing of what they said.
          </p>
        </>
      )}
      <form method="post" action={formAction}>
        <HiddenFields fields={fields} />
        {isEmpty ? null : <ActionNoteField hint="It stays in the history when all else is gone: name nobody." />}
        <div className="row mt-7">
          {isEmpty ? null : <SubmitButton className="button is-grave">Erase {all} for good</SubmitButton>}
          <ButtonLink to={returnPath}>{isEmpty ? 'Back' : all === '1 enquiry' ? 'Keep it' : 'Keep them'}</ButtonLink>
        </div>
      </form>
    </OfficePage>
  );
}

const paragraph = 'mt-[0.3rem] mb-5 max-w-(--measure)';
