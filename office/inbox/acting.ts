import type { PersonsAct, StoredEnquiry } from '../../enquiries/store.ts';
import type { Visit } from '../shared/desk.ts';
import { oneLine } from '../shared/form.ts';
import { activityLine } from './activity-list.tsx';

/** An enquiry as it was chosen in a list: which, and the version that stood there. */
export interface Chosen {
  id: string;
  seen: number;
}

/** `already`: it is so without this act. `since` tells what was done after the person had looked. */
export type Acted =
  | { outcome: 'done' | 'unknown' }
  | { outcome: 'already' | 'overtaken' | 'not possible'; enquiry: StoredEnquiry; since: readonly string[] };

/** Does what a person has decided about one enquiry, as they have seen it. */
export async function act(visit: Visit, { id, seen }: Chosen, decided: PersonsAct): Promise<Acted> {
  const { enquiries, person, now } = visit;
  const outcome = await enquiries.act(id, decided, { who: person, seen, note: remarkIn(visit.form) });
  if (outcome === 'done' || outcome === 'unknown') return { outcome };
  const [enquiry] = await enquiries.find({ id });
  if (enquiry === undefined) return { outcome: 'unknown' };
  // Each act makes a version of its own.
  const unseen = Math.max(0, enquiry.version - seen);
  const acts = unseen === 0 ? [] : (await enquiries.activity({ enquiryId: id })).slice(-unseen);
  const since = acts.map((one) => activityLine(one, person, now()));
  return { outcome: isSo(enquiry, decided) ? 'already' : outcome, enquiry, since };
}

/** Whether the enquiry is what the act would make of it: a button that was pressed twice is no problem. */
function isSo({ handling, assignedTo, delivery }: StoredEnquiry, decided: PersonsAct): boolean {
  if (decided.act === 'assign') return assignedTo === decided.to;
  if (decided.act === 'retry') return delivery.state === 'due';
  if (decided.act === 'release') return handling !== 'set aside';
  return made[decided.act] === handling;
}

const made: Partial<Record<PersonsAct['act'], StoredEnquiry['handling']>> = {
  answer: 'answered',
  'answer by mail': 'answered',
  reopen: 'waiting',
  'set aside': 'set aside',
};

/** What somebody says of an act, on one line. */
export function remarkIn(form: URLSearchParams): string {
  return oneLine(form.get('remark'), longestRemark);
}

/** In UTF-16 code units; the field takes no more. */
export const longestRemark = 200;

/** The version that a form says its reader has seen; null where it says none. */
export function versionIn(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}
