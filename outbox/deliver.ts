import type { DatabaseParts } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';
import { bringForward, leaseDue, listLeased, recordOutcome, releaseLease } from './deliveries.ts';
import { UnwritableError, type Delivery, type DeliveryKinds, type DeliveryOutcome, type Lease } from './delivery.ts';
import type { Receivers, SendOutcome } from './send-outcome.ts';

export interface DeliverParts extends DatabaseParts {
  kinds: DeliveryKinds;
  clock: Clock;
  random: () => number;
  /**
   * Lease duration in milliseconds: deliveries of a crashed process wait this long for another one. An attempt takes
   * 120 s at most; the rest is for recording its outcome. A fault that delays this for longer than 5 s affects other
   * processes too, and they restart their wait.
   */
  leaseLength: number;
  /** True if no other process delivers from this database: leases found at the start are of a crashed process. */
  isAlone: boolean;
  /** Called after each attempt, once it is recorded. */
  report: (event: DeliveryEvent) => void;
  /** Called if the lease was lost before the outcome could be recorded. */
  onLost: (delivery: Delivery) => Promise<void>;
  /** Called with each fault whose operation will be retried. */
  onFault: (fault: unknown) => void;
}

/** A recorded attempt. `aboutId` falls back to the delivery's own id. */
export type DeliveryEvent = { id: string; aboutId: string; kind: string; attempt: number } & DeliveryOutcome;

/** Creates the sender of due deliveries. Temporary faults do not make it send anything twice. */
export function createDeliver(parts: DeliverParts) {
  const { database, clock, leaseLength } = parts;
  let patience = parts.isAlone ? 0 : leaseLength;
  /** Leases of this process. */
  const own = new Set<string>();
  const abandoned = createAbandoned(parts, own);
  return {
    /**
     * Sends the delivery of these kinds that is due longest. Resolves to its new state; null if nothing is due.
     * @param onLeased called before it is sent
     */
    async next(kinds: readonly string[], onLeased: () => void = () => {}): Promise<DeliveryOutcome['state'] | null> {
      const delivery = await leaseDue(parts, clock.now(), kinds);
      if (delivery === null) return null;
      own.add(nameLease(delivery));
      onLeased();
      const outcome = judge(parts, delivery, await attempt(parts, delivery));
      await recordPatiently({ delivery, outcome }, parts);
      own.delete(nameLease(delivery));
      return outcome.state;
    },

    /**
     * Ends leases of crashed processes, and brings forward due times from before the clock was set back. Call it before
     * the first `next`, and again after the milliseconds that it resolves to.
     */
    async recover(): Promise<number> {
      try {
        const now = clock.now();
        await bringForward(database, new Date(now.getTime() + longestWait), now);
        const wait = await abandoned.release(patience);
        patience = leaseLength;
        return wait;
      } catch (fault) {
        abandoned.lookAnew();
        throw fault;
      }
    },
  };
}

interface Attempted {
  delivery: Delivery;
  outcome: DeliveryOutcome;
}

/** Retries until the outcome is recorded. The worker sends nothing meanwhile: it could not record that either. */
async function recordPatiently(attempted: Attempted, parts: DeliverParts): Promise<void> {
  for (let pause = 100; ; pause = Math.min(2 * pause, 5000))
    try {
      if (!(await recordInOne(attempted, parts))) await parts.onLost(attempted.delivery);
      return reportAttempt(attempted, parts);
    } catch (fault) {
      parts.onFault(fault);
      await new Promise<void>((resolve) => parts.clock.after(pause, resolve));
    }
}

/** Records an outcome in one transaction with its consequences. Resolves to false if the lease was lost. */
async function recordInOne({ delivery, outcome }: Attempted, { database, kinds }: DeliverParts): Promise<boolean> {
  const { record: follow } = kinds[delivery.kind] ?? {};
  if (follow === undefined || outcome.state === 'due') return recordOutcome(database, delivery, outcome);
  return database
    .transaction()
    .execute((transaction) =>
      follow(transaction, delivery, outcome, () => recordOutcome(transaction, delivery, outcome)),
    );
}

function reportAttempt({ delivery, outcome }: Attempted, { report }: DeliverParts): void {
  const { id, kind, aboutId, attempts: attempt } = delivery;
  report({ id, aboutId: aboutId ?? id, kind, attempt, ...outcome });
}

