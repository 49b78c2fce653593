import type { DatabaseWithDialect } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';
import {
  resetImplausibleDueTimes,
  leaseNextDelivery,
  listLeasedDeliveries,
  endDeliveryLease,
} from './delivery-queries.ts';
import { ComposeError, type Delivery, type DeliveryKinds, type DeliveryOutcome, type Lease } from './delivery.ts';
import { isDeliveredToMainRecipient, type RecipientStates, type SendOutcome } from './send-outcome.ts';

export interface DeliveryProcessorOptions extends DatabaseWithDialect {
  deliveryKinds: DeliveryKinds;
  clock: Clock;
  random: () => number;
  /**
   * Lease duration in milliseconds: deliveries of a crashed process wait this long for another one. An attempt takes
   * 120 s at most; the rest is for recording its outcome. A fault that delays this for longer than 5 s affects other
   * processes too, and they restart their wait.
   */
  leaseDurationMs: number;
  /** True if no other process delivers from this database: leases found at the start are of a crashed process. */
  isOnlyProcess: boolean;
  /** Called after each attempt, once it is recorded. */
  onAttempt: (attempt: DeliveryAttempt) => void;
  /** Called if the lease was lost before the outcome could be recorded. */
  onLeaseLost: (delivery: Delivery) => Promise<void>;
  onError: (error: unknown) => void;
}

/** A recorded attempt. `recordId` falls back to the delivery's own id. */
export type DeliveryAttempt = { id: string; recordId: string; kind: string; attempt: number } & DeliveryOutcome;

/** Creates the processor of due deliveries. Temporary faults do not make it send anything twice. */
export function createDeliveryProcessor(options: DeliveryProcessorOptions) {
  const { database, clock, leaseDurationMs } = options;
  let leaseMaxAge = options.isOnlyProcess ? 0 : leaseDurationMs;
  const ownLeases = new Set<string>();
  const foreignLeases = createForeignLeaseTracker(options, ownLeases);
  return {
    /** Sends the delivery of these kinds that is due longest. Resolves to its new state; null if nothing is due. */
    async deliverNext(kindNames: readonly string[], onLeased = () => {}): Promise<DeliveryOutcome['state'] | null> {
      const delivery = await leaseNextDelivery(options, clock.now(), kindNames);
      if (delivery === null) return null;
      ownLeases.add(formatLeaseKey(delivery));
      onLeased();
      const outcome = decideOutcome(options, delivery, await attemptDelivery(options, delivery));
      await recordWithRetries({ delivery, outcome }, options);
      ownLeases.delete(formatLeaseKey(delivery));
      return outcome.state;
    },

    /**
     * Ends leases of crashed processes, and brings forward due times from before the clock was set back. Call it before
     * the first `deliverNext`, and again after the milliseconds that it resolves to.
     */
    async recoverLeases(): Promise<number> {
      try {
        const now = clock.now();
        await resetImplausibleDueTimes(database, new Date(now.getTime() + maxRetryDelay), now);
        const wait = await foreignLeases.endExpired(leaseMaxAge);
        leaseMaxAge = leaseDurationMs;
        return wait;
      } catch (error) {
        foreignLeases.restartWaits();
        throw error;
      }
    },
  };
}

interface AttemptResult {
  delivery: Delivery;
  outcome: DeliveryOutcome;
}

/** Retries until the outcome is recorded. The worker sends nothing meanwhile: it could not record that either. */
async function recordWithRetries(result: AttemptResult, options: DeliveryProcessorOptions): Promise<void> {
  for (let retryDelay = 100; ; retryDelay = Math.min(2 * retryDelay, 5000))
    try {
      if (!(await recordInTransaction(result, options))) await options.onLeaseLost(result.delivery);
      return reportAttempt(result, options);
    } catch (error) {
      options.onError(error);
      await new Promise<void>((resolve) => options.clock.setTimer(retryDelay, resolve));
    }
}

