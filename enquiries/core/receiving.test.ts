import { describe, expect, it } from 'vitest';
import { inGroups } from './receiving.ts';

describe('writing in groups', () => {
  it('writes what comes at the same time together, and gives each its own result', async () => {
    const groups: number[][] = [];
    const write = inGroups(
      async (items: readonly number[]) => (groups.push([...items]), items.map((item) => item * 2)),
    );
    expect(await Promise.all([1, 2, 3].map(write))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it('gathers what comes while a group is being written into the next one', async () => {
    const groups: number[][] = [];
    const first = Promise.withResolvers<void>();
    const write = inGroups(async (items: readonly number[]) => {
      groups.push([...items]);
      if (groups.length === 1) {
        later.push(write(2), write(3));
        first.resolve();
      }
      return items;
    });
    const later: Promise<number>[] = [];
    await write(1);
    await first.promise;
    await Promise.all(later);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('never writes a larger group than it is allowed', async () => {
    const sizes: number[] = [];
    const write = inGroups(async (items: readonly number[]) => (sizes.push(items.length), items), 2);
    await Promise.all([1, 2, 3, 4, 5].map(write));
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('does not let one that cannot be written take the others with it', async () => {
    const write = inGroups(async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('not this one');
      return items;
    });
    expect(await Promise.allSettled([1, 2, 3].map(write))).toMatchObject([
      { value: 1 },
      { reason: new Error('not this one') },
      { value: 3 },
    ]);
  });

  it('does not ask a store that is away for each of many', async () => {
    let asked = 0;
    const write = inGroups(async () => {
      asked += 1;
      throw new Error('away');
    });
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, item) => write(item)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked).toBe(4);
  });

  it('makes a second attempt, for a connection may have been lost at rest, and goes on after a failure', async () => {
    const faults = [1, 2, 3].map(() => new Error('connection lost'));
    const write = inGroups(async (items: readonly number[]) => {
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      return items;
    });
    await expect(write(1)).rejects.toThrow('connection lost');
    expect(await write(2)).toBe(2);
  });
});
