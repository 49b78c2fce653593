import { undoPeriodMs, type NewReply, type PlainAction, type ReplyRefusal } from '../../enquiries/actions.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { isAlreadyDone } from '../../enquiries/transitions.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import { toOneLine } from '../shared/form.ts';
import { formatEvent } from './activity-list.tsx';

/** Id of an enquiry, and the version that the reader saw. */
export interface EnquiryVersion {
  id: string;
  expectedVersion: number;
}

/** Outcome of an action. `already`: the enquiry has that state anyway. `unseenEvents`: sentences about later events. */
export type ActionOutcome =
  | { outcome: 'done' | 'unknown' | 'limited' | ReplyRefusal }
  | { outcome: 'already' | 'conflict' | 'invalid'; enquiry: StoredEnquiry; unseenEvents: readonly string[] };

/** Action on an enquiry; a reply has what its form has, and a merge the id of the other enquiry. */
export type RequestedAction =
  | PlainAction
  | ({ action: 'reply' } & Pick<NewReply, 'text' | 'recipients' | 'files' | 'unsentFileIds' | 'remindAt'>)
  | { action: 'merge'; into: string };

/** Performs an action on an enquiry, unless somebody has changed the version that the person saw. */
export async function performAction(
  request: StaffRequest,
  { id, expectedVersion }: EnquiryVersion,
  action: RequestedAction,
): Promise<ActionOutcome> {
  const { enquiries, clock, getContent } = request.office;
  const outcome = await applyActionOrReply(request, { id, expectedVersion }, action);
  if (outcome !== 'conflict' && outcome !== 'invalid') return { outcome };
  const [enquiry] = await enquiries.find({ id });
  if (enquiry === undefined) return { outcome: 'unknown' };
  const events = await enquiries.listUnseenEvents(id, expectedVersion);
  const when = { now: clock.now(), timeZone: getContent().office.timeZone };
  const unseenEvents = events.map((event) => formatEvent(event, request.session.person, when));
  return { outcome: isAlreadyApplied(enquiry, action) ? 'already' : outcome, enquiry, unseenEvents };
}

async function applyActionOrReply(
  { office: { enquiries }, session: { person }, form }: StaffRequest,
  { id, expectedVersion }: EnquiryVersion,
  action: RequestedAction,
) {
  const context = { actor: person, expectedVersion, note: readActionNote(form) };
  if (action.action === 'merge') return enquiries.mergeEnquiries(id, action.into, context);
  if (action.action !== 'reply') return enquiries.applyAction(id, action, context);
  const reply = { ...action, by: person, version: expectedVersion, delay: undoPeriodMs };
  const result = await enquiries.sendReply(id, reply);
  if (result.outcome === 'accepted') return 'done';
  return result.outcome === 'refused' ? result.reason : result.outcome;
}

/** Returns true if the enquiry is as the action would leave it: a double click is no problem. */
function isAlreadyApplied(enquiry: StoredEnquiry, action: RequestedAction): boolean {
  return action.action !== 'reply' && action.action !== 'merge' && isAlreadyDone(enquiry, action);
}

/** Returns the note on an action, on one line. */
export function readActionNote(form: URLSearchParams): string {
  return toOneLine(form.get('remark'), maxActionNoteLength);
}

/** Maximum length of that note in UTF-16 code units, also of the field. */
export const maxActionNoteLength = 200;

/** Returns the version that a form says its reader has seen; null if it is absent or malformed. */
export function parseVersion(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}
