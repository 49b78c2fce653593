import { expect, it } from 'vitest';
import { runSimulation } from './run.ts';

it(
  'the pipeline under faults loses nothing, sends nothing twice and leaves nothing waiting',
  { timeout: 300_000 },
  async () => {
    for (let seed = 1; seed <= 200; seed += 1)
      expect([seed, (await runSimulation(seed)).violations]).toEqual([seed, []]);
  },
);

it('a run goes the same way again from the same seed', async () => {
  const [once, again] = [await runSimulation(7), await runSimulation(7)];
  expect(once.trace.length).toBeGreaterThan(100);
  expect(again).toEqual(once);
});
