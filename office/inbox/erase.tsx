import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { markHiddenCharacters } from '../../text/invisible-characters.ts';
import { referenceOf } from '../../enquiries/reference.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { type StaffRoutes, type StaffRequest, requireRecentAuth } from '../shared/staff-routes.ts';
import { firstPage } from '../shared/return-path.ts';
import { pluralise, createProblem } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, type FormFields, HiddenFields, Submit } from '../shared/post-button.tsx';
import { RemarkField } from './action-forms.tsx';
import { readRemark, type Chosen } from './perform-action.ts';
import { findEnquiry } from './enquiry.tsx';
import { type Found, FoundList, mostShown } from './found.tsx';

/** Registers GET /enquiries/ID/erase, which asks, and GET and POST /erase, which ask and erase all of a person. */
export function registerEraseRoutes({ get, post }: StaffRoutes): void {
  get('/enquiries/:id/erase', async (visit) => {
    const enquiry = await findEnquiry(visit);
    if (enquiry === null) return visit.refuse(404);
    const { id, version: seen } = enquiry;
    return eraseSeveral(visit, { chosen: [{ id, seen }], back: `/enquiries/${id}`, isConfirmed: false });
  });

  const emailIn = (form: URLSearchParams): string => (form.get('email') ?? '').trim();
  get(
    '/erase',
    requireRecentAuth(async (visit) => {
      const { enquiries, query } = visit;
      const email = emailIn(query);
      const isOne = isEmailAddress(email);
      const found = isOne ? await enquiries.list({ email, limit: mostShown }) : [];
      const back = `/search?${new URLSearchParams({ words: email }).toString()}`;
      const count = isOne ? await enquiries.count({ email }) : 0;
      return ask(visit, { email, action: '/erase', fields: { email }, back, found, count });
    }),
  );
  post(
    '/erase',
    requireRecentAuth(async ({ enquiries, person, form, done }) => {
      const email = emailIn(form);
      const erased = isEmailAddress(email) ? await enquiries.erase({ email }, person, readRemark(form)) : [];
      return done(firstPage, 'erase', erased.length);
    }),
    (form) => ({ to: `/erase?${new URLSearchParams({ email: emailIn(form) })}` }),
  );
}

/** Erases the chosen versions after confirmation. Enquiries changed since are kept, and asked about again. */
export async function eraseSeveral(
  visit: StaffRequest,
  { chosen, back, isConfirmed }: { chosen: readonly Chosen[]; back: string; isConfirmed: boolean },
) {
  const asked = visit.askForProof();
  if (asked !== null) return asked;
  const { enquiries, person, form, done } = visit;
  const left: StoredEnquiry[] = [];
  const ids: string[] = [];
  for (const { id, seen } of chosen) {
    const [enquiry] = await enquiries.find({ id });
    if (enquiry === undefined) continue;
    if (isConfirmed && enquiry.version === seen) ids.push(id);
    else left.push(enquiry);
  }
  const erased = (await enquiries.erase({ ids }, person, readRemark(form))).length;
  const isBackGone = ids.some((id) => back === `/enquiries/${id}`);
  if (isConfirmed && left.length === 0) return done(isBackGone ? firstPage : back, 'erase', erased);
  const fields = { chosen: left.map(({ id, version }) => `${id}:${version}`), act: 'erase', confirmed: 'yes', back };
  const others = left.map(({ id }) => referenceOf(id)).join(', ');
  const changed = `${erased === 0 ? 'Nothing is erased' : `Erased: ${erased}`}. Somebody has acted since on ${others}.`;
  const question = { action: '/acts', fields, back, found: left, count: left.length };
  return ask(visit, question, isConfirmed ? changed : undefined);
}

/** Answers with the confirmation page; `changed` says what others have done meanwhile. */
function ask({ show }: StaffRequest, { found, ...question }: Found & Question, changed?: string) {
  const page = <ErasePage {...question} found={found.slice(0, mostShown)} />;
  return show(page, {
    ...(changed !== undefined && { status: 409, notice: createProblem(changed) }),
    // A selection posted by a form has no URL of its own.
    ...(question.email === undefined && { address: question.back }),
  });
}

/** Target and fields of a yes, and `back` for a no. `email`: all enquiries from this address are erased. */
interface Question {
  email?: string | undefined;
  action: string;
  fields: FormFields;
  back: string;
}

/** Renders the confirmation before erasing, with what is erased and what stays. */
export function ErasePage({ email, action, fields, back, found, count }: Found & Question) {
  return (
    <OfficePage
      title={email === undefined ? `Erase ${pluralise(count)}?` : 'Erase this person?'}
      lead={email === undefined ? undefined : `Everything that came from ${markHiddenCharacters(email)}`}
    >
      {count === 0 ? (
        <p>There is nothing to erase here any more.</p>
      ) : (
        <>
          <FoundList found={found} count={count} />
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
      <form method="post" action={action}>
        <HiddenFields fields={fields} />
        {count > 0 ? <RemarkField hint="It stays in the history when all else is gone: name nobody." /> : null}
        <div className="row mt-7">
          {count > 0 ? <Submit className="button is-grave">Erase {pluralise(count)} for good</Submit> : null}
          <ButtonLink to={back}>{count > 1 ? 'Keep them' : count === 1 ? 'Keep it' : 'Back'}</ButtonLink>
        </div>
      </form>
    </OfficePage>
  );
}

const paragraph = 'mt-[0.3rem] mb-5 max-w-(--measure)';
