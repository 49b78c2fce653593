import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';

interface Event {
  at: number;
  act: () => void;
}

export type World = ReturnType<typeof createWorld>;

/** One timeline, drawn from one seed: the same seed gives the same one, event by event. */
export function createWorld(seed: number) {
  const trace: string[] = [];
  const queue: Event[] = [];
  let drawn = 0;
  let elapsed = 0;
  let wall = Date.UTC(2025, 0, 1);

  const random = (): number => hash('sha256', `${seed} ${(drawn += 1)}`, 'buffer').readUInt32LE() / 2 ** 32;

  /** Calls back after so many milliseconds; what it returns calls that off. */
  function after(milliseconds: number, act: () => void): () => void {
    return schedule(queue, { at: elapsed + Math.max(0, milliseconds), act });
  }

  return {
    /** From 0 to below 1. */
    random,
    /** A number from `least` to below `most`. */
    between: (least: number, most: number): number => least + random() * (most - least),
    /** True so often: 0 never, 1 always. */
    chance: (probability: number): boolean => random() < probability,
    /** Milliseconds since the beginning. */
    elapsed: (): number => elapsed,
    /** What the wall clock shows. */
    now: (): Date => new Date(wall + elapsed),
    /** Sets the wall clock forth, or back. */
    setClock: (byMilliseconds: number): void => void (wall += byMilliseconds),
    /** Writes down what happens. */
    note: (event: string): void => void trace.push(`${(elapsed / 1000).toFixed(3)} ${event}`),
    trace: trace as readonly string[],
    after,
    sleep: (milliseconds: number): Promise<void> => new Promise((resolve) => after(milliseconds, resolve)),

    /** Lets time pass until something holds. False where it does not within so many milliseconds. */
    async passUntil(holds: () => boolean, milliseconds: number): Promise<boolean> {
      const end = elapsed + milliseconds;
      await quiet();
      while (!holds()) {
        const next = queue.shift();
        if (next === undefined || next.at > end) {
          if (next !== undefined) queue.unshift(next);
          elapsed = end;
          return holds();
        }
        elapsed = next.at;
        next.act();
        await quiet();
      }
      return true;
    },

    /** Time as the code of a process sees it, as long as that process lives. */
    clockOf: (process: { isAlive: boolean }): Clock => ({
      now: () => new Date(wall + elapsed),
      elapsed: () => elapsed,
      after: (milliseconds, act) => after(milliseconds, () => (process.isAlive ? act() : undefined)),
    }),
  };
}

/** Of two at the same time the first comes first. What it returns calls the event off. */
function schedule(queue: Event[], event: Event): () => void {
  queue.splice(queue.findLastIndex(({ at }) => at <= event.at) + 1, 0, event);
  return () => {
    const at = queue.indexOf(event);
    if (at !== -1) queue.splice(at, 1);
  };
}

/** Until the code has nothing to do but wait. It gathers groups for a turn of the event loop, and there is no other chain. */
async function quiet(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
