import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../process/clock.ts';

export type World = ReturnType<typeof createWorld>;

/** A process as its surroundings know it. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
  /** Ends it, at once and for good: whatever its code waits for never comes. */
  die(): void;
}

/** One timeline, drawn from one seed: the same seed gives the same one, event by event. */
export function createWorld(seed: number) {
  const trace: string[] = [];
  const queue: { at: number; act: () => void }[] = [];
  let drawn = 0;
  let elapsed = 0;
  let wall = Date.UTC(2025, 0, 1);
  const random = (): number => hash('sha256', `${seed} ${(drawn += 1)}`, 'buffer').readUInt32LE() / 2 ** 32;
  const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => after(milliseconds, resolve));

  /** Calls back after so many milliseconds, of two at the same time the first one first. What it returns calls that off. */
  function after(milliseconds: number, act: () => void): () => void {
    const event = { at: elapsed + Math.max(0, milliseconds), act };
    queue.splice(queue.findLastIndex(({ at }) => at <= event.at) + 1, 0, event);
    return () => void (queue.includes(event) && queue.splice(queue.indexOf(event), 1));
  }

  /** `elapsed`: milliseconds since the beginning. `now`: what the wall clock shows. */
  const clock: Clock = { elapsed: () => elapsed, now: () => new Date(wall + elapsed), after };
  return {
    ...clock,
    /** Time as the code of a process sees it, as long as that process lives. */
    clockOf: (process: Process): Clock => ({
      ...clock,
      after: (milliseconds, act) => after(milliseconds, () => (process.isAlive ? act() : undefined)),
    }),
    /** Sets the wall clock forth, or back. */
    setClock: (byMilliseconds: number): void => void (wall += byMilliseconds),
    /** From 0 to below 1. */
    random,
    /** A number from `least` to below `most`. */
    between: (least: number, most: number): number => least + random() * (most - least),
    /** True so often: 0 never, 1 always. */
    chance: (probability: number): boolean => random() < probability,
    /** One of them; undefined of none. */
    pick: <One>(of: readonly One[]): One | undefined => of[Math.floor(random() * of.length)],
    /** Writes down what happens. */
    note: (event: string): void => void trace.push(`${(elapsed / 1000).toFixed(3)} ${event}`),
    trace: trace as readonly string[],
    sleep,
    /** The same in a process, which may die at the end of it. Once it has died, it never resolves. */
    async step(process: Process, milliseconds: number, death?: number): Promise<void> {
      await sleep(milliseconds);
      if (process.isAlive && death !== undefined && random() < death) process.die();
      if (!process.isAlive) await new Promise(() => {});
    },
    /** Lets time pass until something holds. False where it does not within so many milliseconds. */
    async passUntil(holds: () => boolean, milliseconds: number): Promise<boolean> {
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

/** Until the code has nothing to do but wait. It gathers groups for a turn of the event loop, and there is no other chain. */
async function quiet(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
