import type { Clock } from '../process/clock.ts';
import type { RepeatedJob } from '../process/repeated-job.ts';

export interface DeliveryLoopOptions {
  /** Sends one due delivery of these kinds, calling `onLeased` before. Resolves to null if nothing is due. */
  deliverNext: (kindNames: readonly string[], onLeased: () => void) => Promise<unknown>;
  /** Cleans up after crashes. Resolves to the milliseconds until it is to be called again. */
  recoverLeases: () => Promise<number>;
  /** Resolves to the next due time of these kinds, or null. */
  findNextDueTime: (kindNames: readonly string[]) => Promise<Date | null>;
  /** Kinds of each pool of workers: a receiver that hangs does not delay other pools. */
  pools: readonly (readonly string[])[];
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Background loop that sends deliveries, after each kick and when a retry is due. */
export interface DeliveryLoop extends RepeatedJob {
  /** Makes a free worker of each pool look for due deliveries now. */
  kick: () => void;
}

// Workers per pool: a mail server that hangs delays four mails, not all.
const workersPerPool = 4;

// Polling interval: another process (the operator's command, a second instance) may queue a mail without a kick.
const maxPollInterval = 5_000;
const delayAfterError = 5_000;

// Rows that are due but locked by another process must not be polled in a busy loop.
const minPollInterval = 50;

/** Creates the background loop that sends deliveries, apart from the requests that queue them. */
export function createDeliveryLoop(options: DeliveryLoopOptions): DeliveryLoop {
  const { recoverLeases, clock, onError } = options;
  const abortController = new AbortController();
  const pools = options.pools.map((kindNames) => createWorkerPool(kindNames, options, abortController.signal));
  let cancelRecovery = (): void => {};
  let currentRecovery: Promise<void> | undefined;
  let hasRecovered = false;

  function kick(): void {
    if (!hasRecovered || abortController.signal.aborted) return;
    for (const pool of pools) pool.kick();
  }

  /** Runs by its own timer: frequent kicks must not postpone it. */
  async function runRecovery(): Promise<void> {
    const wait = await runOrDelay(async () => {
      const milliseconds = await recoverLeases();
      // No worker starts earlier: leases from before the start must not be mixed with new ones.
      hasRecovered = true;
      return milliseconds;
    }, onError);
    if (abortController.signal.aborted) return;
    cancelRecovery = clock.setTimer(Math.min(maxPollInterval, wait), () => (currentRecovery = runRecovery()));
    kick();
  }

  return {
    start: () => void (currentRecovery = runRecovery()),
    kick,
    async stop() {
      abortController.abort();
      cancelRecovery();
      await Promise.all([...pools.map((pool) => pool.stop()), currentRecovery]);
    },
  };
}

function createWorkerPool(
  kindNames: readonly string[],
  { deliverNext, findNextDueTime, clock, onError }: DeliveryLoopOptions,
  signal: AbortSignal,
) {
  const running = new Set<Promise<void>>();
  let cancelPoll = (): void => {};

  function kick(): void {
    cancelPoll();
    startWorker();
  }

  function startWorker(): void {
    if (running.size === workersPerPool || signal.aborted) return;
    const worker = runOrDelay(deliverAll, onError).then((wait) => {
      running.delete(worker);
      return schedulePoll(wait);
    });
    running.add(worker);
  }

  function schedulePoll(wait: number): void {
    // The worker that ended last has the newest due time.
    cancelPoll();
    if (!signal.aborted) cancelPoll = clock.setTimer(wait, kick);
  }

  /** Sends until nothing is due. Resolves to the milliseconds until the next poll. */
  async function deliverAll(): Promise<number> {
    // Each lease opens another worker, since more may be due.
    while (!signal.aborted && (await deliverNext(kindNames, startWorker)) !== null);
    const dueAt = signal.aborted ? null : await findNextDueTime(kindNames);
    if (dueAt === null) return maxPollInterval;
    return Math.min(maxPollInterval, Math.max(minPollInterval, dueAt.getTime() - clock.now().getTime()));
  }

  return {
    kick,
    async stop() {
      cancelPoll();
      await Promise.all(running);
    },
  };
}

async function runOrDelay(run: () => Promise<number>, onError: (error: unknown) => void): Promise<number> {
  try {
    return await run();
  } catch (error) {
    onError(error);
    return delayAfterError;
  }
}