/** Records an outcome in one transaction with its consequences. Resolves to false if the lease was lost. */
async function recordInTransaction(
  { delivery, outcome }: AttemptResult,
  { database, deliveryKinds }: DeliveryProcessorOptions,
): Promise<boolean> {
  const { recordOutcome } = deliveryKinds[delivery.kind] ?? {};
  if (recordOutcome === undefined) return endDeliveryLease(database, delivery, outcome);
  return database
    .transaction()
    .execute((transaction) =>
      recordOutcome(transaction, delivery, outcome, () => endDeliveryLease(transaction, delivery, outcome)),
    );
}

function reportAttempt({ delivery, outcome }: AttemptResult, { onAttempt }: DeliveryProcessorOptions): void {
  const { id, kind, recordId, attempts: attempt } = delivery;
  onAttempt({ id, recordId: recordId ?? id, kind, attempt, ...outcome });
}

/** Creates the tracker of foreign leases. Their age is measured by this process's monotonic clock alone. */
function createForeignLeaseTracker(options: DeliveryProcessorOptions, ownLeases: ReadonlySet<string>) {
  const { database, deliveryKinds, clock } = options;
  /** Makes the delivery due again: twice is better than never. If its kind `isAtMostOnce`, it becomes `unconfirmed`. */
  async function endForeignLease(delivery: Delivery): Promise<void> {
    if (!deliveryKinds[delivery.kind]?.isAtMostOnce) return void (await endDeliveryLease(database, delivery));
    const stopped = { delivered: false, permanent: false, possiblySent: true } as const;
    const reason = 'The server stopped while sending it.';
    const result = { delivery, outcome: decideOutcome(options, delivery, { ...stopped, reason }) };
    if (await recordInTransaction(result, options)) reportAttempt(result, options);
  }

  let firstSeenAt = new Map<string, number>();
  return {
    /** Ends foreign leases of this age, in milliseconds. Resolves to the milliseconds until the next one may expire. */
    async endExpired(maxAge: number): Promise<number> {
      const previouslySeenAt = firstSeenAt;
      firstSeenAt = new Map();
      let wait = Infinity;
      for (const delivery of await listLeasedDeliveries(database)) {
        const lease = formatLeaseKey(delivery);
        if (ownLeases.has(lease)) continue;
        const since = previouslySeenAt.get(lease) ?? clock.monotonicNow();
        const remaining = since + maxAge - clock.monotonicNow();
        if (remaining <= 0) await endForeignLease(delivery);
        else firstSeenAt.set(lease, since);
        if (remaining > 0) wait = Math.min(wait, remaining);
      }
      return wait;
    },
    /** Restarts all waits after a failed check: the leases' owners may not have reached the database either. */
    restartWaits: () => firstSeenAt.clear(),
  };
}

function formatLeaseKey({ id, attempts, queuedAt }: Lease): string {
  return `${id} ${attempts} ${queuedAt.getTime()}`;
}

async function attemptDelivery({ deliveryKinds }: DeliveryProcessorOptions, delivery: Delivery): Promise<SendOutcome> {
  try {
    const kind = deliveryKinds[delivery.kind];
    if (kind === undefined) throw new ComposeError(`Unknown kind of delivery: ${delivery.kind}.`);
    return await kind.send(delivery);
  } catch (error) {
    // A mail that cannot be composed fails for good. Any other error is the database's, and temporary.
    const permanent = error instanceof ComposeError;
    return { delivered: false, permanent, reason: error instanceof Error ? error.message : String(error) };
  }
}

