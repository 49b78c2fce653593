import { describe, expect, it } from 'vitest';
import { run, type Sabotage } from './run.ts';

const seeds = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** The seeds that fail, each with what it has found. */
async function failing(count: number, sabotage?: Sabotage): Promise<[seed: number, violations: readonly string[]][]> {
  const found: [number, readonly string[]][] = [];
  for (const seed of seeds(count)) {
    const { violations } = await run(seed, sabotage);
    if (violations.length > 0) found.push([seed, violations]);
  }
  return found;
}

describe('the pipeline under faults', () => {
  it('loses nothing, sends nothing twice and leaves nothing waiting', { timeout: 120_000 }, async () => {
    expect(await failing(200)).toEqual([]);
  });

  it('goes the same way again from the same seed', async () => {
    const [once, again] = [await run(7), await run(7)];
    expect(once.trace.length).toBeGreaterThan(100);
    expect(again).toEqual(once);
  });
});

describe('the simulation sees', () => {
  it.each<[string, Sabotage, RegExp]>([
    ['a lease that is shorter than an attempt', { leaseLength: 5000 }, /delivered twice/],
    [
      'an acknowledgement before the commit',
      {
        store: (store) => ({
          ...store,
          add: async (received, since) => {
            void store.add(received, since).catch(() => {});
            return received.map(({ id }) => ({ id, isNew: true, state: 'due' }));
          },
        }),
      },
      /was acknowledged and is not stored/,
    ],
    [
      'a record that is forgotten',
      {
        store: (store) => ({
          ...store,
          record: async (claim, outcome) => claim.delivery.attempts === 1 || store.record(claim, outcome),
        }),
      },
      /delivered twice/,
    ],
  ])('%s', async (_what, sabotage, says) => {
    expect((await failing(10, sabotage)).flatMap(([, violations]) => violations)).toContainEqual(
      expect.stringMatching(says),
    );
  });
});
