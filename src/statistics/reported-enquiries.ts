import type { Database } from '../database/database.ts';
import { describeClosedReason, type EnquiryStatus, type VisitSource } from '../enquiries/model.ts';
import type { ResponseTarget } from '../enquiries/response-target.ts';
import { getStartOfDay, type DayRange } from './period.ts';

/** Database and promise that a report tells of. */
export interface ReportDependencies {
  database: Database;
  target: ResponseTarget;
}

export interface ReportedEnquiry {
  visitSource: VisitSource | null;
  outcome: string;
}

/** Resolves to the enquiries that came in a range of days, without spam, with what became of them. */
export async function listReportedEnquiries(
  { database, target: { officeHours } }: ReportDependencies,
  { from, until }: DayRange,
): Promise<readonly ReportedEnquiry[]> {
  const rows = await database
    .selectFrom('enquiries')
    .select(['origin', 'status', 'closed_reason'])
    .where('received_at', '>=', getStartOfDay(from, officeHours.timeZone))
    .where('received_at', '<', getStartOfDay(until, officeHours.timeZone))
    .where('status', '<>', 'spam')
    .where('merged_into', 'is', null)
    .execute();
  return rows.map(({ origin, status, closed_reason: reason }) => ({
    visitSource: origin === null ? null : (JSON.parse(origin) as VisitSource),
    outcome: describeOutcome(status, reason),
  }));
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
