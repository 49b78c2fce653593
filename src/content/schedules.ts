import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { serialiseTransaction } from '../database/meta.ts';

/** A saved draft: another `savedAt` is another draft. */
interface DraftVersion {
  file: string;
  savedAt: Date;
}

/** Drafts of a person to publish together at a time, if they are unchanged then. */
export interface Schedule {
  id: string;
  at: Date;
  by: string;
  reason: string;
  drafts: readonly DraftVersion[];
  /** Why they were not published; null while they wait. */
  problem: string | null;
}

/** Returns the store of schedules, in this transaction if it is one. */
export function createScheduleStore(database: Database) {
  /** Resolves to all schedules in the order of their times, or to the waiting schedules that are due. */
  async function listSchedules(dueBy?: Date): Promise<Schedule[]> {
    let query = database.selectFrom('schedules').selectAll().orderBy('at').orderBy('id');
    if (dueBy !== undefined) query = query.where('problem', 'is', null).where('at', '<=', dueBy);
    return (await query.execute()).map(({ at, author: by, drafts: json, ...row }) => {
      const savedDrafts = JSON.parse(json) as DraftVersion[];
      const drafts = savedDrafts.map(({ file, savedAt }) => ({ file, savedAt: new Date(savedAt) }));
      return { ...row, at: new Date(at), by, drafts };
    });
  }

  /** Deletes a schedule. Its drafts stay. */
  async function deleteSchedule(id: string): Promise<void> {
    await database.deleteFrom('schedules').where('id', '=', id).execute();
  }

  /**
   * Deletes the person's schedules whose drafts are all of these files. A schedule with further drafts is held with the
   * problem; without a problem it is held at its time, since its drafts have changed then.
   */
  async function endSchedulesOf(
    person: string,
    files: readonly Pick<DraftVersion, 'file'>[],
    problem?: string,
  ): Promise<void> {
    const isIncluded = ({ file }: DraftVersion) => files.some((included) => included.file === file);
    for (const { id, by, drafts } of await listSchedules())
      if (by !== person || !drafts.some(isIncluded)) continue;
      else if (drafts.every(isIncluded)) await deleteSchedule(id);
      else if (problem !== undefined) await updateWaitingSchedule(id, problem);
  }

  /** Stores a schedule. Ends the person's other schedules that have one of its drafts. */
  async function saveSchedule({ by, ...schedule }: Omit<Schedule, 'id' | 'problem'>): Promise<void> {
    const { at, reason, drafts } = schedule;
    // Sorts by the time of choosing.
    const id = `${Date.now()}-${randomUUID()}`;
    const draftVersions = JSON.stringify(drafts.map(({ file, savedAt }) => ({ file, savedAt })));
    const row = { id, at, author: by, reason: reason.trim(), drafts: draftVersions, problem: null };
    await database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, new Date());
      const problem = 'Another time was chosen for a part of it.';
      await createScheduleStore(transaction).endSchedulesOf(by, drafts, problem);
      await transaction.insertInto('schedules').values(row).execute();
    });
  }

  /** Locks a waiting schedule, and sets its problem, if any. Resolves to false, changing nothing, if it does not wait. */
  async function updateWaitingSchedule(id: string, problem: string | null): Promise<boolean> {
    const waiting = database
      .updateTable('schedules')
      .set({ problem })
      .where('id', '=', id)
      .where('problem', 'is', null);
    return (await waiting.executeTakeFirst()).numUpdatedRows > 0n;
  }

  return { listSchedules, deleteSchedule, endSchedulesOf, saveSchedule, updateWaitingSchedule };
}

/** Returns true if a schedule is to be published at its time, by the drafts as they are now. */
export function isStillScheduled(schedule: Schedule, savedDrafts: Parameters<typeof hasChangedDrafts>[1]): boolean {
  return schedule.problem === null && !hasChangedDrafts(schedule, savedDrafts);
}

/** Returns true if a schedule's person has changed or deleted one of its drafts since. */
export function hasChangedDrafts(schedule: Schedule, savedDrafts: readonly (DraftVersion & { by: string })[]): boolean {
  const own = new Map(savedDrafts.filter(({ by }) => by === schedule.by).map((draft) => [draft.file, draft.savedAt]));
  return schedule.drafts.some(({ file, savedAt }) => own.get(file)?.getTime() !== savedAt.getTime());
}
