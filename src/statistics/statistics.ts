import type { Database } from '../database/database.ts';
import { findMetaValue, storeMeta } from '../database/meta.ts';
import type { ResponseTarget } from '../enquiries/response-target.ts';
import { formatDay } from '../process/office-calendar.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { createRepeatedJob } from '../process/repeated-job.ts';
import { countFirstAnswers } from './answer-counts.ts';
import { queueMonthlyReport } from './monthly-report.ts';
import { deleteCountsBefore, mergeRareSourcesBefore } from './page-counts.ts';
import { createPeriod, subtractFromDay, type Period, type PeriodUnit } from './period.ts';
import { readReport, type StatisticsReport } from './report.ts';
import { createViewCounter } from './view-counter.ts';

interface StatisticsDependencies {
  database: Database;
  target: ResponseTarget;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'error'>;
  /** Resolves to the people who get the report of each month. */
  listReportReaders: Parameters<typeof queueMonthlyReport>[3];
}

export type Statistics = ReturnType<typeof createStatistics>;

const minute = 60_000;
/** Days for which websites and campaigns that led few visits here are kept by name. */
export const rareSourceRetentionDays = 30;
/** Months for which counts of views and forms are kept: two years beside each other, and a margin. */
export const retentionMonths = 26;

/** Creates the statistics. Days are those of the office's time zone. */
export function createStatistics({ database, target, clock, log, listReportReaders }: StatisticsDependencies) {
  const getToday = () => formatDay(clock.now(), target.officeHours.timeZone);
  const counter = createViewCounter({ database, getToday, log });
  const read = (period: Period): Promise<StatisticsReport> => readReport({ database, target }, period, clock.now());

  /**
   * Counts answers, once a day forgets what is to be forgotten, and once a month mails the report. A clock that runs
   * ahead makes everything look old: nothing is deleted unless the day before was the last.
   */
  async function maintain(): Promise<void> {
    const today = getToday();
    await countFirstAnswers({ database, target }, clock.now());
    const last = await findMetaValue(database, 'counts');
    if (last !== today) {
      await mergeRareSourcesBefore(database, subtractFromDay(today, { days: rareSourceRetentionDays }));
      if (last === subtractFromDay(today, { days: 1 }))
        await deleteCountsBefore(database, subtractFromDay(today, { months: retentionMonths }));
      await storeMeta(database, 'counts', today);
    }
    await queueMonthlyReport(database, today, clock.now(), listReportReaders, read);
  }

  return {
    count: counter.count,
    save: counter.save,
    /** Saves each minute, and once more when it stops. It waits for no database. */
    savingJob: counter.savingJob,
    maintain,
    maintenanceJob: createRepeatedJob(async () => {
      await maintain().catch((err: unknown) =>
        log.error({ err }, 'the counts could not be tidied up; tried again soon'),
      );
      return minute;
    }, minute),
    /** Resolves to the statistics of the week, month or year that has a day; without one, of the current. */
    readReport: (unit: PeriodUnit, day: string | null): Promise<StatisticsReport> =>
      read(createPeriod(unit, day, getToday())),
  };
}
