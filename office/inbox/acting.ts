import type { PersonsAct } from '../../enquiries/core/handling.ts';
import { reminderTime } from '../../enquiries/core/promise.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import type { Visit } from '../parts/desk.ts';
import type { DoneAct } from '../parts/notices.tsx';
import { activityLine } from './activity-list.tsx';

/** The acts as addresses and forms name them, but for note and assign, which say more. */
export const simpleActs = {
  answer: 'answer',
  'answer-by-mail': 'answer by mail',
  'written-again': 'written again',
  'came-back': 'came back',
  reopen: 'reopen',
  retry: 'retry',
  release: 'release',
  spam: 'set aside',
} as const satisfies Partial<Record<DoneAct, PersonsAct['act']>>;

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
  switch (decided.act) {
    case 'answer':
    case 'answer by mail':
      return handling === 'answered';
    case 'reopen':
      return handling === 'waiting';
    case 'set aside':
      return handling === 'set aside';
    case 'release':
      return handling !== 'set aside';
    case 'retry':
      return delivery.state === 'due';
    case 'assign':
      return assignedTo === decided.to;
    case 'note':
    case 'remind':
    case 'written again':
    case 'came back':
    case 'send again':
    case 'was sent':
      return false;
  }
}

/** What somebody says of an act, on one line. */
export function remarkIn(form: URLSearchParams): string {
  const line = (form.get('remark') ?? '').toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.trim().slice(0, longestRemark).toWellFormed();
}

/** In UTF-16 code units; the field takes no more. */
export const longestRemark = 200;

/** The version that a form says its reader has seen; null where it says none. */
export function versionIn(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}

/** To whom the form assigns; undefined where that is nobody who may open the inbox. */
export async function assigneeIn({ people, form }: Visit): Promise<string | null | undefined> {
  const to = form.get('to') ?? '';
  if (to === '') return null;
  return (await people.withRole('enquiries')).find((email) => email === to);
}

/**
 * What the act of this name decides; null where there is none, it assigns to nobody who may open the inbox, or it reminds on no day
 * that lies ahead.
 */
export async function decisionIn(visit: Visit, name: string): Promise<PersonsAct | null> {
  const { form, now } = visit;
  const { office } = visit.words();
  if (name === 'answer') return { act: name, reason: office.reasons.find((one) => one === form.get('reason')) ?? null };
  if (name === 'send-again' || name === 'was-sent')
    return { act: name === 'was-sent' ? 'was sent' : 'send again', reply: form.get('reply') ?? '' };
  if (name === 'forget') return { act: 'remind', at: null };
  if (name === 'remind') {
    const at = reminderTime(form.get('date') || (form.get('day') ?? ''), now(), office);
    return at === null ? null : { act: 'remind', at };
  }
  if (Object.hasOwn(simpleActs, name)) return { act: simpleActs[name as keyof typeof simpleActs] };
  const to = name === 'assign' ? await assigneeIn(visit) : undefined;
  return to === undefined ? null : { act: 'assign', to };
}
