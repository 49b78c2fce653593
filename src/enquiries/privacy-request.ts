import { addCalendarPeriod } from '../process/office-calendar.ts';
import { getDateFormat } from '../text/format-date.ts';
import type { ResponseTarget } from './response-target.ts';

/** What somebody asks under data protection law: to have or to change their data, or to have a wrong put right. */
export const privacyRequestKinds = ['access', 'complaint'] as const;
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number];

export interface PrivacyRequest {
  kind: PrivacyRequestKind;
  /** Until when access has to be given, or a complaint to be acknowledged. */
  dueAt: Date;
}

/**
 * The law's times. Access: one month, which ends on the same date of the next one, or with it if that is shorter (UK
 * GDPR, Art. 12(3)). A complaint is acknowledged within 30 days (Data Protection Act 2018, s. 164A, by s. 103 of the
 * Data (Use and Access) Act 2025).
 */
const periods = { access: { months: 1 }, complaint: { days: 30 } } as const;

/** Returns a request that was received at this time. */
export function createPrivacyRequest(
  kind: PrivacyRequestKind,
  receivedAt: Date,
  { officeHours: { timeZone } }: ResponseTarget,
): PrivacyRequest {
  return { kind, dueAt: addCalendarPeriod(receivedAt, periods[kind], timeZone) };
}

/** Returns what the subject of an enquiry says that it is; null for all others. The privacy policy asks for the first. */
export function findPrivacyRequest(
  { subject, receivedAt }: { subject: string; receivedAt: Date },
  target: ResponseTarget,
): PrivacyRequest | null {
  const [, words] =
    /^(?:(?:re|fwd?):\s*)*(data protection complaint|(?:data protection|subject access) request)\b/i.exec(subject) ??
    [];
  if (words === undefined) return null;
  return createPrivacyRequest(/complaint$/i.test(words) ? 'complaint' : 'access', receivedAt, target);
}

/** Says what is asked, and until when: `Data protection: complaint, by 12 December`. */
export function describePrivacyRequest({ kind, dueAt }: PrivacyRequest, now: Date, timeZone: string): string {
  const date = getDateFormat(timeZone, { day: 'numeric', month: 'long' }).format(dueAt);
  return `Data protection: ${kind}, ${dueAt > now ? 'by' : 'overdue since'} ${date}`;
}
