import { giveUpAfter, waitAfter } from './delivery-schedule.ts';
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
  /** Told of each attempt; for logs and metrics. */
  report: (event: DeliveryEvent) => void;
}

export type DeliveryEvent = { enquiryId: string; attempt: number } & DeliveryOutcome;

/** How many deliveries of one round ended in which state. */
export type DeliveryCounts = Record<DeliveryOutcome['state'], number>;

// A slow mail server holds up four mails, not all of them.
const lanes = 4;

// Longer than any attempt may take (see Mailer). After a crash, what was in hand waits this long.
const leaseLength = 60_000;

/** Sends what is due until nothing is, or until `stopping` is aborted; what is in hand then is finished. */
export async function deliverDue(parts: DeliveryParts, stopping?: AbortSignal): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, due: 0, failed: 0 };
  const drain = async (): Promise<void> => {
    for (;;) {
      if (stopping?.aborted) return;
      const now = parts.now();
      const claimed = await parts.store.claimDue(now, new Date(now.getTime() + leaseLength));
      if (claimed === null) return;
      counts[await deliver(parts, claimed)] += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, drain));
  return counts;
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
