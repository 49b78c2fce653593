import { isbot } from 'isbot';
import type { Database } from '../database/database.ts';
import { fieldNames } from '../enquiries/enquiry.ts';
import { createRepeatedJob, type RepeatedJob } from '../process/repeated-job.ts';
import type { Log } from '../process/log.ts';
import { addCount, saveCounts, type CountMap, type PageCount } from './page-counts.ts';
import { findPagePath, contactFormPath, parseReferral } from './visit.ts';

/** A report of a browser, with what is needed to judge it. */
export interface ViewReport {
  /** `page`, `from` (the page before), `host` and `utm_…` where a visit begins, or a `step`: of the form, or a press on a link. */
  parameters: URLSearchParams;
  userAgent: string | undefined;
  pagePaths: readonly string[];
}

type Counted = Pick<PageCount, 'kind'> & Partial<PageCount>;

/** Steps of the contact form that are reported. That it was opened is a view of its page. */
const formSteps = new Set(['begun', 'sent', 'refused']);

/** Links by which a visitor leaves for the telephone, the mail program or a maker's website, with their names. */
export const pressNames = { phone: 'Phone number', email: 'Email address', website: 'Maker’s website' } as const;

/** Robots that `isbot` does not know. */
const furtherRobots = /gtmetrix|nikto|microsoft office|externalhit/i;

/** Returns what an untrusted report counts as. One that is no view of a person is counted apart. */
export function classifyViewReport({ parameters, userAgent = '', pagePaths }: ViewReport): readonly Counted[] {
  const page = parameters.get('page') ?? '';
  if (userAgent === '' || isbot(userAgent) || furtherRobots.test(userAgent))
    return [{ kind: 'left out', detail: 'robot' }];
  if (!pagePaths.includes(page)) return [{ kind: 'left out', detail: 'unknown page' }];
  const form = { kind: 'form', page: findPagePath(parameters.get('from'), pagePaths) || contactFormPath } as const;
  if (parameters.has('step')) {
    const [step = '', ...fields] = (parameters.get('step') ?? '').split(' ');
    if (Object.hasOwn(pressNames, step))
      return [{ kind: 'press', page: page === contactFormPath ? form.page : page, detail: step }];
    const refused = fieldNames.filter((name) => fields.includes(name));
    if (!formSteps.has(step)) return [];
    return [{ ...form, detail: step }, ...refused.map((name) => ({ ...form, detail: `refused: ${name}` }))];
  }
  const source = parseReferral(parameters);
  const visit = source.host === '' ? {} : { ...source, visits: 1 };
  return [{ kind: 'view', page, ...visit }, ...(page === contactFormPath ? [{ ...form, detail: 'opened' }] : [])];
}

/** Interval of saving, in milliseconds: what a killed process loses at most. */
const minute = 60_000;
/** A business website is never seen so often: all of such a minute is left out. */
export const maxReportsPerMinute = 6000;
/** No person reads so fast, and no company that shares an address: what exceeds this in a minute is left out. */
export const maxViewReportsPerMinute = 120;

interface CounterDependencies {
  database: Database;
  /** Returns the day that counts now, like `2026-10-31`. */
  getToday: () => string;
  log: Pick<Log, 'error'>;
}

/** Returns a counter that keeps sums alone, for a minute: not what a sender reported, or when on a day. */
export function createViewCounter({ database, getToday, log }: CounterDependencies) {
  let [counts, reports, lost]: [CountMap, number, number] = [new Map(), 0, 0];
  // Reports by sender. It has no more senders than `maxReportsPerMinute`: beyond that none is looked at.
  let senders = new Map<string, number>();
  let leftOut = 0;

  function add(counted: Counted): void {
    const texts = { page: '', detail: '', host: '', campaign: '' };
    addCount(counts, { day: getToday(), ...texts, number: 1, visits: 0, ...counted });
  }

  /** Saves the sums. If that fails they are lost, which the log says, and the next sums that can be saved. */
  async function save(): Promise<void> {
    const received = reports + leftOut;
    if (reports > maxReportsPerMinute) [counts, leftOut] = [new Map(), received];
    if (leftOut > 0) add({ kind: 'left out', detail: 'flood', number: leftOut });
    if (lost > 0) add({ kind: 'left out', detail: 'not stored', number: lost });
    const saved = counts;
    [counts, reports, senders, leftOut] = [new Map(), 0, new Map(), 0];
    if (saved.size === 0) return;
    try {
      await saveCounts(database, saved);
      lost = 0;
    } catch (err) {
      lost += received;
      log.error({ err, reports: received }, 'views could not be stored, and are not counted');
    }
  }

  const saving = createRepeatedJob(async () => {
    await save();
    return minute;
  }, minute);

  return {
    /** Counts a report. Forgets its sender within about a minute. */
    count(report: ViewReport, sender: string): void {
      if (reports > maxReportsPerMinute) return void (leftOut += 1);
      const sent = (senders.get(sender) ?? 0) + 1;
      senders.set(sender, sent);
      if (sent > maxViewReportsPerMinute) return void (leftOut += 1);
      reports += 1;
      if (reports <= maxReportsPerMinute) for (const counted of classifyViewReport(report)) add(counted);
    },
    save,
    savingJob: { start: saving.start, stop: () => saving.stop().then(save) } satisfies RepeatedJob,
  };
}
