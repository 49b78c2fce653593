import { isEmailAddress } from '../../enquiries/core/enquiry.ts';
import { referenceOf } from '../../enquiries/core/reference.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { type Desk, type Visit, withProof } from '../parts/desk.ts';
import { firstPage } from '../parts/inbox-path.ts';
import { remarkIn, versionIn, type Chosen } from './acting.ts';
import { enquiryNamed } from './enquiry.tsx';
import { ErasePage, type Erased } from './erase-page.tsx';
import { mostShown } from './found.tsx';

const changed = 'Somebody has acted on it since you were asked. Look again, and decide.';

/** GET and POST /enquiries/ID/erase and /erase: they ask, and do it. */
export function erase({ get, post }: Desk): void {
  get(
    '/enquiries/:id/erase',
    withProof(async (visit) => {
      const enquiry = await enquiryNamed(visit);
      return enquiry === null ? visit.refuse(404) : ask(visit, { enquiry }, { found: [enquiry] });
    }),
  );
  post(
    '/enquiries/:id/erase',
    withProof(async (visit) => {
      const { enquiries, id, person, form, done, refuse } = visit;
      const enquiry = await enquiryNamed(visit);
      if (enquiry === null) return refuse(404);
      const seen = versionIn(form.get('seen'));
      if (seen !== null && seen !== enquiry.version)
        return ask(visit, { enquiry }, { found: [enquiry], problem: changed });
      return done(firstPage, 'erase', (await enquiries.erase({ id }, person, remarkIn(form))).length);
    }),
    (_form, { url }) => ({ to: url }),
  );

  const emailIn = (form: URLSearchParams): string => (form.get('email') ?? '').trim();
  get(
    '/erase',
    withProof(async (visit) => {
      const { enquiries, query } = visit;
      const email = emailIn(query);
      const isOne = isEmailAddress(email);
      const found = isOne ? await enquiries.list({ email, limit: mostShown }) : [];
      return ask(visit, { email }, { found, count: isOne ? await enquiries.count({ email }) : 0 });
    }),
  );
  post(
    '/erase',
    withProof(async ({ enquiries, person, form, done }) => {
      const email = emailIn(form);
      const erased = isEmailAddress(email) ? await enquiries.erase({ email }, person, remarkIn(form)) : [];
      return done(firstPage, 'erase', erased.length);
    }),
    (form) => ({ to: `/erase?${new URLSearchParams({ email: emailIn(form) })}` }),
  );
}

/** The same for those that were chosen in a list. What somebody has acted on since is left, and asked about again. */
export async function eraseSeveral(
  visit: Visit,
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
  const erased = (await enquiries.erase({ ids }, person, remarkIn(form))).length;
  if (isConfirmed && left.length === 0) return done(back, 'erase', erased);
  const several = left.map(({ id, version }) => `${id}:${version}`);
  const others = left.map(({ id }) => referenceOf(id)).join(', ');
  const problem = `${erased === 0 ? 'Nothing is erased' : `Erased: ${erased}`}. Somebody has acted since on ${others}.`;
  return ask(visit, { several, back }, { found: left, problem: isConfirmed ? problem : undefined });
}

interface Asked {
  found: readonly StoredEnquiry[];
  /** How many go in all, where not all were found. */
  count?: number;
  problem?: string | undefined;
}

function ask({ show }: Visit, of: Erased, { found, count = found.length, problem }: Asked) {
  const page = <ErasePage of={of} found={found.slice(0, mostShown)} count={count} />;
  return show(page, {
    ...(problem !== undefined && { status: 409, notice: { kind: 'problem', text: problem } }),
    // Several were chosen in a form: there is no address that would show them again.
    ...('several' in of && { address: of.back }),
  });
}
