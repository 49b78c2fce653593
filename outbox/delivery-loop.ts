import type { Clock } from '../process/clock.ts';

export interface DeliveryLoopParts {
  /** Sends one due delivery of these kinds, calling `onLeased` before. Resolves to null if nothing is due. */
  next: (kinds: readonly string[], onLeased: () => void) => Promise<unknown>;
  /** Cleans up after crashes. Resolves to the milliseconds until it is to be called again. */
  recover: () => Promise<number>;
  /** Resolves to the next due time of these kinds, or null. */
  nextDueAt: (kinds: readonly string[]) => Promise<Date | null>;
  /** Kinds of each pool of workers: a receiver that hangs does not delay other pools. */
  pools: readonly (readonly string[])[];
  clock: Clock;
  onFault: (fault: unknown) => void;
}

// Workers per pool: a mail server that hangs delays four mails, not all.
const workers = 4;

// Polling interval: another process (the operator's command, a second instance) may queue a mail without a kick.
const longestWait = 5_000;
const waitAfterFault = 5_000;

// Rows that are due but locked by another process must not be polled in a busy loop.
const shortestWait = 50;

/** Creates the background loop that sends deliveries, apart from the requests that queue them. */
export function createDeliveryLoop(parts: DeliveryLoopParts) {
  const { recover, clock, onFault } = parts;
  const stopping = new AbortController();
  const pools = parts.pools.map((kinds) => createPool(kinds, parts, stopping.signal));
  let callOffRecovery = (): void => {};
  let recovering: Promise<void> | undefined;
  let hasRecovered = false;

  /** Makes a free worker of each pool look for due deliveries now. */
  function kick(): void {
    if (!hasRecovered || stopping.signal.aborted) return;
    for (const pool of pools) pool.kick();
  }

  /** Runs by its own timer: frequent kicks must not postpone it. */
  async function recoverAll(): Promise<void> {
    const wait = await orWaitAfterFault(async () => {
      const milliseconds = await recover();
      // No worker starts earlier: leases from before the start must not be mixed with new ones.
      hasRecovered = true;
      return milliseconds;
    }, onFault);
    if (stopping.signal.aborted) return;
    callOffRecovery = clock.after(Math.min(longestWait, wait), () => (recovering = recoverAll()));
    kick();
  }

  return {
    start(): void {
      recovering = recoverAll();
    },
    kick,
    /** Stops leasing, and resolves when the running deliveries have ended. */
    async stop(): Promise<void> {
      stopping.abort();
      callOffRecovery();
      await Promise.all([...pools.map((pool) => pool.stop()), recovering]);
    },
  };
}

/** Creates the workers of one pool. */
function createPool(
  kinds: readonly string[],
  { next, nextDueAt, clock, onFault }: DeliveryLoopParts,
  stopping: AbortSignal,
) {
  const running = new Set<Promise<void>>();
  let callOffLook = (): void => {};

  function kick(): void {
    callOffLook();
    open();
  }

  function open(): void {
    if (running.size === workers || stopping.aborted) return;
    const worker = orWaitAfterFault(deliverAll, onFault).then((wait) => {
      running.delete(worker);
      return wake(wait);
    });
    running.add(worker);
  }

  function wake(wait: number): void {
    // The worker that ended last has the newest due time.
    callOffLook();
    if (!stopping.aborted) callOffLook = clock.after(wait, kick);
  }

  /** Sends until nothing is due. Resolves to the milliseconds until the next look. */
  async function deliverAll(): Promise<number> {
    // Each lease opens another worker, since more may be due.
    while (!stopping.aborted && (await next(kinds, open)) !== null);
    const dueAt = stopping.aborted ? null : await nextDueAt(kinds);
    if (dueAt === null) return longestWait;
    return Math.min(longestWait, Math.max(shortestWait, dueAt.getTime() - clock.now().getTime()));
  }

  return {
    kick,
    async stop() {
      callOffLook();
      await Promise.all(running);
    },
  };
}

async function orWaitAfterFault(work: () => Promise<number>, onFault: (fault: unknown) => void): Promise<number> {
  try {
    return await work();
  } catch (fault) {
    onFault(fault);
    return waitAfterFault;
  }
}
