import cluster, { type Address, type Worker } from 'node:cluster';
import type { Log } from './log.ts';

/** The workers of this process. It ends with the last of them. */
export interface Crew {
  /**
   * Starts one more, and another in its place whenever it ends. Resolves when the first of them listens.
   * @param settings added to the environment
   */
  start(settings?: Record<string, string>): Promise<Address>;
  /** Ends all with exit code 0. A second signal ends them at once, with 1. */
  endOnSignal(signal: NodeJS.Signals): void;
}

// A worker ends by itself within 9 s.
const longestEnd = 9500;

/** Ends with exit code 1 where the very first worker ends before it listens, or workers end again and again. */
export function createCrew(log: Log): Crew {
  const isSpinning = createSpinDetector();
  let hasListened = false;
  let exitCode: number | undefined;

  function start(settings: Record<string, string> = {}): Promise<Address> {
    const worker = cluster.fork(settings);
    const { promise, resolve } = Promise.withResolvers<Address>();
    let listensSince = Infinity;
    worker.once('listening', (address) => {
      hasListened = true;
      listensSince = performance.now();
      resolve(address);
    });
    // A message to one that has just ended is an error of its own; that it has ended is told below.
    worker.on('error', (fault) => log.warn({ err: fault, worker: worker.process.pid }, 'a worker was not reached'));
    worker.once('exit', (code, signal) => {
      if (exitCode !== undefined) return exitAfterLast(exitCode);
      // Why the first could not start it has said itself, unless it was killed.
      if (hasListened || signal !== null) log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended');
      if (!hasListened) return end(1);
      if (isSpinning(listensSince)) {
        console.error('Workers end again and again soon after their start: the log says how. The server ends.');
        return end(1);
      }
      void start(settings).then(resolve);
    });
    return promise;
  }

  function end(code: number): void {
    exitCode = code;
    for (const worker of running()) worker.process.kill('SIGTERM');
    setTimeout(killAll, longestEnd).unref();
    exitAfterLast(code);
  }

  return {
    start,
    endOnSignal(signal) {
      // Who sends a second one does not want to wait.
      if (exitCode !== undefined) {
        killAll();
        process.exit(1);
      }
      log.info({ signal }, 'ending');
      end(0);
    },
  };
}

/**
 * Told of each end, says whether there have been too many: five in two minutes, each within ten seconds of when the worker began
 * to listen, or before.
 */
function createSpinDetector(): (listensSince: number) => boolean {
  const earlyEnds: number[] = [];
  return (listensSince) => {
    const now = performance.now();
    if (now - listensSince >= 10_000) return false;
    earlyEnds.push(now);
    return now - (earlyEnds.at(-5) ?? -Infinity) < 120_000;
  };
}

function exitAfterLast(code: number): void {
  if (running().length === 0) process.exit(code);
}

function killAll(): void {
  for (const worker of running()) worker.process.kill('SIGKILL');
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isDead() === false ? worker : []));
}
