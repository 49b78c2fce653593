import { referenceOf } from '../../enquiries/reference.ts';
import type { StaffRoutes, StaffRequest } from '../shared/staff-routes.ts';
import { firstPage, safeReturnPath, isEnquiryId, removeDoneNotice } from '../shared/return-path.ts';
import { pluralise, doneWords, createProblem } from '../shared/notices.tsx';
import { performAction, parseVersion, type Chosen } from './perform-action.ts';
import { formActions, actionParsers } from './parse-actions.ts';
import { eraseSeveral } from './erase.tsx';
import { showList } from './list.tsx';
import { findListing } from './listing.ts';

/** Registers POST /acts, which performs one action on every ticked enquiry. */
export function registerBulkActions({ post }: StaffRoutes): void {
  post('/acts', actOnSeveral, (form) =>
    form.get('act') === 'erase'
      ? { to: '/acts', typed: { chosen: form.getAll('chosen'), act: 'erase', back: backIn(form) } }
      : { to: backIn(form) },
  );
}

async function actOnSeveral(visit: StaffRequest) {
  const { form, done, refuse } = visit;
  const back = backIn(form);
  const again = async (status: number, text: string, details: readonly string[] = []) => {
    const listing = await findListing(visit, back);
    if (listing === null) return refuse(status, { title: 'Not everything was done', advice: text });
    return showList(visit, listing, { status, address: back, notice: createProblem(text, details) });
  };

  const chosen = chosenIn(form);
  if (chosen === null) return refuse(400);
  if (chosen.length === 0) return again(422, 'Choose at least one enquiry first.');
  const asked = form.get('act');
  if (asked === 'erase') return eraseSeveral(visit, { chosen, back, isConfirmed: form.get('confirmed') === 'yes' });
  if (asked === 'assign' && form.get('to') === '?') return again(422, 'Choose who is to see to them first.');
  const name = formActions.find((one) => one === asked);
  const decided = name && (await actionParsers[name](visit));
  if (name === undefined || typeof decided !== 'object') return refuse(400);

  const left: string[] = [];
  for (const one of chosen) {
    const acted = await performAction(visit, one, decided);
    if (acted.outcome === 'unknown') left.push(`${referenceOf(one.id)}: it was erased.`);
    if (acted.outcome === 'conflict' || acted.outcome === 'invalid')
      left.push(`${referenceOf(one.id)}: ${acted.since.at(-1) ?? notPossible}`);
  }
  const number = chosen.length - left.length;
  if (left.length === 0) return done(back, name, number);
  return again(409, `${doneWords[name]}: ${pluralise(number)}. Left as they are: ${pluralise(left.length)}.`, left);
}

const notPossible = 'This is not possible for it, or its mail is being sent at the moment.';

/** Returns the ticked enquiries without duplicates, or null if the form is malformed. */
function chosenIn(form: URLSearchParams): readonly Chosen[] | null {
  const chosen = new Map<string, Chosen>();
  for (const text of form.getAll('chosen')) {
    const [id = '', version] = text.split(':', 2);
    const seen = parseVersion(version);
    if (!isEnquiryId(id) || seen === null) return null;
    chosen.set(id, { id, seen });
  }
  return [...chosen.values()];
}

function backIn(form: URLSearchParams): string {
  return removeDoneNotice(safeReturnPath(form.get('back') ?? firstPage));
}
