export interface RepeatedJob {
  /** Starts the job. Call it once. */
  start(): void;
  /** Stops the job. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Returns a job, not yet started, that calls `run` repeatedly, with a pause after each call.
 * @param run resolves to the pause in milliseconds, and never rejects; the signal aborts when the job stops
 * @param initialDelay delay of the first call, in milliseconds; 0 calls at once
 */
export function createRepeatedJob(run: (signal: AbortSignal) => Promise<number>, initialDelay = 0): RepeatedJob {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let currentRun = Promise.resolve();

  async function runOnce(): Promise<void> {
    const pause = await run(controller.signal);
    if (!controller.signal.aborted) timer = setTimeout(startRun, pause);
  }

  function startRun(): void {
    currentRun = runOnce();
  }

  return {
    start() {
      if (initialDelay === 0) startRun();
      else timer = setTimeout(startRun, initialDelay);
    },
    async stop() {
      controller.abort();
      clearTimeout(timer);
      await currentRun;
    },
  };
}
