import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { describeClosedReason, type EnquiryStatus, type VisitSource } from '../enquiries/model.ts';
import { computeDueTime, type ResponseTarget } from '../enquiries/response-target.ts';
import { formatDay } from '../process/office-calendar.ts';
import { getStartOfDay, type DayRange } from './period.ts';

/** Database and promise that a report tells of. */
export interface ReportDependencies {
  database: Database;
  target: ResponseTarget;
}

export interface ReportedEnquiry {
  /** Day of receipt in the office's time zone, like `2026-10-31`. */
  day: string;
  visitSource: VisitSource | null;
  outcome: string;
  /** Whether its first answer kept the promise. `open`: there is still time. */
  punctuality: 'in time' | 'late' | 'open';
}

/** Resolves to the enquiries that came in a range of days, without spam, with what became of them. */
export async function listReportedEnquiries(
  { database, target }: ReportDependencies,
  { from, until }: DayRange,
  now: Date,
): Promise<readonly ReportedEnquiry[]> {
  const { timeZone } = target.officeHours;
  const rows = await database
    .selectFrom('enquiries')
    .select(['origin', 'status', 'closed_reason', 'received_at', selectAnswerTime(now).as('answered')])
    .where('received_at', '>=', getStartOfDay(from, timeZone))
    .where('received_at', '<', getStartOfDay(until, timeZone))
    .where('status', '<>', 'spam')
    .where('merged_into', 'is', null)
    .execute();
  return rows.map(({ origin, status, closed_reason: reason, received_at, answered }) => {
    const receivedAt = new Date(received_at);
    return {
      day: formatDay(receivedAt, timeZone),
      visitSource: origin === null ? null : (JSON.parse(origin) as VisitSource),
      outcome: describeOutcome(status, reason),
      punctuality: judgePunctuality(receivedAt, answered === null ? null : new Date(answered), target, now),
    };
  });
}

/**
 * SQL: when an answer to an enquiry was sent by the inbox or came from a mail program; else when somebody closed it, over
 * an hour ago, since that can be a mistake.
 */
export function selectAnswerTime(now: Date) {
  return sql<Date | string | null>`coalesce(
    (SELECT min(coalesce(delivered_at, sent_at)) FROM messages LEFT JOIN deliveries ON deliveries.id = messages.id
      WHERE enquiry_id = enquiries.id AND direction = 'out' AND bounce_reason IS NULL
      AND (state IS NULL OR state = 'delivered')),
    CASE WHEN closed_at < ${new Date(now.getTime() - 3_600_000)} THEN closed_at END)`;
}

function judgePunctuality(receivedAt: Date, answeredAt: Date | null, target: ResponseTarget, now: Date) {
  const { dueAt } = computeDueTime(receivedAt, target);
  if ((answeredAt ?? now) > dueAt) return 'late';
  return answeredAt === null ? 'open' : 'in time';
}

function describeOutcome(status: EnquiryStatus, reason: string | null): string {
  return status === 'closed' ? describeClosedReason({ closedReason: reason }) : status;
}

/** Returns the number of enquiries, and what became of them: `2 Answered, 1 open`. */
export function summariseOutcomes(received: readonly ReportedEnquiry[]): { enquiries: number; became: string } {
  const outcomes = Array.from(
    Map.groupBy(received, ({ outcome }) => outcome),
    ([outcome, all]) => [all.length, outcome],
  );
  const sorted = outcomes.toSorted(([a], [b]) => Number(b) - Number(a));
  return { enquiries: received.length, became: sorted.map((parts) => parts.join(' ')).join(', ') };
}
