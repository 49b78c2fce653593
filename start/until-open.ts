import { setTimeout } from 'node:timers/promises';
import { whyNotOpen } from './explain.ts';
import type { Log } from '../process/log.ts';

/**
 * Waits for a database that is away; says each reason once, and that it is there at last. Resolves to true once it is open, to
 * false where the signal has come first.
 * @param ready opens the database; after a failure it leaves a pause by itself
 */
export async function untilOpen(
  ready: () => Promise<void>,
  log: Pick<Log, 'info' | 'error'>,
  signal: AbortSignal,
): Promise<boolean> {
  let told = '';
  for (;;) {
    try {
      await ready();
      if (told !== '') log.info('the database is open: enquiries are taken');
      return true;
    } catch (fault) {
      const why = whyNotOpen(fault);
      if (why !== told) log.error(`${why} The pages are served; enquiries are refused until it opens.`);
      told = why;
    }
    if (signal.aborted) return false;
    await setTimeout(1000, undefined, { signal }).catch(() => {});
  }
}
