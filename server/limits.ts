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

/** What the pages may ask of the core, behind the server's limits. */
export interface PageReceiver {
  /** @param submission.key marks a submission, so that sending it again stores nothing */
  receive(input: unknown, submission?: Pick<Submission, 'key'>): Promise<ReceiveOutcome>;
}

/**
 * The core behind the limit of what may come from all. Only a sound submission counts: what has faults is refused anyway, and
 * must cost nobody else a place.
 */
export function limitReceiver(
  enquiries: Pick<Enquiries, 'receive'>,
  limits: Pick<SubmissionLimits, 'consumeShared'>,
): PageReceiver {
  const admit = (enquiry: EnquiryFields) => limits.consumeShared(storedBytes(enquiry));
  return { receive: (input, { key } = {}) => enquiries.receive(input, { key, admit }) };
}

/** Ids, hashes, times and indexes of one enquiry, in either database. */
const bytesAroundText = 1000;

/** About what an enquiry takes of the disk. */
function storedBytes(enquiry: EnquiryFields): number {
  return bytesAroundText + Buffer.byteLength(Object.values(enquiry).join(''));
}

/** How many submissions one sender may make in one minute, the API's and the form's together. */
const usualPerAddress = 10;

/**
 * How many times as much may come from the network around a sender: enough for what one address of a company or a provider hides, and
 * nobody with a whole network uses up what is there for all.
 */
const networkFactor = 10;

/** How many sound ones may come from all in one minute and be mailed: far more than a business gets. */
const usualOverall = 600;

/**
 * How many bytes a day are stored beyond that: 30,000 of the longest messages, or some 600,000 ordinary ones. Without a bound,
 * 6,000 of the longest a minute would fill a disk of 10 GB within an hour.
 */
const usualSetAside = 1_000_000_000;

/** The operator reads it beside what was set aside. */
const floodReason = 'more messages came within a minute than the site takes';

/** Counts what comes from one sender, sound or not. */
export interface SenderLimits {
  /** Counts one of a client address (as Fastify's `request.ip`), and of the network around it. Never rejects. */
  consume(address: string): Promise<Allowance>;
}

/** Counts submissions. */
export interface SubmissionLimits extends SenderLimits {
  /**
   * Counts a sound one of so many bytes among those of all. One that is allowed with a `suspicion` is to be set aside for that
   * reason: the flood may be what is meant to close the form for everybody else. Never rejects.
   */
  consumeShared(bytes: number): Promise<Admission>;
}

/** With a `pool`, instances share the counts of senders and of all; each counts networks for itself. */
export type SubmissionLimitSettings = { pool?: pg.Pool | undefined } & Partial<
  Record<'perAddress' | 'overall' | 'setAside', number>
>;

/** The limits of submissions: of one sender, of the network around it, and of all together. */
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

/** The limits a minute of one sender and of the network around it. */
function createSenderLimits({
  perAddress = usualPerAddress,
  pool,
}: Pick<SubmissionLimitSettings, 'perAddress' | 'pool'>): SenderLimits {
  const ofSender = createLimit('sender', { points: perAddress, duration: 60 }, pool);
  const ofNetwork = createLimit('network', { points: networkFactor * perAddress, duration: 60 });
  return {
    async consume(address) {
      const { sender, network } = parseSender(address);
      // Where a network is used up its senders are not counted: its owner may have millions, more than the memory holds.
      const around = await ofNetwork.look(network);
      if (!around.allowed) return around;
      // What a sender is refused does not count in its network: nobody must use up what is there for the neighbours.
      const own = await ofSender.consume(fingerprint(sender));
      return own.allowed ? ofNetwork.consume(network) : own;
    },
  };
}

/** What a client address counts as. */
export interface Sender {
  /** An IPv4 address, or a network of 64 bits of IPv6, which each line has (RFC 4291). */
  sender: string;
  /** A /24 of IPv4, the smallest network that is routed by itself; a /48 of IPv6, as companies have them (RIPE-690). */
  network: string;
}

/** An IPv4 address is the same sender where it is written as IPv6. What is no address is a sender and a network by that name. */
export function parseSender(address: string): Sender {
  // Some proxies write a port into X-Forwarded-For: another one for each connection.
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

/** The database needs to tell addresses apart, not to know them. */
function fingerprint(sender: string): string {
  return createHash('sha256').update(sender).digest('base64url').slice(0, 22);
}

/** Whole seconds, 1 at least. */
export type Allowance = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Counts by keys what comes within a time. Never rejects. */
export interface Limit {
  /** Counts one, or so many points. */
  consume(key: string, points?: number): Promise<Allowance>;
  /** Whether one more would be allowed; counts nothing, and remembers no key that it did not know. */
  look(key: string): Promise<Allowance>;
}

/**
 * A limit of so many points within so many seconds from the first one on.
 * @param name tells its keys from those of other limits
 * @param pool where instances share the counts, in the table `submission_limits`; without it they are in memory
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

/** Where the clock was set back since, the library's answer is longer than its limit lasts. */
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
    // What is over the limit costs no query until its time is over: a flood must not reach the database.
    inMemoryBlockOnConsumed: rule.points,
  });
  // One that is away or slow must not keep a visitor waiting: then each server counts for itself.
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: 500, insuranceLimiter: inMemory });
}
