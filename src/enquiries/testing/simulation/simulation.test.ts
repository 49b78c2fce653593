import { expect, it } from 'vitest';
import { runSimulation } from './run.ts';

it.each([1, 2, 3, 4, 5, 6, 7, 8])('the pipeline keeps its promises under the faults of seed %i', async (seed) => {
  expect((await runSimulation(seed)).violations).toEqual([]);
});
