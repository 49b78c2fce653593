import type { SendOutcome } from '../outbox/send-outcome.ts';
import type { CoreParts } from './dependencies.ts';
import { webhookDelivery } from './triage.ts';
import type { Channel, Claim, DeliveryOutcome, DueDelivery, EnquiryStore } from './store.ts';

type DeliveryParts = Pick<
  CoreParts,
  'store' | 'channels' | 'keptMails' | 'clock' | 'random' | 'leaseLength' | 'isAlone' | 'report'
>;

/** Sends what is due and sees to it that nothing is sent again because of a fault that passes. */
export function createDeliveries(parts: DeliveryParts) {
  const { store, clock, leaseLength } = parts;
  const own: OwnClaims = new Map();
  const abandoned = createAbandoned(parts, own);
  return {
    /**
     * Sends what is due longest on one of the channels. Resolves to how that ended, or to null when nothing is due.
     * @param onClaimed called before it is sent
     */
    async next(
      channels: readonly Channel[],
      onClaimed: () => void = () => {},
    ): Promise<DeliveryOutcome['state'] | null> {
      const claimed = await store.claimDue(clock.now(), channels);
      if (claimed === null) return null;
      own.set(nameOf(claimed), undefined);
      onClaimed();
      const end = clock.elapsed() + leaseLength;
      const outcome = judge(parts, claimed, await attempt(parts, claimed));
      await recordUntil(end, { claim: claimed, outcome }, parts, own);
      return outcome.state;
    },

    /**
     * Mends what faults have left behind: outcomes that could not be recorded, what a dead process had in hand, due times of
     * a clock that was set back since. To be called before the first `next`, and then again after so many milliseconds as it
     * resolves to.
     */
    async recover(): Promise<number> {
      try {
        for (const attempted of own.values()) if (attempted !== undefined) await record(attempted, parts, own);
        const now = clock.now();
        await store.bringForward(new Date(now.getTime() + longestWait), now);
        return await abandoned.takeBack();
      } catch (fault) {
        abandoned.lookAnew();
        throw fault;
      }
    },
  };
}

interface Attempted {
  claim: DueDelivery;
  outcome: DeliveryOutcome;
}

/** What this process has in hand; with the outcome where it could not be recorded within the lease. */
type OwnClaims = Map<string, Attempted | undefined>;

/** Until the lease ends nobody else sends the mail; from then on `recover` goes on, so that at least this process knows. */
async function recordUntil(end: number, attempted: Attempted, parts: DeliveryParts, own: OwnClaims): Promise<void> {
  const { clock } = parts;
  for (let pause = 100; ; pause = Math.min(2 * pause, 5000)) {
    try {
      return await record(attempted, parts, own);
    } catch (fault) {
      if (clock.elapsed() + pause >= end) {
        own.set(nameOf(attempted.claim), attempted);
        throw fault;
      }
      await new Promise<void>((resolve) => clock.after(pause, resolve));
    }
  }
}

async function record(
  { claim, outcome }: Attempted,
  { store, channels, keptMails, report }: DeliveryParts,
  own: OwnClaims,
): Promise<void> {
  const { id, channel, delivery, enquiry } = claim;
  const isLost = channels.wanted.webhook && channel === 'mail' && outcome.state === 'failed' && enquiry !== null;
  const told = isLost ? webhookDelivery('enquiry.failed', enquiry.id) : undefined;
  const recorded = await store.record(claim, outcome, told);
  // Erased while its mail was under way: a mail that was kept on this machine has to follow it.
  if (!recorded && enquiry !== null && (await store.find({ id: enquiry.id })).length === 0)
    await keptMails.forget([enquiry.id]);
  own.delete(nameOf(claim));
  report({ id, enquiryId: enquiry?.id ?? id, channel, attempt: delivery.attempts, ...outcome });
}

