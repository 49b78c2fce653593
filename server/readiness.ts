import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Log } from './log.ts';

/** What /readyz answers. It tells nobody how much there is, or why something fails: the log does. */
export type Readiness =
  | { status: 'ok' }
  | { status: 'degraded'; mail: 'failing' }
  | { status: 'unavailable'; database: 'not writable' | 'not answering' };

export interface ReadinessParts {
  enquiries: Pick<Enquiries, 'proveWritable' | 'health'>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now?: () => number;
  /** How long the database may take, in milliseconds. */
  patience?: number;
}

/** For how long mail may fail before it counts, in milliseconds: most mail servers that refuse for now are back by then. */
export const mailMayFailFor = 15 * 60_000;

// Anybody may ask: each look writes to the disk, so that one has to do for a while.
const freshFor = 5000;

/**
 * Makes the check whether an enquiry could be stored now. It looks once in 5 seconds, however often it is asked, answers
 * within `patience` even if the database hangs, and logs each change once.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { log, now = Date.now, patience = 2000 } = parts;
  let known: Readiness = { status: 'ok' };
  let knownUntil = -Infinity;
  let looking: Promise<Readiness> | undefined;

  function learn(found: Readiness, fault?: unknown): Readiness {
    if (nameOf(found) !== nameOf(known)) logChange(log, found, fault);
    known = found;
    knownUntil = now() + freshFor;
    return found;
  }

  async function look(): Promise<Readiness> {
    try {
      return learn(await lookAt(parts.enquiries, new Date(now())));
    } catch (fault) {
      return learn({ status: 'unavailable', database: 'not writable' }, fault);
    } finally {
      looking = undefined;
    }
  }

  return async () => {
    if (now() < knownUntil) return known;
    // One that hangs is not joined by more.
    looking ??= look();
    const hanging = Promise.withResolvers<'hanging'>();
    const timer = setTimeout(() => hanging.resolve('hanging'), patience);
    const found = await Promise.race([looking, hanging.promise]);
    clearTimeout(timer);
    return found === 'hanging' ? learn({ status: 'unavailable', database: 'not answering' }) : found;
  };
}

async function lookAt(enquiries: ReadinessParts['enquiries'], now: Date): Promise<Readiness> {
  await enquiries.proveWritable();
  const { oldestFailing } = await enquiries.health();
  const failing = oldestFailing !== null && now.getTime() - oldestFailing.getTime() > mailMayFailFor;
  return failing ? { status: 'degraded', mail: 'failing' } : { status: 'ok' };
}

function nameOf(readiness: Readiness): string {
  return readiness.status === 'unavailable' ? readiness.database : readiness.status;
}

function logChange(log: ReadinessParts['log'], found: Readiness, fault: unknown): void {
  if (found.status === 'ok') return log.info('ready');
  if (found.status === 'degraded') return log.warn('ready, but mail has been failing for more than 15 minutes');
  log.error({ database: found.database, ...(fault === undefined ? {} : { err: fault }) }, 'not ready');
}
