/** Runs deliveries apart from the requests that cause them. */
export interface DeliveryLoop {
  start(): void;
  /** Something may be due: look now. Calls while a round is running make one more round. */
  kick(): void;
  /** Resolves when the delivery in hand is finished; nothing is claimed any more. */
  stop(): Promise<void>;
}

export interface DeliveryLoopParts {
  /** Sends what is due; resolves to when something will be due next, or null. */
  round: (stopping: AbortSignal) => Promise<Date | null>;
  now: () => Date;
  onFault: (fault: unknown) => void;
}

// Another process (the operator's command, a second instance) may queue a mail without a kick: look this often at least.
const longestWait = 15_000;
const waitAfterFault = 5_000;

export function createDeliveryLoop({ round, now, onFault }: DeliveryLoopParts): DeliveryLoop {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let started = false;

  async function run(): Promise<void> {
    let wait: number;
    do {
      again = false;
      wait = await oneRound();
    } while (again && !stopping.signal.aborted);
    running = undefined;
    if (!stopping.signal.aborted) timer = setTimeout(kick, wait);
  }

  /** Resolves to how long to wait for the next round, in milliseconds. */
  async function oneRound(): Promise<number> {
    try {
      const next = await round(stopping.signal);
      if (next === null) return longestWait;
      return Math.min(longestWait, Math.max(0, next.getTime() - now().getTime()));
    } catch (fault) {
      onFault(fault);
      return waitAfterFault;
    }
  }

  function kick(): void {
    if (!started || stopping.signal.aborted) return;
    clearTimeout(timer);
    if (running === undefined) running = run();
    else again = true;
  }

  return {
    start() {
      started = true;
      kick();
    },
    kick,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
