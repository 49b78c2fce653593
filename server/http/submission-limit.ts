import { createHash } from 'node:crypto';
import type pg from 'pg';
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
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
  /** In the memory of the process that has started this one, for all that it has started. It has called `countForWorkers`. */
  countedByPrimary?: boolean;
  perAddress?: number;
  overall?: number;
}

/** The limits of submissions a minute: of one client address, and of all together. */
export function createSubmissionLimits(settings: LimitSettings = {}): SubmissionLimits {
  const { perAddress = usualPerAddress, overall = usualOverall } = settings;
  const ofAddress = limiter('address', perAddress, settings);
  const ofAll = limiter('all', overall, settings);
  return {
    async consume(address) {
      const allowance = await consume(ofAddress, fingerprint(address));
      // What is refused here is not counted below: one sender must not use up what is there for all.
      return allowance.allowed ? consume(ofAll, 'all') : allowance;
    },
  };
}

/** Counts, in this process, the submissions of all workers that it starts. */
export function countForWorkers(): RateLimiterClusterMaster {
  return new RateLimiterClusterMaster();
}

function limiter(keyPrefix: string, points: number, settings: LimitSettings): RateLimiterAbstract {
  const rule = { keyPrefix, points, duration: 60 };
  const inMemory = new RateLimiterMemory(rule);
  const shared = sharedLimiter(rule, settings);
  if (shared === undefined) return inMemory;
  // One that is away or slow must not keep a visitor waiting: then each process counts for itself.
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: patience, insuranceLimiter: inMemory });
}

const patience = 500;

function sharedLimiter(
  rule: { keyPrefix: string; points: number; duration: number },
  { pool, countedByPrimary }: LimitSettings,
): RateLimiterAbstract | undefined {
  if (countedByPrimary === true) return new RateLimiterCluster({ ...rule, timeoutMs: patience });
  if (pool === undefined) return undefined;
  return new RateLimiterPostgres({
    ...rule,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'submission_limits',
    tableCreated: true,
    // Who is over the limit costs no query until the minute is over: a flood must not reach the database.
    inMemoryBlockOnConsumed: rule.points,
  });
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
