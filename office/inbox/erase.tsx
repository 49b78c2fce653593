import { isEmailAddress } from '../../enquiries/core/enquiry.ts';
import { referenceOf } from '../../enquiries/core/reference.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { type Desk, type Visit, withProof } from '../parts/desk.ts';
import { firstPage } from '../parts/inbox-path.ts';
import { problem } from '../parts/notices.tsx';
import { remarkIn, type Chosen } from './acting.ts';
import { enquiryNamed } from './enquiry.tsx';
import { ErasePage, type Erased } from './erase-page.tsx';
import { mostShown } from './found.tsx';

/** GET /enquiries/ID/erase, and GET and POST /erase for all of a person: they ask, and do it. */
export function erase({ get, post }: Desk): void {
  get('/enquiries/:id/erase', async (visit) => {
    const enquiry = await enquiryNamed(visit);
    if (enquiry === null) return visit.refuse(404);
    const { id, version: seen } = enquiry;
    return eraseSeveral(visit, { chosen: [{ id, seen }], back: `/enquiries/${id}`, isConfirmed: false });
  });

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

/** The same for enquiries as they were chosen. What somebody has acted on since is left, and asked about again. */
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
  const isBackGone = ids.some((id) => back === `/enquiries/${id}`);
  if (isConfirmed && left.length === 0) return done(isBackGone ? firstPage : back, 'erase', erased);
  const several = left.map(({ id, version }) => `${id}:${version}`);
  const others = left.map(({ id }) => referenceOf(id)).join(', ');
  const changed = `${erased === 0 ? 'Nothing is erased' : `Erased: ${erased}`}. Somebody has acted since on ${others}.`;
  return ask(visit, { several, back }, { found: left, changed: isConfirmed ? changed : undefined });
}

interface Asked {
  found: readonly StoredEnquiry[];
  /** How many go in all, where not all were found. */
  count?: number;
  /** What others have done meanwhile. */
  changed?: string | undefined;
}

function ask({ show }: Visit, of: Erased, { found, count = found.length, changed }: Asked) {
  const page = <ErasePage of={of} found={found.slice(0, mostShown)} count={count} />;
  return show(page, {
    ...(changed !== undefined && { status: 409, notice: problem(changed) }),
    // Several were chosen in a form: there is no address that would show them again.
    ...('several' in of && { address: of.back }),
  });
}
