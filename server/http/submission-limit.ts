import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

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

function limiter(keyPrefix: string, points: number, { pool }: LimitSettings): RateLimiterAbstract {
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
  // One that is away or slow must not keep a visitor waiting: then each server counts for itself.
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

/**
 * What a client address counts as: an IPv4 address as itself, also where it is written as IPv6; of an IPv6 address the first 64
 * bits, since every household and every rented server has all addresses below them. Anything else counts as it is written.
 */
export function countedAs(address: string): string {
  // Some proxies write a port into X-Forwarded-For: another one for each connection.
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address.trim()) ?? [];
  const plain = (bracketed ?? dotted ?? address.trim().toLowerCase()).replace(/%.*$/, '');
  if (isIP(plain) === 0) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
