import type { World } from './world.ts';

/** What goes wrong in a run, as chances from 0 to 1, with the most that is drawn of each. */
const most = {
  /** That a process dies at a step: before or after any statement, and around the final dot of a mail. */
  death: 0.02,
  /** That a statement fails and has done nothing. */
  failure: 0.2,
  /** That a statement has done its work, and its answer is lost. */
  lostAnswer: 0.1,
  /** That the mail server refuses for now, refuses for good, is silent, or takes a mail and says that it has not. */
  refusal: 0.6,
  refusalForGood: 0.2,
  silence: 0.3,
  lie: 0.2,
};

export type Faults = ReturnType<typeof drawFaults>;

/**
 * Each run draws its own: one has a hostile mail server and nothing else, another dies all the time. What is always a little broken
 * hides what only much of one thing shows. `slowness` is the longest that a mail server takes for a mail, in milliseconds.
 */
export function drawFaults({ chance, between }: Pick<World, 'chance' | 'between'>) {
  const slowness = between(500, 44_000);
  const drawn = Object.entries(most).map(([fault, greatest]) => [fault, chance(0.5) ? between(0, greatest) : 0]);
  return { ...(Object.fromEntries(drawn) as typeof most), slowness };
}

export const noFaults = drawFaults({ chance: () => false, between: (least) => least });

/** How far the clock is set, in hours. */
const jumps = [1 / 60, 2, 24, 400 * 24].flatMap((by) => [by, -by]);

/** A database that a stranger locks, and a clock that is set, at times that are drawn. */
export function scheduleEvents(world: World, within: number, lockFor: (milliseconds: number) => void): void {
  const several = (times: number, act: () => void): void => {
    for (let left = Math.floor(world.between(0, times)); left > 0; left -= 1)
      world.after(world.between(0, within), act);
  };
  several(4, () => lockFor(world.between(100, 20_000)));
  several(3, () => lockFor(world.between(1000, 120_000)));
  several(4, () => {
    const by = world.pick(jumps) ?? 0;
    world.note(`the clock is set by ${by} h`);
    world.setClock(by * 3_600_000);
  });
}
