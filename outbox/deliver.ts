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
   * How long a delivery is leased by one process, in milliseconds: what a process that has died was sending waits this long for
   * another one. An attempt takes 120 s at most; the rest is time to record how it ended. A fault that hinders this for
   * longer than 5 s hinders others as well, and they begin to wait anew.
   */
  leaseLength: number;
  /** Nobody else delivers from this database: what is leased at the start was left by a process that has died. */
  isAlone: boolean;
  /** Told of each delivery attempt, once it is recorded. */
  report: (event: DeliveryEvent) => void;
  /** Told that the lease of a delivery was not this process's any more when its outcome was to be recorded. */
  onLost: (delivery: Delivery) => Promise<void>;
  /** Told of faults: what broke off and will be tried again. */
  onFault: (fault: unknown) => void;
}

/** `aboutId`: of what it was about, or the delivery's own id. */
export type DeliveryEvent = { id: string; aboutId: string; kind: string; attempt: number } & DeliveryOutcome;

/** Sends what is due and sees to it that nothing is sent again because of a fault that passes. */
export function createDeliver(parts: DeliverParts) {
  const { database, clock, leaseLength } = parts;
  let patience = parts.isAlone ? 0 : leaseLength;
  /** What this process is sending. */
  const own = new Set<string>();
  const abandoned = createAbandoned(parts, own);
  return {
    /**
     * Sends what is due longest of some kinds. Resolves to how that ended, or to null when nothing is due.
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
     * Mends what faults have left behind: what a dead process was sending, due times of a clock that was set back since. To be called
     * before the first `next`, and then again after so many milliseconds as it resolves to.
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

/** Until it is recorded this process sends nothing else in its place: what it cannot record it must not send either. */
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

/** In one transaction where something follows from the outcome. */
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

/** Leases of processes that may have died: they end once they stood for so long, as seen from here. No clock of another machine has a say in it. */
function createAbandoned(parts: DeliverParts, own: ReadonlySet<string>) {
  const { database, kinds, clock } = parts;
  /** A mail to the office is due again: twice is better than never. What must not come twice is for a person to decide. */
  async function end(delivery: Delivery): Promise<void> {
    if (!kinds[delivery.kind]?.isOnce) return void (await releaseLease(database, delivery));
    const reason = 'The server ended while it was sending it.';
    const attempted = { delivery, outcome: { state: 'unconfirmed', at: clock.now(), reason } } as const;
    if (await recordInOne(attempted, parts)) reportAttempt(attempted, parts);
  }

  let seenSince = new Map<string, number>();
  return {
    /**
     * Resolves to the milliseconds after which there may be more.
     * @param patience how long a lease has to stand, in milliseconds
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
    /** Who could not look must not conclude that nothing has happened: others may not have reached the database either. */
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
    // One that cannot be written down must not hold up the others; any other fault is of the database, which will be back.
    const permanent = fault instanceof UnwritableError;
    return { delivered: false, permanent, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** Decides what an attempt makes of a delivery. */
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

/** What is due for one receiver is due; what one has and another never gets is delivered, with a reason. */
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

/** The longest pause between two attempts, in milliseconds. What is due later than that was dated by another clock. */
const longestWait = hour;

/** How long a delivery is retried before it counts as failed, in milliseconds: 5 days. */
export const giveUpAfter = 5 * 24 * hour;

/** Less than half of those that 5 days take: where there were not as many, the server was off, or a clock runs ahead. */
const fewestAttempts = 50;

/**
 * How long to wait after a failed attempt, in milliseconds: 5 s doubled with each attempt, an hour at most. The second
 * half of the time is left to chance, so that what failed together does not come back together.
 * @param attempt the number of the attempt that failed, from 1
 * @param random a number from 0 to below 1
 */
export function computeRetryDelay(attempt: number, random: number): number {
  const longest = Math.min(longestWait, 5 * second * 2 ** Math.min(attempt - 1, 20));
  return Math.round(longest / 2 + (random * longest) / 2);
}
