import type { SimulatedWorld } from './world.ts';

/** Maximum probability of each fault in a run, from 0 to 1. */
const most = {
  /** A process dies at a step: before or after any statement, or around the final dot of a mail. */
  death: 0.02,
  /** A statement fails without effect. */
  failure: 0.2,
  /** A statement takes effect, but its answer is lost. */
  lostAnswer: 0.1,
  /** The mail server refuses temporarily, refuses for good, does not answer, or accepts a mail but denies it. */
  refusal: 0.6,
  refusalForGood: 0.2,
  silence: 0.3,
  lie: 0.2,
  /** The connection to the mailbox breaks. */
  brokenMailbox: 0.3,
};

/** Probability of each fault in a run. */
export type FaultProbabilities = ReturnType<typeof drawFaultProbabilities>;

/**
 * Draws the faults of a run, each absent in half of the runs: some failures show only with much of one fault and none
 * of another. `slowness` is the mail server's maximum time for a mail, in milliseconds.
 */
export function drawFaultProbabilities({ chance, between }: Pick<SimulatedWorld, 'chance' | 'between'>) {
  const slowness = between(500, 44_000);
  const drawn = Object.entries(most).map(([fault, greatest]) => [fault, chance(0.5) ? between(0, greatest) : 0]);
  return { ...(Object.fromEntries(drawn) as typeof most), slowness };
}

/** Probabilities of a run without faults. */
export const noFaults = drawFaultProbabilities({ chance: () => false, between: (least) => least });

/** Clock changes, in hours. */
const jumps = [1 / 60, 2, 24, 400 * 24].flatMap((by) => [by, -by]);

/** Schedules foreign database locks and clock changes at random times. */
export function scheduleDisturbances(
  world: SimulatedWorld,
  duration: number,
  lockFor: (milliseconds: number) => void,
  changeUids: () => void,
): void {
  const several = (times: number, act: () => void): void => {
    for (let left = Math.floor(world.between(0, times)); left > 0; left -= 1)
      world.setTimer(world.between(0, duration), act);
  };
  several(4, () => lockFor(world.between(100, 20_000)));
  several(3, () => lockFor(world.between(1000, 120_000)));
  several(3, changeUids);
  several(4, () => {
    const by = world.pick(jumps) ?? 0;
    world.addToTrace(`the clock is set by ${by} h`);
    world.setClock(by * 3_600_000);
  });
}
