import { isDeepStrictEqual } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Clock } from '../process/clock.ts';
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { DeliveryHealth } from '../enquiries/health.ts';
import type { Log } from '../process/log.ts';
import { release } from '../process/site-directory.ts';

export const livenessPath = '/healthz';
export const readinessPath = '/readyz';

/**
 * GET /healthz: the process answers, and nothing else is looked at. GET /readyz: whether an enquiry could be stored (200 or
 * 503) and whether mail arrives (`degraded`, with 200: taking the server out of service would mend nothing), by which version of this
 * software.
 */
export function registerHealthRoutes(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get(livenessPath, async () => ({ status: 'ok' }));

  app.get(readinessPath, async (_request, reply) => {
    const found = await readiness();
    reply.header('cache-control', 'no-store');
    if (found.status === 'unavailable') reply.code(503).header('retry-after', '5');
    return { ...found, version: release };
  });
}

/** What /readyz answers. It tells nobody how much there is, or why something fails: the log does. */
export type Readiness =
  | { status: 'ok' }
  | ({ status: 'degraded' } & Concerns)
  | { status: 'unavailable'; database: 'not writable' | 'not answering' };

/** What only a person can put right, although enquiries can be stored, by what it is about. */
export interface Concerns {
  /** `reaches nobody`: the site is public, and mails become files, since there is no SMTP_URL. */
  mail?: 'held' | 'failing' | 'reaches nobody';
  /** The daily one would have erased most of what there is. */
  purge?: 'refused';
  digest?: 'failing';
  backup?: BackupConcern;
  /** It lacks what visitors were told was stored. */
  database?: 'incomplete';
  /** No pages can be made of what was published last: visitors see older ones. */
  words?: 'not shown';
}

/** Who makes backups: of a public site somebody should. `external`: by other means, of which nothing is known here. */
export interface BackupsOf {
  by: 'own' | 'external';
  isPublic: boolean;
}

export type BackupConcern = 'overdue' | 'never made';

export interface ReadinessParts {
  enquiries: Pick<Enquiries, 'proveWritable' | 'health'>;
  /** Those that the database does not tell. */
  concerns: () => Concerns;
  backups: BackupsOf;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  clock?: Pick<Clock, 'now' | 'elapsed'>;
  /** How long the database may take, in milliseconds. */
  patience?: number;
}

/** For how long mail may fail before it counts, in milliseconds: most mail servers that refuse for now are back by then. */
export const mailMayFailFor = 15 * 60_000;

/** How old the last good backup may be before somebody has to look, in milliseconds: one a day, of which two in a row have failed. */
const backupMayBe = 50 * 60 * 60_000;

/**
 * What is wrong with the backups; null where nothing is. A time that lies ahead was dated by a clock that was wrong, and counts for
 * as long ago as it lies ahead.
 */
export function findBackupConcern(
  { lastBackupAt, begunAt }: Pick<DeliveryHealth, 'lastBackupAt' | 'begunAt'>,
  { by, isPublic }: BackupsOf,
  now: Date,
): BackupConcern | null {
  const since = lastBackupAt ?? begunAt;
  const isMissed = by === 'own' && (lastBackupAt !== null || isPublic);
  if (!isMissed || since === null || Math.abs(now.getTime() - since.getTime()) <= backupMayBe) return null;
  return lastBackupAt === null ? 'never made' : 'overdue';
}

// Anybody may ask: each look writes to the disk, so that one has to do for a while.
const freshFor = 5000;

/**
 * Makes the check whether an enquiry could be stored now. It looks once in 5 seconds, however often it is asked, answers
 * within `submissionTimeout` even if the database hangs, and logs each change once.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { log, clock = systemClock, patience = 2000 } = parts;
  let known: Readiness = { status: 'ok' };
  let knownUntil = -Infinity;
  let looking: Promise<Readiness> | undefined;

  function learn(found: Readiness, fault?: unknown): Readiness {
    if (!isDeepStrictEqual(found, known)) logChange(log, found, fault);
    known = found;
    knownUntil = clock.elapsed() + freshFor;
    return found;
  }

  async function look(): Promise<Readiness> {
    try {
      return learn(await lookAt(parts, clock.now()));
    } catch (fault) {
      return learn({ status: 'unavailable', database: 'not writable' }, fault);
    } finally {
      looking = undefined;
    }
  }

  return async () => {
    if (clock.elapsed() < knownUntil) return known;
    // One that hangs is not joined by more.
    looking ??= look();
    const found = await Promise.race([looking, setTimeout(patience, null, { ref: false })]);
    return found ?? learn({ status: 'unavailable', database: 'not answering' });
  };
}

async function lookAt({ enquiries, concerns, backups }: ReadinessParts, now: Date): Promise<Readiness> {
  await enquiries.proveWritable();
  const health = await enquiries.health();
  const { failedMails, oldestFailing, heldSince, isDigestFailing } = health;
  // What was given up waits for somebody, and may have failed a moment ago.
  const failing =
    failedMails > 0 || (oldestFailing !== null && now.getTime() - oldestFailing.getTime() > mailMayFailFor);
  const backup = findBackupConcern(health, backups, now);
  const found: Concerns = {
    ...(failing && { mail: 'failing' }),
    ...(isDigestFailing && { digest: 'failing' }),
    ...(backup !== null && { backup }),
    ...concerns(),
    ...(heldSince !== null && { mail: 'held' }),
  };
  return Object.keys(found).length === 0 ? { status: 'ok' } : { status: 'degraded', ...found };
}

function logChange(log: ReadinessParts['log'], found: Readiness, fault: unknown): void {
  if (found.status === 'ok') return log.info('ready');
  if (found.status === 'degraded') {
    const { status: _status, ...concerns } = found;
    // In a name of their own: `mail` at the top of a line is never written out.
    return log.warn({ concerns }, 'ready, but somebody has to look');
  }
  log.error({ database: found.database, ...(fault === undefined ? {} : { err: fault }) }, 'not ready');
}
