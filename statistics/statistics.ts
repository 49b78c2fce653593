import type { Database } from '../database/database.ts';
import { formatDay, type ResponseTarget } from '../enquiries/response-target.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { createRepeatedJob, type RepeatedJob } from '../process/repeated-job.ts';
import { countFirstAnswers } from './answer-counts.ts';
import { isReportReader, queueMonthlyReport, setReportReader } from './monthly-report.ts';
import { deleteOldCounts, mergeRareSources } from './page-counts.ts';
import { createPeriod, subtractFromDay, type Period, type PeriodUnit } from './period.ts';
import { readReport, type Report } from './report.ts';
import { createViewCounter } from './view-counter.ts';

interface StatisticsDependencies {
  database: Database;
  target: ResponseTarget;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'error'>;
}

/** The counts of views, forms and answers, and what is told of them. */
export type Statistics = ReturnType<typeof createStatistics>;

const hour = 3_600_000;
/** For how long websites and campaigns are kept by name that led few visits here. */
export const rareSourceDays = 30;
/** For how long counts of views and forms are kept: two years beside one another, and the months around them. */
export const retentionMonths = 26;

/** Creates the statistics. Days are those of the office's time zone. */
export function createStatistics({ database, target, clock, log }: StatisticsDependencies) {
  const getToday = () => formatDay(clock.now(), target.officeHours.timeZone);
  const counter = createViewCounter({ database, getToday, log });
  const read = (period: Period): Promise<Report> => readReport({ database, target }, period, clock.now());

  /** Forgets what is to be forgotten, and mails the report of the last month. */
  async function maintain(): Promise<void> {
    const today = getToday();
    await countFirstAnswers({ database, target });
    await mergeRareSources(database, subtractFromDay(today, { days: rareSourceDays }));
    const isDone = await deleteOldCounts(database, subtractFromDay(today, { months: retentionMonths }));
    if (!isDone) log.error({ today }, 'old counts are kept: more than half look old, perhaps by a wrong clock');
    await queueMonthlyReport(database, today, clock.now(), read);
  }

  const maintenanceJob = createRepeatedJob(async () => {
    await maintain().catch((err: unknown) => log.error({ err }, 'the counts could not be tidied up; tried again soon'));
    return hour;
  }, 60_000);

  return {
    count: counter.count,
    /** Saves what is counted so far. */
    save: counter.save,
    maintain,
    /** Resolves to the numbers of the week, month or year that has a day; without one, of the current. */
    readReport: (unit: PeriodUnit, day: string | null): Promise<Report> => read(createPeriod(unit, day, getToday())),
    isReportReader: isReportReader.bind(null, database),
    setReportReader: setReportReader.bind(null, database),
    /** Saves each minute and at the end, and tidies up each hour. */
    jobs: [counter.savingJob, maintenanceJob] satisfies readonly RepeatedJob[],
  };
}
