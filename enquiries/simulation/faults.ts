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

/** `slowness`: the longest that a mail server takes for a mail, in milliseconds. */
export type Faults = typeof most & { slowness: number };

export const noFaults = chances(() => 0, 500);

/**
 * Each run draws its own: one has a hostile mail server and nothing else, another dies all the time. What is always a little broken
 * hides what only much of one thing shows.
 */
export function drawFaults({ chance, between }: World): Faults {
  return chances((greatest) => (chance(0.5) ? between(0, greatest) : 0), between(500, 44_000));
}

function chances(draw: (greatest: number) => number, slowness: number): Faults {
  const drawn = Object.entries(most).map(([fault, greatest]) => [fault, draw(greatest)]);
  return { ...(Object.fromEntries(drawn) as typeof most), slowness };
}

const hour = 3_600_000;
const jumps = [60_000, 2 * hour, 24 * hour, 400 * 24 * hour].flatMap((by) => [by, -by]);

/** Locks by strangers, outages of the database, and a clock that is set, at times that are drawn. */
export function scheduleEvents(
  world: World,
  within: number,
  { lockFor, awayFor }: { lockFor: (milliseconds: number) => void; awayFor: (milliseconds: number) => void },
): void {
  const several = (times: number, act: () => void): void => {
    const drawn = Math.floor(world.between(0, times));
    for (let time = 0; time < drawn; time += 1) world.after(world.between(0, within), act);
  };
  several(4, () => lockFor(world.between(100, 20_000)));
  several(3, () => awayFor(world.between(1000, 120_000)));
  several(4, () => {
    const by = jumps[Math.floor(world.random() * jumps.length)] ?? 0;
    world.note(`the clock is set by ${by / hour} h`);
    world.setClock(by);
  });
}
