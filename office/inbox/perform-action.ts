import type { ReplyFault } from '../../enquiries/act.ts';
import type { Action, StoredEnquiry } from '../../enquiries/model.ts';
import type { StaffRequest } from '../shared/staff-routes.ts';
import { toOneLine } from '../shared/form.ts';
import { formatEvent } from './activity-list.tsx';

/** A chosen enquiry: its id, and the version that the reader has seen. */
export interface Chosen {
  id: string;
  seen: number;
}

/** `already`: the enquiry has that state anyway. `since` lists the events that the person had not seen. */
export type ActionOutcome =
  | { outcome: 'done' | 'unknown' | 'limited' | ReplyFault }
  | { outcome: 'already' | 'conflict' | 'invalid'; enquiry: StoredEnquiry; since: readonly string[] };

/** Action of the office on an enquiry. */
export type OfficeAction = Exclude<Action, { action: 'reply' }> | { action: 'reply'; text: string };

/** Performs an action on the version of an enquiry that the person has seen. */
export async function performAction(
  visit: StaffRequest,
  { id, seen }: Chosen,
  decided: OfficeAction,
): Promise<ActionOutcome> {
  const { enquiries, person, now, words } = visit;
  const outcome = await perform(visit, { id, seen }, decided);
  if (outcome !== 'conflict' && outcome !== 'invalid') return { outcome };
  const [enquiry] = await enquiries.find({ id });
  if (enquiry === undefined) return { outcome: 'unknown' };
  const events = await enquiries.unseenEvents(id, seen);
  const since = events.map((event) => formatEvent(event, person, { now: now(), timeZone: words().office.timeZone }));
  return { outcome: isSo(enquiry, decided) ? 'already' : outcome, enquiry, since };
}

async function perform({ enquiries, person, form }: StaffRequest, { id, seen }: Chosen, decided: OfficeAction) {
  if (decided.action !== 'reply') {
    const actor = { who: person, expectedVersion: seen, note: readRemark(form) };
    return enquiries.act(id, decided, actor);
  }
  const replied = await enquiries.reply(id, { text: decided.text, by: person, version: seen });
  if (replied.outcome === 'accepted') return 'done';
  return replied.outcome === 'refused' ? replied.fault : replied.outcome;
}

/** Returns true if the enquiry already has the state that the action leads to: a double click is no problem. */
function isSo({ status, assignee, mail }: StoredEnquiry, decided: OfficeAction): boolean {
  if (decided.action === 'assign') return assignee === decided.to;
  if (decided.action === 'retry') return mail?.state === 'due';
  if (decided.action === 'release') return status !== 'spam';
  return made[decided.action] === status;
}

const made: Partial<Record<Action['action'], StoredEnquiry['status']>> = {
  close: 'closed',
  'answer by mail': 'closed',
  reopen: 'open',
  'set aside': 'spam',
};

/** Returns the note on an action, on one line. */
export function readRemark(form: URLSearchParams): string {
  return toOneLine(form.get('remark'), maxRemarkLength);
}

/** Maximum length of that note in UTF-16 code units, also of the field. */
export const maxRemarkLength = 200;

/** Returns the version that a form says its reader has seen; null if it is absent or malformed. */
export function parseVersion(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}
