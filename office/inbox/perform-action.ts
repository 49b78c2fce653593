import type { ReplyFault } from '../../enquiries/act.ts';
import type { Action, StoredEnquiry } from '../../enquiries/model.ts';
import type { StaffRequest } from '../shared/staff-routes.ts';
import { toOneLine } from '../shared/form.ts';
import { formatEvent } from './activity-list.tsx';

/** An enquiry as it was chosen in a list: which, and the version that stood there. */
export interface Chosen {
  id: string;
  seen: number;
}

/** `already`: it is so without this action. `since` tells what was done after the person had looked. */
export type ActionOutcome =
  | { outcome: 'done' | 'unknown' | 'limited' | ReplyFault }
  | { outcome: 'already' | 'conflict' | 'invalid'; enquiry: StoredEnquiry; since: readonly string[] };

/** What the office does to an enquiry. */
export type OfficeAction = Exclude<Action, { action: 'reply' }> | { action: 'reply'; text: string };

/** Does what a person has decided about one enquiry, as they have seen it. */
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

/** Whether the enquiry is what the action would make of it: a button that was pressed twice is no problem. */
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

/** What somebody says of an act, on one line. */
export function readRemark(form: URLSearchParams): string {
  return toOneLine(form.get('remark'), maxRemarkLength);
}

/** In UTF-16 code units; the field takes no more. */
export const maxRemarkLength = 200;

/** The version that a form says its reader has seen; null where it says none. */
export function parseVersion(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}
