/** Work that is done again and again. */
export interface ScheduledJob {
  start(): void;
  /** Ends it, after what is in hand. */
  stop(): Promise<void>;
}

/**
 * Does something again and again once it is started, with a pause after each time.
 * @param act resolves to the pause in milliseconds, and never rejects; the signal says that it is to end
 * @param first from the start to the first time, in milliseconds: at once where it is left out
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