function decideOutcome(
  options: DeliveryProcessorOptions,
  delivery: Delivery,
  sendOutcome: SendOutcome,
): DeliveryOutcome {
  const at = options.clock.now();
  const { attempts, queuedAt } = delivery;
  const isPastRetryPeriod = at.getTime() - queuedAt.getTime() >= retryPeriodMs && attempts >= minAttempts;
  const retryLater = (reason: string): DeliveryOutcome =>
    isPastRetryPeriod
      ? { state: 'failed', at, reason: `Given up after 5 days. ${reason}` }
      : { state: 'due', dueAt: new Date(at.getTime() + computeRetryDelayMs(attempts, options.random())), reason };
  const { recipientStates = delivery.recipientStates } = sendOutcome;
  const outcome = ((): DeliveryOutcome => {
    if (sendOutcome.delivered) return { state: 'delivered', at };
    if (sendOutcome.cancelled) return { state: 'suppressed', at, reason: sendOutcome.reason };
    if (sendOutcome.possiblySent && options.deliveryKinds[delivery.kind]?.isAtMostOnce)
      return { state: 'unconfirmed', at, reason: sendOutcome.reason };
    return sendOutcome.permanent ? { state: 'failed', at, reason: sendOutcome.reason } : retryLater(sendOutcome.reason);
  })();
  return Object.keys(recipientStates).length === 0
    ? outcome
    : mergeRecipientStates(outcome, recipientStates, { at, retryLater });
}

/**
 * Returns the outcome for all recipients. Those in To decide: `delivered` once one of them has it, with the reasons of
 * those that never get it, and `failed` once all of them have refused it, whoever has a copy. Until then `due`.
 */
function mergeRecipientStates(
  outcome: DeliveryOutcome,
  recipientStates: RecipientStates,
  { at, retryLater }: { at: Date; retryLater: (reason: string) => DeliveryOutcome },
): DeliveryOutcome {
  const states = Object.values(recipientStates);
  const main = states.filter(({ isCopy }) => !isCopy);
  const joinReasons = (some: typeof states, state: 'due' | 'failed') =>
    some.flatMap((one) => (one.state === state ? (one.reason ?? []) : [])).join(' ');
  const isRefused = main.length > 0 && main.every(({ state }) => state === 'failed');
  const next = ((): DeliveryOutcome => {
    if (outcome.state !== 'delivered' && outcome.state !== 'due') return outcome;
    if (isRefused) return { state: 'failed', at, reason: joinReasons(main, 'failed') };
    const isWaitedFor = outcome.state === 'delivered' && states.some(({ state }) => state === 'due');
    return isWaitedFor ? retryLater(joinReasons(states, 'due')) : outcome;
  })();
  if (next.state === 'due' || next.state === 'suppressed' || !isDeliveredToMainRecipient(recipientStates))
    return { ...next, recipientStates };
  const reason = [next.reason ?? [], joinReasons(states, 'failed')].flat().filter(Boolean).join(' ');
  const settled = Object.entries(recipientStates).map(([recipient, one]) => {
    return [recipient, one.state === 'due' ? { ...one, state: 'failed', reason: next.reason ?? null } : one] as const;
  });
  const delivered = { state: 'delivered', at: next.at, reason: reason === '' ? undefined : reason } as const;
  return { ...delivered, recipientStates: Object.fromEntries(settled) as RecipientStates };
}

const second = 1000;
const hour = 3600 * second;

/** Longest pause between two attempts, in milliseconds. A later due time comes from a wrong clock. */
const maxRetryDelay = hour;

/** Time from queueing after which retries end, in milliseconds: 5 days. */
export const retryPeriodMs = 5 * 24 * hour;

/** Fewest attempts before giving up, under half of those in 5 days: fewer mean a stopped server or a wrong clock. */
const minAttempts = 50;

/**
 * Returns the delay after a failed attempt, the first being 1: 5 s doubled with each attempt, an hour at most. Half of
 * it is jitter, so that deliveries that failed together are not retried together.
 */
export function computeRetryDelayMs(attempt: number, random: number): number {
  const longest = Math.min(maxRetryDelay, 5 * second * 2 ** Math.min(attempt - 1, 20));
  return Math.round(longest / 2 + (random * longest) / 2);
}
