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
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import type { EnquiryFields } from '../enquiries/enquiry.ts';
import type { Admission, SubmissionAnswer, SubmissionOptions } from '../enquiries/submission-handler.ts';

/** Rate-limited interface of the core for the pages. */
export interface SubmissionReceiver {
  /** @param submission.idempotencyKey marks a submission, so that sending it again stores nothing */
  receive(
    input: unknown,
    submission?: Pick<SubmissionOptions, 'idempotencyKey' | 'visitSource'>,
  ): Promise<SubmissionAnswer>;
}

/**
 * Wraps `receive` in the shared limit. Only valid submissions count: invalid ones are refused anyway, and must not use
 * up the limit.
 */
export function createLimitedReceiver(
  enquiries: Pick<EnquiryService, 'receive'>,
  limits: Pick<SubmissionLimits, 'consumeShared'>,
): SubmissionReceiver {
  const admit = (enquiry: EnquiryFields) => limits.consumeShared(estimateStoredBytes(enquiry));
  return { receive: (input, submission) => enquiries.receive(input, { ...submission, admit }) };
}

/** Ids, hashes, times and indexes of one enquiry, in bytes, in either database. */
const overheadBytes = 1000;

/** Returns the approximate size of an enquiry on disk, in bytes. */
function estimateStoredBytes(enquiry: EnquiryFields): number {
  return overheadBytes + Buffer.byteLength(Object.values(enquiry).join(''));
}

/** Submissions per sender and minute, of the API and the form together. */
const defaultPerSender = 10;

/**
 * Limit of a network as a multiple of a sender's: enough for one address shared by a company or a provider, and too
 * little to exhaust the shared limit.
 */
const networkFactor = 10;

/** Valid submissions per minute from all senders that are mailed: far more than a business gets. */
const defaultShared = 600;

/**
 * Bytes a day stored beyond that: 30,000 of the longest messages, or some 600,000 ordinary ones. Without a bound, 6,000
 * of the longest a minute would fill a disk of 10 GB within an hour.
 */
const defaultSpamBytes = 1_000_000_000;

/** Shown to the operator with the enquiry that it makes spam. */
const floodReason = 'more messages came within a minute than the site takes';

/** Rate limits per sender, valid submissions or not. */
export interface SenderLimits {
  /** Counts a request of a client address (Fastify's `request.ip`) and of its network. Never rejects. */
  consume(ipAddress: string): Promise<RateLimitResult>;
}

/** Rate limits of submissions. */
export interface SubmissionLimits extends SenderLimits {
  /**
   * Counts a valid submission of `bytes` in the shared limit. One allowed with a `spamReason` is to be stored as spam for
   * that reason: a flood must not close the form for others. Never rejects.
   */
  consumeShared(bytes: number): Promise<Admission>;
}

/** With a `pool`, instances share the counts of senders and of all; networks are counted per instance. */
export type SubmissionLimitSettings = { pool?: pg.Pool | undefined } & Partial<
  Record<'perAddress' | 'overall' | 'spam', number>
>;

/** Creates the limits of submissions: per sender, per network, and shared. */
export function createSubmissionLimits(settings: SubmissionLimitSettings = {}): SubmissionLimits {
  const { pool, overall = defaultShared, spam = defaultSpamBytes } = settings;
  const sharedLimit = createRateLimit('all', { points: overall, duration: 60 }, pool);
  const spamLimit = createRateLimit('spam', { points: spam, duration: 24 * 60 * 60 }, pool);
  return {
    ...createSenderLimits(settings),
    async consumeShared(bytes) {
      const allowance = await sharedLimit.consume('all');
      if (allowance.isAllowed || !(await spamLimit.consume('all', bytes)).isAllowed) return allowance;
      return { isAllowed: true, spamReason: floodReason };
    },
  };
}

