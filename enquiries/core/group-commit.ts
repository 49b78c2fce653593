import { setImmediate } from 'node:timers/promises';

/**
 * Writes what comes in at the same time as one group: a commit that reaches the disk costs the same for one row as for
 * fifty. A call resolves only once its group is written.
 * @param write resolves to one result for each item, in their order
 * @param largest how many items a group holds at most
 */
export function inGroups<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  largest = 100,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      // One turn of the event loop, in which requests that have arrived meanwhile join.
      await setImmediate();
      const group = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      await settle(group);
    }
    writing = false;
  }

  async function settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch {
      await settleEach(group);
    }
  }

  /**
   * A lost connection is replaced by a new one, and one that cannot be written must not take the others with it: each gets
   * another attempt. But a store that is away is not asked a hundred times.
   */
  async function settleEach(group: readonly Waiting<Item, Result>[]): Promise<void> {
    let failuresInARow = 0;
    for (const [index, { item, resolve, reject }] of group.entries()) {
      try {
        const [result] = await write([item]);
        resolve(result as Result);
        failuresInARow = 0;
      } catch (fault) {
        reject(fault);
        failuresInARow += 1;
        if (failuresInARow < 3) continue;
        for (const rest of group.slice(index + 1)) rest.reject(fault);
        return;
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!writing) void writeAll();
    });
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(fault: unknown): void;
}
