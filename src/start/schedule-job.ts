import { createScheduleStore, hasChangedDrafts, type Schedule } from '../content/schedules.ts';
import { queueDeliveries } from '../outbox/delivery-queries.ts';
import { createRepeatedJob, type RepeatedJob } from '../process/repeated-job.ts';
import type { ApplicationCore } from './open-application-core.ts';

type ScheduleDependencies = Pick<ApplicationCore, 'contentRepository' | 'revisionStore' | 'people' | 'enquiries'> & {
  database: Pick<ApplicationCore['database'], 'database'>;
};

/** Returns a job that publishes each second what is due, and deletes expired links to drafts daily. */
export function createScheduleJob(
  core: ScheduleDependencies & Pick<ApplicationCore, 'draftLinks' | 'log'>,
): RepeatedJob {
  let [purgeDay, hasFailed] = ['', false];
  return createRepeatedJob(async () => {
    const now = new Date();
    try {
      await publishDueSchedules(core, now);
      if (purgeDay !== now.toDateString()) await core.draftLinks.deleteExpiredLinks();
      purgeDay = now.toDateString();
      hasFailed = false;
    } catch (err) {
      if (!hasFailed) core.log.error({ err }, 'what is due could not be published and is tried again');
      hasFailed = true;
    }
    return 1000;
  });
}

/**
 * Publishes the schedules that are due, one after another, and holds those that cannot be published. Of several servers,
 * one does it. Rejects if the database fails: then it is to be called again.
 */
export async function publishDueSchedules(core: ScheduleDependencies, now: Date): Promise<void> {
  const { revisionStore, enquiries } = core;
  for (;;) {
    const [schedule] = await revisionStore.listSchedules(now);
    if (schedule === undefined) return;
    const problem = await publishSchedule(core, schedule);
    const { id, by, at, reason } = schedule;
    if (problem === null) await enquiries.recordEvent('publish', by, reason);
    else if (problem !== 'overtaken') {
      const payload = { to: by, scheduledAt: at.toISOString(), problem };
      const mail = { id: `schedule.${id}`, kind: 'schedule', recordId: null, payload, at: now };
      await core.database.database.transaction().execute(async (transaction) => {
        const isHeld = await createScheduleStore(transaction).updateWaitingSchedule(id, problem);
        if (isHeld) await queueDeliveries(transaction, [mail]);
      });
    }
  }
}

/** Resolves to null once it is published, to the problem that holds it, or to 'overtaken': it is to be tried again. */
async function publishSchedule(
  { contentRepository, revisionStore, people }: ScheduleDependencies,
  schedule: Schedule,
): Promise<string | null> {
  const { id: scheduleId, by, reason } = schedule;
  const drafts = (await revisionStore.listDrafts({ by })).filter(({ file }) =>
    schedule.drafts.some((draft) => draft.file === file),
  );
  if (hasChangedDrafts(schedule, drafts)) return 'The content was changed after the time was chosen.';
  if (!(await people.listEmailsWithRole('content')).includes(by)) return 'Its author may not publish any more.';
  const { files, baseRevision, issues } = await contentRepository.planPublication(drafts);
  const publication = { by, reason, files, baseRevision, drafts, scheduleId };
  const result =
    issues.length > 0 ? { outcome: 'faults' as const, issues } : await contentRepository.publish(publication);
  if (result.outcome === 'published') return null;
  if (result.outcome !== 'faults') return result.outcome === 'overtaken' ? 'overtaken' : 'The site says this already.';
  const { formatFileAndFieldTitle } = await import('../content/validate-content.ts');
  const sentences = result.issues.map((issue) => `${formatFileAndFieldTitle(issue, files)} ${issue.message}.`);
  return sentences.slice(0, 10).join('\n');
}
