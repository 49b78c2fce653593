import { systemClock, type Clock } from '../process/clock.ts';

/** Work that is done again and again. */
export interface Repeated {
  start(): void;
  /** Ends it, after what is in hand. */
  stop(): Promise<void>;
}

interface Settings {
  clock?: Pick<Clock, 'after'>;
  /** From the start to the first time, in milliseconds: at once where it is left out. */
  first?: number;
}

/**
 * Does something again and again once it is started, with a pause after each time.
 * @param act resolves to the pause in milliseconds, and never rejects; the signal says that it is to end
 */
export function repeat(
  act: (stopping: AbortSignal) => Promise<number>,
  { clock = systemClock, first = 0 }: Settings = {},
): Repeated {
  const stopping = new AbortController();
  let callOff = () => {};
  let inHand = Promise.resolve();

  async function actOnce(): Promise<void> {
    const pause = await act(stopping.signal);
    if (!stopping.signal.aborted) callOff = clock.after(pause, begin);
  }

  function begin(): void {
    inHand = actOnce();
  }

  return {
    start() {
      if (first === 0) begin();
      else callOff = clock.after(first, begin);
    },
    async stop() {
      stopping.abort();
      callOff();
      await inHand;
    },
  };
}
