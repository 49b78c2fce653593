import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../process/clock.ts';

/** Time limit of storing a submission, in milliseconds: a proxy gives up after 30 seconds, a visitor earlier. */
export const submissionTimeout = 12_000;

/** Milliseconds of the limit reserved for the commit: a refused submission must not be stored afterwards. */
const commitTime = 2000;

/**
 * Returns a function that writes concurrent items as one group: a durable commit costs the same for one row as for
 * fifty. A call resolves only once its group is written, and rejects at `answerBy`, on the scale of `clock.elapsed`.
 * @param write resolves to one result per item, in their order; must not commit once `isAwaited` returns false
 * @param largest maximum number of items in a group
 */
export function createGroupCommit<Item, Result>(
  clock: Pick<Clock, 'elapsed' | 'after'>,
  write: WriteGroup<Item, Result>,
  largest = 100,
): (item: Item, answerBy: number) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let writing = false;

  /** Writes a group. Rejects before the commit if one of its calls could not be answered in time. */
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
      // Wait for one turn of the event loop, so that requests that have just arrived join.
      await setImmediate();
      const group = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      await writeGroup(group).catch(async () => {
        // Retry one by one: on a new connection if it was lost, and an item that fails must not fail the others.
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

/** Returns true if there is time for a commit before `answerBy`. */
function isInTime({ answerBy }: { answerBy: number }, clock: Pick<Clock, 'elapsed'>): boolean {
  return clock.elapsed() < answerBy - commitTime;
}

/** Returns the error for a submission that the database took too long to store. */
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
