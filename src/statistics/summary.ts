import { formatDayRange, type Period } from './period.ts';
import type { ReportedEnquiry } from './reported-enquiries.ts';
import { formatRate, type ReportRow, type ReportTable } from './report-table.ts';

type SummaryColumn = 'what' | 'now' | 'before' | 'change';

/** A figure of the period, the same before it, and how they differ: for the better, for the worse, or neither. */
type SummaryRow = ReportRow<SummaryColumn> & { tone: 'better' | 'worse' | '' };

interface Totals {
  visits: number;
  enquiries: readonly ReportedEnquiry[];
}

/** Returns the table of the four figures of a period. */
export function createSummary(period: Period, now: Totals, before: Totals) {
  const rows: readonly SummaryRow[] = [
    compareNumbers('Visits', now.visits, before.visits),
    compareNumbers('Enquiries', now.enquiries.length, before.enquiries.length),
    comparePunctuality(now.enquiries, before.enquiries),
    {
      what: 'Enquiries of 100 visits',
      now: formatRate(now.enquiries.length, now.visits),
      before: formatRate(before.enquiries.length, before.visits),
      change: '',
      tone: '',
    },
  ];
  return {
    title: 'In short',
    note: '',
    columns: { what: 'What', now: formatDayRange(period), before: formatDayRange(period.before), change: 'Change' },
    rows,
  } satisfies ReportTable<SummaryColumn>;
}

function compareNumbers(what: string, now: number, before: number): SummaryRow {
  const difference = Math.abs(now - before).toLocaleString('en-GB');
  if (now === before) return { what, now, before, change: 'as many', tone: '' };
  return now > before
    ? { what, now, before, change: `${difference} more`, tone: 'better' }
    : { what, now, before, change: `${difference} fewer`, tone: 'worse' };
}

function comparePunctuality(now: readonly ReportedEnquiry[], before: readonly ReportedEnquiry[]): SummaryRow {
  const count = (all: readonly ReportedEnquiry[], ...kinds: ReportedEnquiry['punctuality'][]) =>
    all.filter(({ punctuality }) => kinds.includes(punctuality)).length;
  const formatShare = (all: readonly ReportedEnquiry[]) => {
    const due = count(all, 'in time', 'late');
    return due === 0 ? '' : `${count(all, 'in time')} of ${due}`;
  };
  const [late, open] = [count(now, 'late'), count(now, 'open')];
  const change = [late > 0 && `${late} late`, open > 0 && `${open} still open`].filter(Boolean).join(', ');
  return {
    what: 'Answered in time',
    now: formatShare(now),
    before: formatShare(before),
    change,
    tone: late > 0 ? 'worse' : '',
  };
}
