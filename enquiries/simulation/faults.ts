import type { World } from './world.ts';

/**
 * What goes wrong in a run, and how often. Each run draws its own: one has a hostile mail server and nothing else, another dies
 * all the time. What is always a little broken hides what only much of one thing shows.
 */
export interface Faults {
  /** That a process dies at a step: before or after any statement, and around the final dot of a mail. */
  death: number;
  /** That a statement fails and has done nothing. */
  failure: number;
  /** That a statement has done its work, and its answer is lost. */
  lostAnswer: number;
  /** That the mail server refuses for now, refuses for good, is silent, or takes a mail and says that it has not. */
  refusal: number;
  refusalForGood: number;
  silence: number;
  lie: number;
  /** The longest that a mail server takes for a mail, in milliseconds. */
  slowness: number;
}

export const noFaults: Faults = {
  death: 0,
  failure: 0,
  lostAnswer: 0,
  refusal: 0,
  refusalForGood: 0,
  silence: 0,
  lie: 0,
  slowness: 500,
};

export function drawFaults({ chance, between }: World): Faults {
  const sometimes = (most: number): number => (chance(0.5) ? between(0, most) : 0);
  return {
    death: sometimes(0.02),
    failure: sometimes(0.2),
    lostAnswer: sometimes(0.1),
    refusal: sometimes(0.6),
    refusalForGood: sometimes(0.2),
    silence: sometimes(0.3),
    lie: sometimes(0.2),
    slowness: between(500, 44_000),
  };
}

const hour = 3_600_000;
const jumps = [60_000, 2 * hour, 24 * hour, 400 * 24 * hour].flatMap((by) => [by, -by]);

/** Locks by strangers, outages of the database, and a clock that is set, at times that are drawn. */
export function scheduleEvents(
  world: World,
  within: number,
  { lockFor, awayFor }: { lockFor: (milliseconds: number) => void; awayFor: (milliseconds: number) => void },
): void {
  const several = (most: number, act: () => void): void => {
    const times = Math.floor(world.between(0, most));
    for (let time = 0; time < times; time += 1) world.after(world.between(0, within), act);
  };
  several(4, () => lockFor(world.between(100, 20_000)));
  several(3, () => awayFor(world.between(1000, 120_000)));
  several(4, () => {
    const by = jumps[Math.floor(world.random() * jumps.length)] ?? 0;
    world.note(`the clock is set by ${by / hour} h`);
    world.setClock(by);
  });
}
