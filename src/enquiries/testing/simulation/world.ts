import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../process/clock.ts';

/** Time, chance and trace of a run. */
export type SimulatedWorld = ReturnType<typeof createSimulatedWorld>;

/** Simulated process. */
export interface SimulatedProcess {
  readonly name: string;
  isAlive: boolean;
  /** Kills it: its pending promises never settle. */
  die(): void;
}

/** Creates a deterministic simulation: equal seeds give equal timelines, event by event. */
export function createSimulatedWorld(seed: number) {
  const trace: string[] = [];
  const queue: { at: number; act: () => void }[] = [];
  let drawn = 0;
  let elapsed = 0;
  let wall = Date.UTC(2025, 0, 1);
  const random = (): number => hash('sha256', `${seed} ${(drawn += 1)}`, 'buffer').readUInt32LE() / 2 ** 32;
  const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => after(milliseconds, resolve));

  /** Schedules a callback; at equal times, in the order of calls. Returns a function that cancels it. */
  function after(milliseconds: number, act: () => void): () => void {
    const event = { at: elapsed + Math.max(0, milliseconds), act };
    queue.splice(queue.findLastIndex(({ at }) => at <= event.at) + 1, 0, event);
    return () => void (queue.includes(event) && queue.splice(queue.indexOf(event), 1));
  }

  /** `monotonicNow` is in milliseconds since the start, `now` is the wall clock. */
  const clock: Clock = { monotonicNow: () => elapsed, now: () => new Date(wall + elapsed), setTimer: after };
  return {
    ...clock,
    /** Returns the clock of a process, whose timers end with it. */
    createProcessClock: (process: SimulatedProcess): Clock => ({
      ...clock,
      setTimer: (milliseconds, act) => after(milliseconds, () => (process.isAlive ? act() : undefined)),
    }),
    /** Moves the wall clock forward or back. */
    setClock: (byMilliseconds: number): void => void (wall += byMilliseconds),
    /** Returns a number from 0 to below 1. */
    random,
    /** Returns a number from `least` to below `most`. */
    between: (least: number, most: number): number => least + random() * (most - least),
    /** Returns true with this probability. */
    chance: (probability: number): boolean => random() < probability,
    /** Returns a random item; undefined if there are none. */
    pick: <One>(of: readonly One[]): One | undefined => of[Math.floor(random() * of.length)],
    /** Adds an event to the trace. */
    addToTrace: (event: string): void => void trace.push(`${(elapsed / 1000).toFixed(3)} ${event}`),
    trace: trace as readonly string[],
    sleep,
    /** Sleeps in a process, which may die at the end. Never resolves once it is dead. */
    async sleepInProcess(process: SimulatedProcess, milliseconds: number, death?: number): Promise<void> {
      await sleep(milliseconds);
      if (process.isAlive && death !== undefined && random() < death) process.die();
      if (!process.isAlive) await new Promise(() => {});
    },
    /** Advances time until a condition holds. Resolves to false if it does not within the milliseconds. */
    async advanceUntilTrue(holds: () => boolean, milliseconds: number): Promise<boolean> {
      const end = elapsed + milliseconds;
      for (await quiet(); !holds(); await quiet()) {
        const [next] = queue;
        elapsed = Math.min(end, next?.at ?? end);
        if (next === undefined || next.at > end) return false;
        queue.shift();
        next.act();
      }
      return true;
    },
  };
}

/** Waits until the code is idle. Two turns suffice: the group commit waits for one, and nothing else for more. */
async function quiet(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
