import { isDeepStrictEqual } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Clock } from '../process/clock.ts';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import type { DeliveryHealth } from '../enquiries/health.ts';
import type { HealthConcerns } from '../enquiries/problem-texts.ts';
import type { Log } from '../process/log.ts';
import { packageVersion } from '../process/package-info.ts';

/** URL path of the liveness check. */
export const livenessPath = '/healthz';
/** URL path of the readiness check. */
export const readinessPath = '/readyz';

/**
 * Registers GET /healthz (always 200, unchecked) and GET /readyz: can an enquiry be stored (200 or 503), and is mail
 * delivered (`degraded`, with 200: taking the server out of service would not help). It also returns the version.
 */
export function registerHealthRoutes(app: FastifyInstance, checkReadiness: () => Promise<Readiness>): void {
  app.get(livenessPath, async () => ({ status: 'ok' }));

  app.get(readinessPath, async (_request, reply) => {
    const readiness = await checkReadiness();
    reply.header('cache-control', 'no-store');
    if (readiness.status === 'unavailable') reply.code(503).header('retry-after', '5');
    return { ...readiness, version: packageVersion };
  });
}

/** Response of /readyz. It gives no counts and no reasons: the log does. */
export type Readiness =
  | { status: 'ok' }
  | ({ status: 'degraded' } & HealthConcerns)
  | { status: 'unavailable'; database: 'not writable' | 'not answering' };

/** Backup policy; a public site needs one. `external`: made by other means, which are not checked. */
export interface BackupPolicy {
  madeBy: 'own' | 'external';
  isPublic: boolean;
  isCopied?: boolean;
}

/** Dependencies of the readiness check. */
export interface ReadinessOptions {
  enquiries: Pick<EnquiryService, 'verifyWritable' | 'readDeliveryHealth'>;
  /** Returns the concerns that are not read from the database. */
  getConcerns: () => HealthConcerns;
  backupPolicy: BackupPolicy;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  clock?: Pick<Clock, 'now' | 'monotonicNow'>;
  /** Timeout of the database in milliseconds. */
  databaseTimeout?: number;
}

/** Grace period of failing mail, in milliseconds: most temporary failures of mail servers are over by then. */
export const mailFailureGracePeriod = 15 * 60_000;

/** Maximum age of the last good backup, in milliseconds: backups are daily, and two in a row have failed by then. */
const maxBackupAge = 50 * 60 * 60_000;

/** Returns the problem with the backups, or null. A future timestamp (from a wrong clock) counts as equally old. */
export function findBackupConcern(
  { lastBackupAt, databaseCreatedAt }: Pick<DeliveryHealth, 'lastBackupAt' | 'databaseCreatedAt'>,
  { madeBy, isPublic }: BackupPolicy,
  now: Date,
): NonNullable<HealthConcerns['backup']> | null {
  const isBackupExpected = madeBy === 'own' && (lastBackupAt !== null || isPublic);
  const backupAge = Math.abs(now.getTime() - (lastBackupAt ?? databaseCreatedAt ?? now).getTime());
  if (!isBackupExpected || backupAge <= maxBackupAge) return null;
  return lastBackupAt === null ? 'never made' : 'overdue';
}

// The endpoint is public and each check writes to the disk: results are cached, in milliseconds.
const cacheDuration = 5000;

/**
 * Returns a readiness check. It runs once in 5 seconds at most, resolves within `databaseTimeout` even if the database
 * hangs, and logs each change once.
 */
export function createReadinessCheck(options: ReadinessOptions): () => Promise<Readiness> {
  const { log, clock = systemClock, databaseTimeout = 2000 } = options;
  let cached: Readiness = { status: 'ok' };
  let cachedUntil = -Infinity;
  let currentCheck: Promise<Readiness> | undefined;

  function update(found: Readiness, error?: unknown): Readiness {
    if (!isDeepStrictEqual(found, cached)) logChange(log, found, error);
    cached = found;
    cachedUntil = clock.monotonicNow() + cacheDuration;
    return found;
  }

  async function runCheck(): Promise<Readiness> {
    try {
      return update(await determineReadiness(options, clock.now()));
    } catch (error) {
      return update({ status: 'unavailable', database: 'not writable' }, error);
    } finally {
      currentCheck = undefined;
    }
  }

  return async () => {
    if (clock.monotonicNow() < cachedUntil) return cached;
    // A check that hangs is shared, not repeated.
    currentCheck ??= runCheck();
    const found = await Promise.race([currentCheck, setTimeout(databaseTimeout, null, { ref: false })]);
    return found ?? update({ status: 'unavailable', database: 'not answering' });
  };
}

async function determineReadiness(
  { enquiries, getConcerns, backupPolicy }: ReadinessOptions,
  now: Date,
): Promise<Readiness> {
  await enquiries.verifyWritable();
  const health = await enquiries.readDeliveryHealth();
  const { failedMails, oldestFailingAt, heldSince, isDigestFailing } = health;
  // A mail that was given up needs a person, however recent it is.
  const isMailFailing =
    failedMails > 0 || (oldestFailingAt !== null && now.getTime() - oldestFailingAt.getTime() > mailFailureGracePeriod);
  const backup = findBackupConcern(health, backupPolicy, now);
  const copyPolicy = { madeBy: backupPolicy.isCopied ? 'own' : 'external', isPublic: true } as const;
  const copy = findBackupConcern({ ...health, lastBackupAt: health.lastCopyAt }, copyPolicy, now);
  const concerns: HealthConcerns = {
    ...(isMailFailing && { mail: 'failing' }),
    ...(isDigestFailing && { digest: 'failing' }),
    ...(backup !== null && { backup }),
    ...(copy !== null && { copy: 'overdue' }),
    ...getConcerns(),
    ...(heldSince !== null && { mail: 'held' }),
  };
  return Object.keys(concerns).length === 0 ? { status: 'ok' } : { status: 'degraded', ...concerns };
}

function logChange(log: ReadinessOptions['log'], { status, ...concerns }: Readiness, error: unknown): void {
  if (status === 'ok') return log.info('ready');
  // Nested: the log redacts a top-level `mail`.
  if (status === 'degraded') return log.warn({ concerns }, 'ready, but somebody has to look');
  log.error({ ...concerns, ...(error === undefined ? {} : { err: error }) }, 'not ready');
}