/** Creates the limits a minute of a sender and its network. */
function createSenderLimits({
  perAddress = defaultPerSender,
  pool,
}: Pick<SubmissionLimitSettings, 'perAddress' | 'pool'>): SenderLimits {
  const senderLimit = createRateLimit('sender', { points: perAddress, duration: 60 }, pool);
  const networkLimit = createRateLimit('network', { points: networkFactor * perAddress, duration: 60 });
  return {
    async consume(ipAddress) {
      const { senderKey, networkKey } = parseSenderKeys(ipAddress);
      // Don't track senders in an exhausted network: with millions of addresses they would fill the memory.
      const networkResult = await networkLimit.peek(networkKey);
      if (!networkResult.isAllowed) return networkResult;
      // Refused requests don't count for the network: one sender must not use up its neighbours' limit.
      const senderResult = await senderLimit.consume(hashSenderKey(senderKey));
      return senderResult.isAllowed ? networkLimit.consume(networkKey) : senderResult;
    },
  };
}

/**
 * Returns the keys that a client address is counted by. A sender is an IPv4 address, or the 64 bits of IPv6 that each
 * line has (RFC 4291). A network is a /24 of IPv4, the smallest that is routed by itself, or a /48 of IPv6, as companies
 * have them (RIPE-690). IPv4-mapped IPv6 counts as IPv4; an invalid address is its own sender and network.
 */
export function parseSenderKeys(ipAddress: string): Record<'senderKey' | 'networkKey', string> {
  // Some proxies append the port in X-Forwarded-For, which changes per connection.
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(ipAddress.trim()) ?? [];
  const plain = (bracketed ?? dotted ?? ipAddress.trim().toLowerCase()).replace(/%.*$/, '');
  if (isIP(plain) === 0) return { senderKey: plain, networkKey: plain };
  const parsed = ipaddr.process(plain);
  const isIPv4 = parsed.kind() === 'ipv4';
  const version = isIPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const formatNetwork = (bits: number) =>
    `${version.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
  return isIPv4
    ? { senderKey: parsed.toString(), networkKey: formatNetwork(24) }
    : { senderKey: formatNetwork(64), networkKey: formatNetwork(48) };
}

/** Returns a hash of the sender: the database needs no addresses. */
function hashSenderKey(sender: string): string {
  return createHash('sha256').update(sender).digest('base64url').slice(0, 22);
}

/** Result of a limit. `retryAfterSeconds` is a whole number, 1 at least. */
export type RateLimitResult = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/** A rate limit by key. Never rejects. */
export interface RateLimit {
  /** Consumes one point, or `points`. */
  consume(key: string, points?: number): Promise<RateLimitResult>;
  /** Returns the allowance without consuming a point or storing a new key. */
  peek(key: string): Promise<RateLimitResult>;
}

/**
 * Creates a limit of `points` within `duration` seconds from the first one.
 * @param keyPrefix separates the counts of limits in one table
 * @param pool shares the counts in the table `submission_limits`; without it they are in memory
 */
export function createRateLimit(keyPrefix: string, rule: RateLimitRule, pool?: pg.Pool): RateLimit {
  const limiter = createLimiter({ keyPrefix, ...rule }, pool);
  return {
    async consume(key, points = 1) {
      try {
        await limiter.consume(key, points);
        return { isAllowed: true };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return toRefusal(refusal, rule.duration);
      }
    },
    async peek(key) {
      const count = await limiter.get(key);
      return count !== null && count.remainingPoints === 0 ? toRefusal(count, rule.duration) : { isAllowed: true };
    },
  };
}

/** Caps the delay at the duration: after the clock is set back, the library returns more. */
function toRefusal({ msBeforeNext }: RateLimiterRes, duration: number): RateLimitResult {
  return { isAllowed: false, retryAfterSeconds: Math.min(duration, Math.max(1, Math.ceil(msBeforeNext / 1000))) };
}

type RateLimitRule = Record<'points' | 'duration', number>;

function createLimiter(rule: RateLimitRule & { keyPrefix: string }, pool: pg.Pool | undefined): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory(rule);
  if (pool === undefined) return inMemory;
  const shared = new RateLimiterPostgres({
    ...rule,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'submission_limits',
    tableCreated: true,
    // Keys over the limit are blocked in memory: a flood must not reach the database.
    inMemoryBlockOnConsumed: rule.points,
  });
  // If the database is down or slow, each server counts for itself: a visitor must not wait.
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: 500, insuranceLimiter: inMemory });
}
