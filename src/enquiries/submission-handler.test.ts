import { describe, expect, it } from 'vitest';
import { systemClock } from '../process/clock.ts';
import { createGroupCommit } from './group-commit.ts';

/** Creates a group commit that records its groups. */
function groupsOf(fail: (items: readonly number[], times: number) => boolean = () => false, largest?: number) {
  const groups: (readonly number[])[] = [];
  const add = createGroupCommit(
    systemClock,
    async (items: readonly number[]) => {
      groups.push(items);
      if (fail(items, groups.length)) throw new Error('away');
      return items.map((item) => item * 2);
    },
    largest,
  );
  return { groups, write: (item: number) => add(item, systemClock.monotonicNow() + 12_000) };
}

describe('writing in groups', () => {
  it('gathers what comes while a group is being written into the next one', async () => {
    const later: Promise<number>[] = [];
    const { groups, write } = groupsOf((_items, times) => times === 1 && later.push(write(2), write(3)) < 0);
    await write(1);
    await Promise.all(later);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('gives each of those that came at the same time its own result, and writes no larger group than it may', async () => {
    const { groups, write } = groupsOf(undefined, 2);
    expect(await Promise.all([1, 2, 3, 4, 5].map(write))).toEqual([2, 4, 6, 8, 10]);
    expect(groups).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('does not let one that cannot be written take the others with it', async () => {
    const { write } = groupsOf((items) => items.includes(2));
    const results = await Promise.allSettled([1, 2, 3].map(write));
    expect(results).toMatchObject([{ value: 2 }, { reason: new Error('away') }, { value: 6 }]);
  });

  it('makes a second attempt, for a connection may have been lost at rest, and goes on after a failure', async () => {
    const { write } = groupsOf((_items, times) => times <= 3);
    await expect(write(1)).rejects.toThrow('away');
    expect(await write(2)).toBe(4);
  });

  it('refuses who has waited too long, also behind others, and commits nothing for them afterwards', async () => {
    const clock = manualClock();
    const committed: number[] = [];
    let unlock = (): void => {};
    const locked = new Promise<void>((resolve) => (unlock = resolve));
    const write = createGroupCommit(clock, async (items: readonly number[], isAwaited) => {
      await locked;
      if (!isAwaited()) throw new Error('late');
      committed.push(...items);
      return items;
    });
    const [first, behind] = [write(1, 12_000), write(2, 12_000)];
    clock.pass(12_000);
    await expect(first).rejects.toThrow('longer than 12 s');
    await expect(behind).rejects.toThrow('longer than 12 s');
    unlock();
    expect(await write(3, 24_000)).toBe(3);
    expect(committed).toEqual([3]);
  });
});

function manualClock() {
  let now = 0;
  const due: { at: number; act: () => void }[] = [];
  return {
    monotonicNow: () => now,
    setTimer(milliseconds: number, act: () => void) {
      const one = { at: now + milliseconds, act };
      due.push(one);
      return () => void due.splice(due.indexOf(one), 1);
    },
    pass(milliseconds: number) {
      now += milliseconds;
      for (const { act } of due.filter(({ at }) => at <= now)) act();
    },
  };
}
