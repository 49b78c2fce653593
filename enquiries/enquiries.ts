import { createDeliveryLoop } from './delivery-loop.ts';
import { deliverDue, type DeliveryCounts, type DeliveryEvent, type DeliveryParts } from './delivery.ts';
import { createEnquiryIds } from './enquiry-id.ts';
import { parseEnquiry } from './enquiry.ts';
import { messageIdFor } from './mail.ts';
import type { EnquiryPage, EnquirySelector, StoredEnquiry } from './store.ts';

/**
 * `accepted`: the enquiry is on the disk, and its mail is due. `refused`: the visitor can mend the named fields.
 * `unavailable`: nothing was stored; the reason is for the operator.
 */
export type ReceiveOutcome =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; faults: Readonly<Record<string, string>> }
  | { outcome: 'unavailable'; reason: string };

/** The core: takes enquiries, and sees to it that each one reaches the mailbox or an operator. */
export interface Enquiries {
  /** Takes a submission as it came. Resolves only once an accepted enquiry is durable; never rejects for bad input. */
  receive(input: unknown): Promise<ReceiveOutcome>;
  /** Sends every mail that is due now. */
  deliverDue(): Promise<DeliveryCounts>;
  /** One page, newest first. */
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  /** All enquiries of a state (or all), newest first, page by page. */
  each(filter: Pick<EnquiryPage, 'state'>): AsyncIterable<StoredEnquiry>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /** Queues the mail of an enquiry again, whatever its state. False when there is no such enquiry. */
  retry(id: string): Promise<boolean>;
  /** Erases enquiries, their deliveries and mails kept on this machine. Resolves to the erased ids. */
  erase(selector: EnquirySelector): Promise<readonly string[]>;
  /** The same for everything received before the given time. */
  purge(receivedBefore: Date): Promise<readonly string[]>;
  /** Starts delivering in the background: after each receipt, and when a retry is due. */
  start(): void;
  /** Ends it after the delivery in hand. */
  stop(): Promise<void>;
}

export interface EnquiriesParts extends Omit<DeliveryParts, 'now' | 'random' | 'report'> {
  /** Told of each delivery attempt. */
  report?: (event: DeliveryEvent) => void;
  /** Told of faults: an enquiry that could not be stored, a delivery round that broke off and will be tried again. */
  onFault?: (fault: unknown, during: 'receiving' | 'delivering') => void;
  now?: () => Date;
  random?: () => number;
}

export function createEnquiries(given: EnquiriesParts): Enquiries {
  const { onFault = () => {}, ...rest } = given;
  const parts = { now: () => new Date(), random: Math.random, report: () => {}, ...rest };
  const { store, keptMails, route, now } = parts;
  const nextId = createEnquiryIds();
  const loop = createDeliveryLoop({
    now,
    onFault: (fault) => onFault(fault, 'delivering'),
    async round(stopping) {
      await deliverDue(parts, stopping);
      return store.nextDueAt();
    },
  });

  return {
    async receive(input) {
      const parsed = parseEnquiry(input);
      if (!parsed.ok) return { outcome: 'refused', faults: parsed.faults };
      const id = nextId();
      try {
        await store.add({ id, receivedAt: now(), ...parsed.enquiry }, messageIdFor(id, route.from));
      } catch (fault) {
        onFault(fault, 'receiving');
        return { outcome: 'unavailable', reason: fault instanceof Error ? fault.message : String(fault) };
      }
      loop.kick();
      return { outcome: 'accepted', id };
    },

    deliverDue: () => deliverDue(parts),
    list: (page) => store.list(page),
    find: (selector) => store.find(selector),

    async *each({ state }) {
      const limit = 200;
      let page: readonly StoredEnquiry[] = [];
      do {
        const before = page.at(-1)?.id;
        page = await store.list({ limit, ...(state && { state }), ...(before && { before }) });
        yield* page;
      } while (page.length === limit);
    },

    async retry(id) {
      const queued = await store.requeue(id, now());
      if (queued) loop.kick();
      return queued;
    },

    async erase(selector) {
      const ids = await store.erase(selector);
      await keptMails.forget(ids);
      return ids;
    },

    async purge(receivedBefore) {
      const ids = await store.purge(receivedBefore);
      await keptMails.forget(ids);
      await keptMails.forgetOlderThan(receivedBefore);
      return ids;
    },

    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}
