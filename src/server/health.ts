import { isDeepStrictEqual } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createClockCheck, systemClock, type Clock } from '../process/clock.ts';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import type { Concern } from '../enquiries/concerns.ts';
import { findMailAndBackupConcerns, type BackupPolicy } from '../enquiries/find-concerns.ts';
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
    return { ...formatReadiness(readiness), version: packageVersion };
  });
}

/** What /readyz tells. It gives no counts and no reasons: the log does. */
export type Readiness =
  | { status: 'ok' | 'degraded'; concerns: readonly Concern[] }
  | { status: 'unavailable'; database: 'not writable' | 'not answering' };

/** Returns the response: each concern is a field, of several about one subject the last. */
function formatReadiness(readiness: Readiness): object {
  if (readiness.status === 'unavailable') return readiness;
  const { status, concerns } = readiness;
  return { status, ...(Object.fromEntries(concerns.map((code) => code.split(': '))) as object) };
}

interface ReadinessOptions {
  enquiries: Pick<EnquiryService, 'verifyWritable' | 'readMailAndBackupHealth'>;
  /** Returns the concerns that are not read from the database. */
  getConcerns: () => readonly Concern[];
  backupPolicy: BackupPolicy;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  clock?: Pick<Clock, 'now' | 'monotonicNow'>;
  /** Timeout of the database in milliseconds. */
  databaseTimeout?: number;
}

// The endpoint is public and each check writes to the disk: results are cached, in milliseconds.
const cacheDuration = 5000;

/**
 * Returns a readiness check. It runs once in 5 seconds at most, resolves within `databaseTimeout` even if the database
 * hangs, and logs each change once.
 */
export function createReadinessCheck(options: ReadinessOptions): () => Promise<Readiness> {
  const { log, clock = systemClock, databaseTimeout = 2000 } = options;
  const isClockDoubtful = createClockCheck(clock);
  let cached: Readiness = { status: 'ok', concerns: [] };
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
      return update(await determineReadiness(options, clock.now(), isClockDoubtful));
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
  isClockDoubtful: ReturnType<typeof createClockCheck>,
): Promise<Readiness> {
  const health = await enquiries.readMailAndBackupHealth();
  await enquiries.verifyWritable();
  const concerns = [...getConcerns(), ...findMailAndBackupConcerns(health, backupPolicy, now)];
  if (backupPolicy.isPublic && isClockDoubtful(health.lastProbeAt)) concerns.push('clock: doubtful');
  return { status: concerns.length === 0 ? 'ok' : 'degraded', concerns };
}

function logChange(log: ReadinessOptions['log'], readiness: Readiness, error: unknown): void {
  const { status, ...facts } = readiness;
  if (status === 'ok') return log.info('ready');
  if (status === 'degraded') return log.warn(facts, 'ready, but somebody has to look');
  log.error({ ...facts, ...(error === undefined ? {} : { err: error }) }, 'not ready');
}
