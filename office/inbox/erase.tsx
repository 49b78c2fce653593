import type { FastifyReply } from 'fastify';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { referenceOf } from '../../enquiries/reference.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { type StaffRoutes, type StaffRequest, requireRecentAuth } from '../shared/staff-routes.ts';
import { homePath } from '../shared/return-path.ts';
import { pluralise, createProblemNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, type FormFields, HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { RemarkField } from './action-forms.tsx';
import { readRemark, type EnquiryVersion } from './perform-action.ts';
import { findRequestedEnquiry } from './enquiry.tsx';
import { type AffectedEnquiries, AffectedEnquiriesList, maxListedEnquiries } from './affected-enquiries.tsx';

/** Registers GET /enquiries/ID/erase and GET /erase, which ask, and POST /erase, which erases all of a person. */
export function registerEraseRoutes({ get, post }: StaffRoutes): void {
  get('/enquiries/:id/erase', async (request) => {
    const enquiry = await findRequestedEnquiry(request);
    if (enquiry === null) return request.sendError(404);
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
      const { enquiries, searchParams } = request;
      const email = readEmail(searchParams);
      const isValidEmail = isEmailAddress(email);
      const found = isValidEmail ? await enquiries.list({ email, limit: maxListedEnquiries }) : [];
      const returnPath = `/search?${new URLSearchParams({ words: email }).toString()}`;
      const count = isValidEmail ? await enquiries.count({ email }) : 0;
      const confirmation = { email, formAction: '/erase', fields: { email }, returnPath };
      return showErasePage(request, { ...confirmation, enquiries: found, count });
    }),
  );
  post(
    '/erase',
    requireRecentAuth(async ({ enquiries, person, form, redirectWithNotice }) => {
      const email = readEmail(form);
      const erased = isEmailAddress(email) ? await enquiries.erase({ email }, person, readRemark(form)) : [];
      return redirectWithNotice(homePath, 'erase', erased.length);
    }),
    (form) => ({ returnPath: `/erase?${new URLSearchParams({ email: readEmail(form) })}` }),
  );
}

/** Asks for confirmation, then erases the selection. Enquiries changed meanwhile are not erased, but asked about. */
export async function eraseAfterConfirmation(
  request: StaffRequest,
  options: { selection: readonly EnquiryVersion[]; returnPath: string; isConfirmed: boolean },
): Promise<FastifyReply> {
  const { selection, returnPath, isConfirmed } = options;
  const reauthentication = request.promptReauthIfNeeded();
  if (reauthentication !== null) return reauthentication;
  const { enquiries, person, form, redirectWithNotice } = request;
  const remaining: StoredEnquiry[] = [];
  const idsToErase: string[] = [];
  for (const { id, expectedVersion } of selection) {
    const [enquiry] = await enquiries.find({ id });
    if (enquiry === undefined) continue;
    if (isConfirmed && enquiry.version === expectedVersion) idsToErase.push(id);
    else remaining.push(enquiry);
  }
  const erasedCount = (await enquiries.erase({ ids: idsToErase }, person, readRemark(form))).length;
  const isReturnPageErased = idsToErase.some((id) => returnPath === `/enquiries/${id}`);
  if (isConfirmed && remaining.length === 0)
    return redirectWithNotice(isReturnPageErased ? homePath : returnPath, 'erase', erasedCount);
  const fields = {
    chosen: remaining.map(({ id, version }) => `${id}:${version}`),
    act: 'erase',
    confirmed: 'yes',
    back: returnPath,
  };
  const references = remaining.map(({ id }) => referenceOf(id)).join(', ');
  const conflictMessage = `${erasedCount === 0 ? 'Nothing is erased' : `Erased: ${erasedCount}`}. Somebody has acted since on ${references}.`;
  const confirmation = { formAction: '/acts', fields, returnPath, enquiries: remaining, count: remaining.length };
  return showErasePage(request, confirmation, isConfirmed ? conflictMessage : undefined);
}

/** Sends the confirmation page. */
function showErasePage(
  { sendPage }: StaffRequest,
  { enquiries, ...confirmation }: AffectedEnquiries & EraseConfirmation,
  conflictMessage?: string,
) {
  const page = <ErasePage {...confirmation} enquiries={enquiries.slice(0, maxListedEnquiries)} />;
  return sendPage(page, {
    ...(conflictMessage !== undefined && { status: 409, notice: createProblemNotice(conflictMessage) }),
    // A selection posted by a form has no URL of its own.
    ...(confirmation.email === undefined && { url: confirmation.returnPath }),
  });
}

/** Target and fields for yes, `returnPath` for no. `email`: all enquiries from this address are erased. */
interface EraseConfirmation {
  email?: string | undefined;
  formAction: string;
  fields: FormFields;
  returnPath: string;
}

/** Renders the confirmation before erasing, with what is erased and what stays. */
export function ErasePage(props: AffectedEnquiries & EraseConfirmation) {
  const { email, formAction, fields, returnPath, enquiries, count } = props;
  return (
    <OfficePage
      title={email === undefined ? `Erase ${pluralise(count)}?` : 'Erase this person?'}
      lead={email === undefined ? undefined : `Everything that came from ${markHiddenCharacters(email)}`}
    >
      {count === 0 ? (
        <p>There is nothing to erase here any more.</p>
      ) : (
        <>
          <AffectedEnquiriesList enquiries={enquiries} count={count} />
          <h2>What goes</h2>
          <p className={paragraph}>
            The words, the name, the address, every note and act, and what is still to be sent. It goes at once and for
            good: nobody can bring it back.
          </p>
          <h2>What stays</h2>
          <p className={paragraph}>
            Mails that are in your mailbox, and what an export or a connected program has taken elsewhere: delete these
            there. The history keeps that you erased, and how many, but nothing of what they said.
          </p>
        </>
      )}
      <form method="post" action={formAction}>
        <HiddenFields fields={fields} />
        {count > 0 ? <RemarkField hint="It stays in the history when all else is gone: name nobody." /> : null}
        <div className="row mt-7">
          {count > 0 ? (
            <SubmitButton className="button is-grave">Erase {pluralise(count)} for good</SubmitButton>
          ) : null}
          <ButtonLink to={returnPath}>{count > 1 ? 'Keep them' : count === 1 ? 'Keep it' : 'Back'}</ButtonLink>
        </div>
      </form>
    </OfficePage>
  );
}

const paragraph = 'mt-[0.3rem] mb-5 max-w-(--measure)';
