import type { Clock } from '../process/clock.ts';

export interface DeliveryLoopParts {
  /** Hands over what is due of some kinds, and says when it has something; resolves to null when nothing is due. */
  next: (kinds: readonly string[], onLeased: () => void) => Promise<unknown>;
  /** Mends what faults have left behind; resolves to the milliseconds after which there will be more to mend. */
  recover: () => Promise<number>;
  /** When something will be due, or null. */
  nextDueAt: (kinds: readonly string[]) => Promise<Date | null>;
  /** The kinds that each pool of workers delivers: a receiver that hangs holds up no other pool. */
  pools: readonly (readonly string[])[];
  clock: Clock;
  onFault: (fault: unknown) => void;
}

// A mail server that hangs holds up four mails, not all of them.
const workers = 4;

// Another process (the operator's command, a second instance) may queue a mail without a kick: look this often at least.
const longestWait = 5_000;
const waitAfterFault = 5_000;

// What is due and held by another process's transaction must not be asked for without a pause.
const shortestWait = 50;

/** Runs deliveries apart from the requests that cause them. */
export function createDeliveryLoop(parts: DeliveryLoopParts) {
  const { recover, clock, onFault } = parts;
  const stopping = new AbortController();
  const pools = parts.pools.map((kinds) => createPool(kinds, parts, stopping.signal));
  let callOffRecovery = (): void => {};
  let recovering: Promise<void> | undefined;
  let hasRecovered = false;

  /** Something may be due: a worker that is free looks now. */
  function kick(): void {
    if (!hasRecovered || stopping.signal.aborted) return;
    for (const pool of pools) pool.kick();
  }

  /** By a timer of its own: a stream of enquiries, each of which kicks, must not put it off. */
  async function recoverAll(): Promise<void> {
    const wait = await orWaitAfterFault(async () => {
      const milliseconds = await recover();
      // What was left behind before the start must not be mixed with what is sent from then on.
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
    /** Resolves when the deliveries in hand are finished; nothing is leased any more. */
    async stop(): Promise<void> {
      stopping.abort();
      callOffRecovery();
      await Promise.all([...pools.map((pool) => pool.stop()), recovering]);
    },
  };
}

/** The workers of one pool. */
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
    // A worker that ended later knows better what comes next.
    callOffLook();
    if (!stopping.aborted) callOffLook = clock.after(wait, kick);
  }

  /** Resolves to how long to wait before the next look, in milliseconds. */
  async function deliverAll(): Promise<number> {
    // Where there was one there may be more: the next worker looks.
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
