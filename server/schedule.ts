/** A repeated job. */
export interface ScheduledJob {
  start(): void;
  /** Stops the job. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Returns a job that runs `act` repeatedly, with a pause after each run.
 * @param act resolves to the pause in milliseconds, and never rejects; the signal aborts when the job stops
 * @param first delay of the first run, in milliseconds; 0 runs it at once
 */
export function schedule(act: (stopping: AbortSignal) => Promise<number>, first = 0): ScheduledJob {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let inHand = Promise.resolve();

  async function actOnce(): Promise<void> {
    const pause = await act(stopping.signal);
    if (!stopping.signal.aborted) timer = setTimeout(begin, pause);
  }

  function begin(): void {
    inHand = actOnce();
  }

  return {
    start() {
      if (first === 0) begin();
      else timer = setTimeout(begin, first);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await inHand;
    },
  };
}
