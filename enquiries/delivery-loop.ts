/** Runs deliveries apart from the requests that cause them. */
export interface DeliveryLoop {
  start(): void;
  /** Something may be due: every lane that is free looks now. */
  kick(): void;
  /** Resolves when the deliveries in hand are finished; nothing is claimed any more. */
  stop(): Promise<void>;
}

export interface DeliveryLoopParts {
  /** Delivers one mail; resolves to null when nothing is due. */
  next: () => Promise<unknown>;
  /** When something will be due, or null. */
  nextDueAt: () => Promise<Date | null>;
  now: () => Date;
  onFault: (fault: unknown) => void;
}

// A mail server that hangs holds up four mails, not all of them.
const lanes = 4;

// Another process (the operator's command, a second instance) may queue a mail without a kick: look this often at least.
const longestWait = 15_000;
const waitAfterFault = 5_000;

// What is due and held by another process's transaction must not be asked for without a pause.
const shortestWait = 50;

export function createDeliveryLoop({ next, nextDueAt, now, onFault }: DeliveryLoopParts): DeliveryLoop {
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  const stopping = new AbortController();

  function kick(): void {
    if (!started || stopping.signal.aborted) return;
    clearTimeout(timer);
    while (running.size < lanes) open();
  }

  function open(): void {
    const lane = deliverAll().then((wait) => {
      running.delete(lane);
      return wake(wait);
    });
    running.add(lane);
  }

  function wake(wait: number): void {
    // A lane that ended later knows better what comes next.
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(kick, wait);
  }

  /** Resolves to how long to wait before the next look, in milliseconds. */
  async function deliverAll(): Promise<number> {
    try {
      while (!stopping.signal.aborted && (await next()) !== null);
      const dueAt = stopping.signal.aborted ? null : await nextDueAt();
      if (dueAt === null) return longestWait;
      return Math.min(longestWait, Math.max(shortestWait, dueAt.getTime() - now().getTime()));
    } catch (fault) {
      onFault(fault);
      return waitAfterFault;
    }
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
      await Promise.all(running);
    },
  };
}
