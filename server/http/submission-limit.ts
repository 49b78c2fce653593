import { createHash } from 'node:crypto';
import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { countedAs } from './counted-address.ts';

/** How many submissions one client address may make in one minute, the API's and the form's together. */
const usualPerAddress = 10;

/** How many all may make in one minute: far more than a business gets, far less than fills a mailbox overnight. */
const usualOverall = 600;

export type SubmissionAllowance = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Counts submissions, refused ones too. */
export interface SubmissionLimits {
  /** Counts one of a client address (as Fastify's `request.ip`). Never rejects; whole seconds, 1 at least. */
  consume(address: string): Promise<SubmissionAllowance>;
}

export interface LimitSettings {
  /** Where the counts are shared by all instances, in the table `submission_limits`; in memory without it. */
  pool?: pg.Pool;
  perAddress?: number;
  overall?: number;
}

/** The limits of submissions a minute: of one client address, and of all together. */
export function createSubmissionLimits(settings: LimitSettings = {}): SubmissionLimits {
  const { pool, perAddress = usualPerAddress, overall = usualOverall } = settings;
  const ofAddress = limiter('address', perAddress, pool);
  const ofAll = limiter('all', overall, pool);
  return {
    async consume(address) {
      const allowance = await consume(ofAddress, fingerprint(address));
      // What is refused here is not counted below: one sender must not use up what is there for all.
      return allowance.allowed ? consume(ofAll, 'all') : allowance;
    },
  };
}

function limiter(keyPrefix: string, points: number, pool: pg.Pool | undefined): RateLimiterAbstract {
  const rule = { keyPrefix, points, duration: 60 };
  const inMemory = new RateLimiterMemory(rule);
  if (pool === undefined) return inMemory;
  const shared = new RateLimiterPostgres({
    ...rule,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'submission_limits',
    tableCreated: true,
    // Who is over the limit costs no query until the minute is over: a flood must not reach the database.
    inMemoryBlockOnConsumed: points,
  });
  // A database that is away or slow must not keep a visitor waiting: then each instance counts for itself.
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: 500, insuranceLimiter: inMemory });
}

async function consume(from: RateLimiterAbstract, key: string): Promise<SubmissionAllowance> {
  try {
    await from.consume(key);
    return { allowed: true };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
  }
}

/** The database needs to tell addresses apart, not to know them. */
function fingerprint(address: string): string {
  return createHash('sha256').update(countedAs(address)).digest('base64url').slice(0, 22);
}
