import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../process/clock.ts';

/** Time limit of storing a submission, in milliseconds: a proxy gives up after 30 seconds, a visitor earlier. */
export const submissionTimeoutMs = 12_000;

/** Milliseconds of the limit reserved for the commit: a refused submission must not be stored afterwards. */
const commitTime = 2000;

/**
 * Returns a function that writes concurrent items as one group: a durable commit costs the same for one row as for
 * fifty. A call resolves only once its group is written, and rejects at `deadline`, a time of `clock.monotonicNow`.
 * @param write resolves to one result per item, in their order; must not commit once `hasTimeLeft` returns false
 */
export function createGroupCommit<Item, Result>(
  clock: Pick<Clock, 'monotonicNow' | 'setTimer'>,
  write: WriteGroup<Item, Result>,
  maxGroupSize = 100,
): (item: Item, deadline: number) => Promise<Result> {
  let waiting: PendingItem<Item, Result>[] = [];
  let writing = false;

  /** Writes a group. Rejects before the commit if one of its calls could not be answered in time. */
  async function writeGroup(group: readonly PendingItem<Item, Result>[]): Promise<void> {
    const areAwaited = (): boolean => group.every((one) => isInTime(one, clock));
    if (!areAwaited()) throw createSubmissionTimeoutError();
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
      const group = waiting.slice(0, maxGroupSize);
      waiting = waiting.slice(maxGroupSize);
      await writeGroup(group).catch(async () => {
        // Retry one by one: on a new connection if it was lost, and an item that fails must not fail the others.
        for (const one of group) await writeGroup([one]).catch(one.reject);
      });
    }
    writing = false;
  }

  return (item, deadline) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const cancel = clock.setTimer(deadline - clock.monotonicNow(), () => reject(createSubmissionTimeoutError()));
    waiting.push({ item, deadline, resolve, reject });
    if (!writing) void writeAll();
    return promise.finally(cancel);
  };
}

function isInTime({ deadline }: { deadline: number }, clock: Pick<Clock, 'monotonicNow'>): boolean {
  return clock.monotonicNow() < deadline - commitTime;
}

/** Returns the error for a submission that the database took too long to store. */
export function createSubmissionTimeoutError(): Error {
  return new Error(`The database took longer than ${submissionTimeoutMs / 1000} s: nothing was stored`);
}

type WriteGroup<Item, Result> = (items: readonly Item[], hasTimeLeft: () => boolean) => Promise<readonly Result[]>;

interface PendingItem<Item, Result> {
  item: Item;
  deadline: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}
