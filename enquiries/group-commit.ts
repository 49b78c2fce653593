import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../process/clock.ts';

/** How long the database may take over a submission, in milliseconds: a proxy gives up after 30 seconds, a visitor before. */
export const submissionTimeout = 12_000;

/** Milliseconds of the patience that are kept for the commit: whoever was refused must not be stored afterwards. */
const commitTime = 2000;

/**
 * Writes what comes in at the same time as one group: a commit that reaches the disk costs the same for one row as for
 * fifty. A call resolves only once its group is written, and rejects at `answerBy`, which is of the clock's `elapsed`.
 * @param write resolves to one result for each item, in their order; it commits nothing once `isAwaited` says no
 * @param largest how many items a group holds at most
 */
export function createGroupCommit<Item, Result>(
  clock: Pick<Clock, 'elapsed' | 'after'>,
  write: WriteGroup<Item, Result>,
  largest = 100,
): (item: Item, answerBy: number) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let writing = false;

  /** Rejects before it commits where one of the group could not be answered in time. */
  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const areAwaited = (): boolean => group.every((one) => isInTime(one, clock));
    if (!areAwaited()) throw createTimeoutError();
    const results = await write(
      group.map(({ item }) => item),
      areAwaited,
    );
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
  }

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      // One turn of the event loop, in which requests that have arrived meanwhile join.
      await setImmediate();
      const group = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      await writeGroup(group).catch(async () => {
        // A lost connection is replaced by a new one, and one that cannot be written must not take the others with it.
        for (const one of group) await writeGroup([one]).catch(one.reject);
      });
    }
    writing = false;
  }

  return (item, answerBy) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const cancel = clock.after(answerBy - clock.elapsed(), () => reject(createTimeoutError()));
    waiting.push({ item, answerBy, resolve, reject });
    if (!writing) void writeAll();
    return promise.finally(cancel);
  };
}

/** Whether there is time for a commit before the answer. */
function isInTime({ answerBy }: { answerBy: number }, clock: Pick<Clock, 'elapsed'>): boolean {
  return clock.elapsed() < answerBy - commitTime;
}

/** The fault of a submission for which the database has taken too long. */
export function createTimeoutError(): Error {
  return new Error(`The database took longer than ${submissionTimeout / 1000} s: nothing was stored`);
}

type WriteGroup<Item, Result> = (items: readonly Item[], isAwaited: () => boolean) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  item: Item;
  answerBy: number;
  resolve(result: Result): void;
  reject(fault: unknown): void;
}