/** Creates the tracker of foreign leases. Their age is measured by this process's monotonic clock alone. */
function createAbandoned(parts: DeliverParts, own: ReadonlySet<string>) {
  const { database, kinds, clock } = parts;
  /** Makes the delivery due again: twice is better than never. A kind that `isOnce` becomes `unconfirmed` instead. */
  async function end(delivery: Delivery): Promise<void> {
    if (!kinds[delivery.kind]?.isOnce) return void (await releaseLease(database, delivery));
    const reason = 'The server ended while it was sending it.';
    const attempted = { delivery, outcome: { state: 'unconfirmed', at: clock.now(), reason } } as const;
    if (await recordInOne(attempted, parts)) reportAttempt(attempted, parts);
  }

  let seenSince = new Map<string, number>();
  return {
    /**
     * Ends foreign leases, and resolves to the milliseconds until the next one may expire.
     * @param patience age at which a lease expires, in milliseconds
     */
    async release(patience: number): Promise<number> {
      const before = seenSince;
      seenSince = new Map();
      let wait = Infinity;
      for (const delivery of await listLeased(database)) {
        const lease = nameLease(delivery);
        if (own.has(lease)) continue;
        const since = before.get(lease) ?? clock.elapsed();
        const left = since + patience - clock.elapsed();
        if (left <= 0) await end(delivery);
        else seenSince.set(lease, since);
        if (left > 0) wait = Math.min(wait, left);
      }
      return wait;
    },
    /** Restarts all waits after a failed look: the leases' owners may not have reached the database either. */
    lookAnew: () => seenSince.clear(),
  };
}

function nameLease({ id, attempts, queuedAt }: Lease): string {
  return `${id} ${attempts} ${queuedAt.getTime()}`;
}

async function attempt({ kinds }: DeliverParts, delivery: Delivery): Promise<SendOutcome> {
  try {
    const kind = kinds[delivery.kind];
    if (kind === undefined) throw new UnwritableError(`There is no way to deliver ${delivery.kind}.`);
    return await kind.send(delivery);
  } catch (fault) {
    // A mail that cannot be composed fails for good. Any other fault is the database's, and temporary.
    const permanent = fault instanceof UnwritableError;
    return { delivered: false, permanent, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** Returns the state of a delivery after an attempt. */
function judge(parts: DeliverParts, delivery: Delivery, sent: SendOutcome): DeliveryOutcome {
  const at = parts.clock.now();
  const { attempts, queuedAt } = delivery;
  const isOld = at.getTime() - queuedAt.getTime() >= giveUpAfter && attempts >= fewestAttempts;
  const again = (reason: string): DeliveryOutcome =>
    isOld
      ? { state: 'failed', at, reason: `Given up after 5 days. ${reason}` }
      : { state: 'due', dueAt: new Date(at.getTime() + computeRetryDelay(attempts, parts.random())), reason };
  const receivers = { ...delivery.receivers, ...sent.receivers };
  const outcome = ((): DeliveryOutcome => {
    if (sent.delivered) return { state: 'delivered', at };
    if (sent.cancelled) return { state: 'suppressed', at, reason: sent.reason };
    if (sent.perhaps && parts.kinds[delivery.kind]?.isOnce) return { state: 'unconfirmed', at, reason: sent.reason };
    return sent.permanent ? { state: 'failed', at, reason: sent.reason } : again(sent.reason);
  })();
  return Object.keys(receivers).length === 0 ? outcome : { ...judgeReceivers(outcome, receivers, again), receivers };
}

/** Returns `due` if one receiver is due, and `delivered` with a reason if some have it and others refused it. */
function judgeReceivers(
  outcome: DeliveryOutcome,
  receivers: Receivers,
  again: (reason: string) => DeliveryOutcome,
): DeliveryOutcome {
  const each = Object.values(receivers);
  const reasonOf = (state: 'due' | 'failed') =>
    each.flatMap((one) => (one.state === state ? (one.reason ?? []) : [])).join(' ');
  const next =
    outcome.state === 'delivered' && each.some(({ state }) => state === 'due') ? again(reasonOf('due')) : outcome;
  if (next.state !== 'delivered' && next.state !== 'failed') return next;
  const hasOne = next.state === 'delivered' || each.some(({ state }) => state === 'delivered');
  if (!hasOne) return next;
  const reason = [next.reason ?? [], reasonOf('failed')].flat().filter(Boolean).join(' ');
  return { state: 'delivered', at: next.at, reason: reason === '' ? undefined : reason };
}

const second = 1000;
const hour = 3600 * second;

/** Longest pause between two attempts, in milliseconds. A later due time comes from a wrong clock. */
const longestWait = hour;

/** Time from queueing after which retries end, in milliseconds: 5 days. */
export const giveUpAfter = 5 * 24 * hour;

/** Fewest attempts before giving up, under half of those in 5 days: fewer mean a stopped server or a wrong clock. */
const fewestAttempts = 50;

/**
 * Returns the delay after a failed attempt, in milliseconds: 5 s doubled with each attempt, an hour at most. Half of it
 * is jitter, so that deliveries that failed together are not retried together.
 * @param attempt number of the failed attempt, from 1
 * @param random a number from 0 to below 1
 */
export function computeRetryDelay(attempt: number, random: number): number {
  const longest = Math.min(longestWait, 5 * second * 2 ** Math.min(attempt - 1, 20));
  return Math.round(longest / 2 + (random * longest) / 2);
}
