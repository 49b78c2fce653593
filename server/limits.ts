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
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { EnquiryFields } from '../enquiries/enquiry.ts';
import type { Admission, ReceiveOutcome, Submission } from '../enquiries/receive.ts';

/** Rate-limited interface of the core for the pages. */
export interface PageReceiver {
  /** @param submission.key marks a submission, so that sending it again stores nothing */
  receive(input: unknown, submission?: Pick<Submission, 'key'>): Promise<ReceiveOutcome>;
}

/**
 * Wraps `receive` in the shared limit. Only valid submissions count: invalid ones are refused anyway, and must not use
 * up the limit.
 */
export function limitReceiver(
  enquiries: Pick<Enquiries, 'receive'>,
  limits: Pick<SubmissionLimits, 'consumeShared'>,
): PageReceiver {
  const admit = (enquiry: EnquiryFields) => limits.consumeShared(storedBytes(enquiry));
  return { receive: (input, { key } = {}) => enquiries.receive(input, { key, admit }) };
}

/** Ids, hashes, times and indexes of one enquiry, in bytes, in either database. */
const bytesAroundText = 1000;

/** Returns the approximate size of an enquiry on disk, in bytes. */
function storedBytes(enquiry: EnquiryFields): number {
  return bytesAroundText + Buffer.byteLength(Object.values(enquiry).join(''));
}

/** Submissions per sender and minute, of the API and the form together. */
const usualPerAddress = 10;

/**
 * Limit of a network as a multiple of a sender's: enough for one address shared by a company or a provider, and too
 * little to exhaust the shared limit.
 */
const networkFactor = 10;

/** Valid submissions per minute from all senders that are mailed: far more than a business gets. */
const usualOverall = 600;

/**
 * Bytes a day stored beyond that: 30,000 of the longest messages, or some 600,000 ordinary ones. Without a bound, 6,000
 * of the longest a minute would fill a disk of 10 GB within an hour.
 */
const usualSetAside = 1_000_000_000;

/** Shown to the operator with the quarantined enquiry. */
const floodReason = 'more messages came within a minute than the site takes';

/** Rate limits per sender, valid submissions or not. */
export interface SenderLimits {
  /** Counts a request of a client address (Fastify's `request.ip`) and of its network. Never rejects. */
  consume(address: string): Promise<Allowance>;
}

/** Rate limits of submissions. */
export interface SubmissionLimits extends SenderLimits {
  /**
   * Counts a valid submission of `bytes` in the shared limit. One allowed with a `suspicion` is to be quarantined for
   * that reason: a flood must not close the form for others. Never rejects.
   */
  consumeShared(bytes: number): Promise<Admission>;
}

/** With a `pool`, instances share the counts of senders and of all; networks are counted per instance. */
export type SubmissionLimitSettings = { pool?: pg.Pool | undefined } & Partial<
  Record<'perAddress' | 'overall' | 'setAside', number>
>;

/** Creates the limits of submissions: per sender, per network, and shared. */
export function createSubmissionLimits(settings: SubmissionLimitSettings = {}): SubmissionLimits {
  const { pool, overall = usualOverall, setAside = usualSetAside } = settings;
  const ofAll = createLimit('all', { points: overall, duration: 60 }, pool);
  const beyond = createLimit('set aside', { points: setAside, duration: 24 * 60 * 60 }, pool);
  return {
    ...createSenderLimits(settings),
    async consumeShared(bytes) {
      const allowance = await ofAll.consume('all');
      if (allowance.allowed || !(await beyond.consume('all', bytes)).allowed) return allowance;
      return { allowed: true, suspicion: floodReason };
    },
  };
}

/** Creates the limits a minute of a sender and its network. */
function createSenderLimits({
  perAddress = usualPerAddress,
  pool,
}: Pick<SubmissionLimitSettings, 'perAddress' | 'pool'>): SenderLimits {
  const ofSender = createLimit('sender', { points: perAddress, duration: 60 }, pool);
  const ofNetwork = createLimit('network', { points: networkFactor * perAddress, duration: 60 });
  return {
    async consume(address) {
      const { sender, network } = parseSender(address);
      // Don't track senders in an exhausted network: with millions of addresses they would fill the memory.
      const around = await ofNetwork.look(network);
      if (!around.allowed) return around;
      // Refused requests don't count for the network: one sender must not use up its neighbours' limit.
      const own = await ofSender.consume(fingerprint(sender));
      return own.allowed ? ofNetwork.consume(network) : own;
    },
  };
}

/** Keys that a client address is counted by. */
export interface Sender {
  /** An IPv4 address, or a network of 64 bits of IPv6, which each line has (RFC 4291). */
  sender: string;
  /** A /24 of IPv4, the smallest network that is routed by itself; a /48 of IPv6, as companies have them (RIPE-690). */
  network: string;
}

/** Parses a client address. IPv4-mapped IPv6 counts as IPv4; an invalid address is its own sender and network. */
export function parseSender(address: string): Sender {
  // Some proxies append the port in X-Forwarded-For, which changes per connection.
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address.trim()) ?? [];
  const plain = (bracketed ?? dotted ?? address.trim().toLowerCase()).replace(/%.*$/, '');
  if (isIP(plain) === 0) return { sender: plain, network: plain };
  const parsed = ipaddr.process(plain);
  const isIPv4 = parsed.kind() === 'ipv4';
  const version = isIPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const networkOf = (bits: number) =>
    `${version.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
  return isIPv4
    ? { sender: parsed.toString(), network: networkOf(24) }
    : { sender: networkOf(64), network: networkOf(48) };
}

/** Returns a hash of the sender: the database needs no addresses. */
function fingerprint(sender: string): string {
  return createHash('sha256').update(sender).digest('base64url').slice(0, 22);
}

/** Result of a limit. `retryAfterSeconds` is a whole number, 1 at least. */
export type Allowance = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** A rate limit by key. Never rejects. */
export interface Limit {
  /** Consumes one point, or `points`. */
  consume(key: string, points?: number): Promise<Allowance>;
  /** Returns the allowance without consuming a point or storing a new key. */
  look(key: string): Promise<Allowance>;
}

/**
 * Creates a limit of `points` within `duration` seconds from the first one.
 * @param name key prefix
 * @param pool shares the counts in the table `submission_limits`; without it they are in memory
 */
export function createLimit(name: string, rule: Rule, pool?: pg.Pool): Limit {
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

/** Caps the delay at the duration: after the clock is set back, the library returns more. */
function refused({ msBeforeNext }: RateLimiterRes, duration: number): Allowance {
  return { allowed: false, retryAfterSeconds: Math.min(duration, Math.max(1, Math.ceil(msBeforeNext / 1000))) };
}

interface Rule {
  points: number;
  duration: number;
}

function createLimiter(rule: Rule & { keyPrefix: string }, pool: pg.Pool | undefined): RateLimiterAbstract {
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
