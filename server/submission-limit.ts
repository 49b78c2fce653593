import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Admission } from '../enquiries/core/receiving.ts';
import { networksOf, type NetworkKind } from './client-networks.ts';
import { createLimit, type Allowance, type Limit } from './limit.ts';

/** How many submissions one sender may make in one minute, the API's and the form's together. */
const usualPerAddress = 10;

/**
 * How many times as much may come from a network as from one sender: more than from any honest one, and no company or household
 * uses up alone what is there for all.
 */
const shares: Readonly<Record<NetworkKind, number>> = { sender: 1, household: 3, company: 6, provider: 60 };

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
  /** Counts one of a client address (as Fastify's `request.ip`), and of the networks around it. Never rejects. */
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

export interface SubmissionLimitSettings {
  /** Shares the counts of senders and of all; networks are counted by each instance for itself. */
  pool?: pg.Pool | undefined;
  perAddress?: number;
  overall?: number;
  setAside?: number;
}

/** The limits of submissions: of one sender, of the networks around it, and of all together. */
export function createSubmissionLimits(settings: SubmissionLimitSettings = {}): SubmissionLimits {
  const { pool, overall = usualOverall, setAside = usualSetAside } = settings;
  const ofAll = createLimit({ name: 'all', points: overall, duration: 60, pool });
  const beyond = createLimit({ name: 'set aside', points: setAside, duration: 24 * 60 * 60, pool });
  return {
    ...createSenderLimits(settings),
    async consumeShared(bytes) {
      const allowance = await ofAll.consume('all');
      if (allowance.allowed || !(await beyond.consume('all', bytes)).allowed) return allowance;
      return { allowed: true, suspicion: floodReason };
    },
  };
}

/** The limits a minute of one sender and of the networks around it. */
export function createSenderLimits({
  perAddress = usualPerAddress,
  pool,
}: Pick<SubmissionLimitSettings, 'perAddress' | 'pool'>): SenderLimits {
  const limitOf = (name: NetworkKind, shared?: pg.Pool): Limit =>
    createLimit({ name, points: perAddress * shares[name], duration: 60, pool: shared });
  const limits: Readonly<Record<NetworkKind, Limit>> = {
    sender: limitOf('sender', pool),
    household: limitOf('household'),
    company: limitOf('company'),
    provider: limitOf('provider'),
  };

  return {
    async consume(address) {
      const networks = networksOf(address).map(({ kind, name }) => ({ kind, key: fingerprint(name) }));
      const around = networks.filter(({ kind }) => kind !== 'sender');
      return (
        // Where a network is used up its senders are not counted: its owner may have millions, more than the memory holds.
        (await firstRefusal(around, ({ kind, key }) => limits[kind].look(key))) ??
        // What a sender is refused does not count in its network: nobody must use up what is there for the neighbours.
        (await firstRefusal(networks, ({ kind, key }) => limits[kind].consume(key))) ?? { allowed: true }
      );
    },
  };
}

/** Asks one after another, until one refuses. */
async function firstRefusal<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Allowance>,
): Promise<Allowance | undefined> {
  for (const item of items) {
    const allowance = await ask(item);
    if (!allowance.allowed) return allowance;
  }
  return undefined;
}

/** The database needs to tell addresses apart, not to know them. */
function fingerprint(sender: string): string {
  return createHash('sha256').update(sender).digest('base64url').slice(0, 22);
}
