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
 * Registers GET /healthz (the process answers; nothing is checked) and GET /readyz: can an enquiry be stored (200 or
 * 503), and is mail delivered (`degraded`, with 200: taking the server out of service would not help). It also returns
 * the version.
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

/** Response of /readyz. It gives no counts and no reasons: the log does. */
export type Readiness =
  | { status: 'ok' }
  | ({ status: 'degraded' } & Concerns)
  | { status: 'unavailable'; database: 'not writable' | 'not answering' };

/** Problems, by subject, that a person has to fix although enquiries can be stored. */
export interface Concerns {
  /** `reaches nobody`: the site is public, and mails are written to files, since SMTP_URL is not set. */
  mail?: 'held' | 'failing' | 'reaches nobody';
  /** The daily purge was refused: it would have erased most enquiries. */
  purge?: 'refused';
  digest?: 'failing';
  backup?: BackupConcern;
  /** Enquiries are missing that visitors were told were stored. */
  database?: 'incomplete';
  /** The newest revision cannot be rendered: visitors see an older one. */
  words?: 'not shown';
}

/** Backup policy; a public site needs one. `external`: made by other means, which are not checked. */
export interface BackupsOf {
  by: 'own' | 'external';
  isPublic: boolean;
}

export type BackupConcern = 'overdue' | 'never made';

export interface ReadinessParts {
  enquiries: Pick<Enquiries, 'proveWritable' | 'health'>;
  /** Returns the concerns that are not read from the database. */
  concerns: () => Concerns;
  backups: BackupsOf;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  clock?: Pick<Clock, 'now' | 'elapsed'>;
  /** Timeout of the database in milliseconds. */
  patience?: number;
}

/** Grace period of failing mail, in milliseconds: most temporary failures of mail servers are over by then. */
export const mailMayFailFor = 15 * 60_000;

/** Maximum age of the last good backup, in milliseconds: backups are daily, and two in a row have failed by then. */
const backupMayBe = 50 * 60 * 60_000;

/** Returns the problem with the backups, or null. A future timestamp (from a wrong clock) counts as equally old. */
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

// The endpoint is public and each check writes to the disk: results are cached, in milliseconds.
const freshFor = 5000;

/**
 * Returns a readiness check. It runs once in 5 seconds at most, answers within `patience` even if the database hangs,
 * and logs each change once.
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
    // A check that hangs is shared, not repeated.
    looking ??= look();
    const found = await Promise.race([looking, setTimeout(patience, null, { ref: false })]);
    return found ?? learn({ status: 'unavailable', database: 'not answering' });
  };
}

async function lookAt({ enquiries, concerns, backups }: ReadinessParts, now: Date): Promise<Readiness> {
  await enquiries.proveWritable();
  const health = await enquiries.health();
  const { failedMails, oldestFailing, heldSince, isDigestFailing } = health;
  // A mail that was given up needs a person, however recent it is.
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
    // Nested: the log redacts a top-level `mail`.
    return log.warn({ concerns }, 'ready, but somebody has to look');
  }
  log.error({ database: found.database, ...(fault === undefined ? {} : { err: fault }) }, 'not ready');
}