/** Claims of processes that may have died: they end once they stood for a whole lease, as seen from here. No clock of another machine has a say in it. */
function createAbandoned({ store, clock, leaseLength, isAlone, report }: DeliveryParts, own: OwnClaims) {
  /** A mail to the office is due again: twice is better than never. A reply is for a person to decide, since a visitor reads it. */
  async function end(claim: Awaited<ReturnType<EnquiryStore['claims']>>[number]): Promise<void> {
    const { id, channel, enquiryId, delivery } = claim;
    if (channel !== 'reply') return void (await store.takeBack(claim));
    const outcome = { state: 'unsure', at: clock.now(), reason: 'The server ended while it was sending it.' } as const;
    if (await store.record(claim, outcome))
      report({ id, enquiryId: enquiryId ?? id, channel, attempt: delivery.attempts, ...outcome });
  }

  let seenSince = new Map<string, number>();
  let leftBehind = isAlone;
  return {
    /** Resolves to the milliseconds after which there may be more. */
    async takeBack(): Promise<number> {
      const before = seenSince;
      seenSince = new Map();
      let wait = Infinity;
      for (const claim of await store.claims()) {
        if (own.has(nameOf(claim))) continue;
        const since = before.get(nameOf(claim)) ?? (leftBehind ? -Infinity : clock.elapsed());
        const left = since + leaseLength - clock.elapsed();
        if (left <= 0) await end(claim);
        else seenSince.set(nameOf(claim), since);
        if (left > 0) wait = Math.min(wait, left);
      }
      leftBehind = false;
      return wait;
    },
    /** Who could not look must not conclude that nothing has happened: others may not have reached the database either. */
    lookAnew: () => seenSince.clear(),
  };
}

function nameOf({ id, delivery }: Claim): string {
  return `${id} ${delivery.attempts} ${delivery.queuedAt.getTime()}`;
}

async function attempt({ channels }: DeliveryParts, due: DueDelivery): Promise<SendOutcome> {
  try {
    return await channels.send(due);
  } catch (fault) {
    // One enquiry that cannot be written down as a mail must not hold up the others.
    return { delivered: false, permanent: true, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

function judge(
  { clock, random }: DeliveryParts,
  { channel, delivery }: DueDelivery,
  sent: SendOutcome,
): DeliveryOutcome {
  const at = clock.now();
  if (sent.delivered) return { state: 'delivered', at, remark: sent.remark };
  if (sent.perhaps && channel === 'reply') return { state: 'unsure', at, reason: sent.reason };
  if (sent.permanent) return { state: 'failed', at, reason: sent.reason };
  const isOld = at.getTime() - delivery.queuedAt.getTime() >= giveUpAfter;
  if (isOld && delivery.attempts >= fewestAttempts) {
    return { state: 'failed', at, reason: `Given up after 5 days. ${sent.reason}` };
  }
  return { state: 'due', dueAt: new Date(at.getTime() + waitAfter(delivery.attempts, random())), reason: sent.reason };
}

const second = 1000;
const hour = 3600 * second;

/** The longest pause between two attempts, in milliseconds. What is due later than that was dated by another clock. */
const longestWait = hour;

/** How long the mail of an enquiry is retried before it counts as failed, in milliseconds: 5 days. */
export const giveUpAfter = 5 * 24 * hour;

/** Less than half of those that 5 days take: where there were not as many, the server was off, or a clock runs ahead. */
const fewestAttempts = 50;

/**
 * How long to wait after a failed attempt, in milliseconds: 5 s doubled with each attempt, an hour at most. The second
 * half of the time is left to chance, so that what failed together does not come back together.
 * @param attempt the number of the attempt that failed, from 1
 * @param random a number from 0 to below 1
 */
export function waitAfter(attempt: number, random: number): number {
  const longest = Math.min(longestWait, 5 * second * 2 ** Math.min(attempt - 1, 20));
  return Math.round(longest / 2 + (random * longest) / 2);
}
