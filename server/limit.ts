import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** Whole seconds, 1 at least. */
export type Allowance = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Counts by keys what comes within a time. Never rejects. */
export interface Limit {
  /** Counts one, or so many points. */
  consume(key: string, points?: number): Promise<Allowance>;
  /** Whether one more would be allowed; counts nothing, and remembers no key that it did not know. */
  look(key: string): Promise<Allowance>;
}

export interface LimitSettings {
  /** Tells the keys of one limit from those of another. */
  name: string;
  /** How many points are allowed within the time. */
  points: number;
  /** From the first point on, in seconds. */
  duration: number;
  /** Where the counts are shared by all instances, in the table `submission_limits`; in memory without it. */
  pool?: pg.Pool | undefined;
}

export function createLimit({ name, pool, ...rule }: LimitSettings): Limit {
  const limiter = createLimiter({ keyPrefix: name, ...rule }, pool);
  return {
    async consume(key, points = 1) {
      try {
        await limiter.consume(key, points);
        return { allowed: true };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return refused(refusal, rule.duration);
      }
    },
    async look(key) {
      const count = await limiter.get(key);
      return count !== null && count.remainingPoints === 0 ? refused(count, rule.duration) : { allowed: true };
    },
  };
}

/** Where the clock was set back since, the library's answer is longer than its limit lasts. */
function refused({ msBeforeNext }: RateLimiterRes, duration: number): Allowance {
  return { allowed: false, retryAfterSeconds: Math.min(duration, Math.max(1, Math.ceil(msBeforeNext / 1000))) };
}

function createLimiter(
  rule: { keyPrefix: string; points: number; duration: number },
  pool: pg.Pool | undefined,
): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory(rule);
  if (pool === undefined) return inMemory;
  const shared = new RateLimiterPostgres({
    ...rule,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'submission_limits',
    tableCreated: true,
    // What is over the limit costs no query until its time is over: a flood must not reach the database.
    inMemoryBlockOnConsumed: rule.points,
  });
  // One that is away or slow must not keep a visitor waiting: then each server counts for itself.
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: 500, insuranceLimiter: inMemory });
}
