import { composeMail, type MailRoute } from './mail.ts';
import type { KeptMails, Mailer, SendOutcome } from './mailer.ts';
import type { DeliveryOutcome, EnquiryStore, StoredEnquiry } from './store.ts';

export interface DeliveryParts {
  store: EnquiryStore;
  mailer: Mailer;
  keptMails: KeptMails;
  route: MailRoute;
  now: () => Date;
  random: () => number;
  /** In milliseconds. After a crash, what was in hand waits this long for another process. */
  leaseLength: number;
  /** Told of each attempt; for logs and metrics. */
  report: (event: DeliveryEvent) => void;
}

export type DeliveryEvent = { enquiryId: string; attempt: number } & DeliveryOutcome;

/** How many deliveries of one round ended in which state. */
export type DeliveryCounts = Record<DeliveryOutcome['state'], number>;

/** Sends everything that is due, one mail after another. */
export async function deliverDue(parts: DeliveryParts): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, due: 0, failed: 0 };
  for (;;) {
    const state = await deliverNext(parts);
    if (state === null) return counts;
    counts[state] += 1;
  }
}

/** Sends what is due longest. Resolves to how that ended, or to null when nothing is due. */
export async function deliverNext(parts: DeliveryParts): Promise<DeliveryOutcome['state'] | null> {
  const now = parts.now();
  const claimed = await parts.store.claimDue(now, new Date(now.getTime() + parts.leaseLength));
  return claimed === null ? null : deliver(parts, claimed);
}

async function deliver(parts: DeliveryParts, enquiry: StoredEnquiry): Promise<DeliveryOutcome['state']> {
  const outcome = judge(parts, enquiry, await attempt(parts, enquiry));
  const recorded = await parts.store.record(enquiry, outcome);
  // Erased while its mail was under way: a mail that was kept on this machine has to follow it.
  if (!recorded && (await parts.store.find({ id: enquiry.id })).length === 0)
    await parts.keptMails.forget([enquiry.id]);
  parts.report({ enquiryId: enquiry.id, attempt: enquiry.delivery.attempts, ...outcome });
  return outcome.state;
}

async function attempt({ mailer, route }: DeliveryParts, enquiry: StoredEnquiry): Promise<SendOutcome> {
  try {
    return await mailer.send(composeMail(enquiry, enquiry.delivery.messageId, route));
  } catch (fault) {
    // One enquiry that cannot be written down as a mail must not hold up the others.
    return { delivered: false, permanent: true, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

function judge({ now, random }: DeliveryParts, { delivery }: StoredEnquiry, sent: SendOutcome): DeliveryOutcome {
  const at = now();
  if (sent.delivered) return { state: 'delivered', at };
  if (sent.permanent) return { state: 'failed', reason: sent.reason };
  if (at.getTime() - delivery.queuedAt.getTime() >= giveUpAfter) {
    return { state: 'failed', reason: `Given up after 5 days. ${sent.reason}` };
  }
  return { state: 'due', dueAt: new Date(at.getTime() + waitAfter(delivery.attempts, random())), reason: sent.reason };
}

const second = 1000;
const hour = 3600 * second;

/** How long the mail of an enquiry is retried before it counts as failed, in milliseconds: 5 days. */
export const giveUpAfter = 5 * 24 * hour;

/**
 * How long to wait after a failed attempt, in milliseconds: 5 s doubled with each attempt, an hour at most. The second
 * half of the time is left to chance, so that what failed together does not come back together.
 * @param attempt the number of the attempt that failed, from 1
 * @param random a number from 0 to below 1
 */
export function waitAfter(attempt: number, random: number): number {
  const longest = Math.min(hour, 5 * second * 2 ** Math.min(attempt - 1, 20));
  return Math.round(longest / 2 + (random * longest) / 2);
}
