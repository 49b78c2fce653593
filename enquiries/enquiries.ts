import { systemClock, type Clock } from './clock.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { createDeliveries, type DeliveryEvent, type DeliveryParts } from './delivery.ts';
import { sendDigest, type DigestOutcome } from './digest.ts';
import { createEnquiryIds } from './enquiry-ids.ts';
import { purgeOld, type PurgeOutcome } from './purge.ts';
import { createReceiving, type Receipt, type ReceiveOutcome, type Submission } from './receiving.ts';
import {
  deliveryStates,
  type DeliveryHealth,
  type DeliveryOutcome,
  type DeliveryState,
  type EnquiryFilter,
  type EnquiryPage,
  type EnquirySelector,
  type StoredEnquiry,
} from './store.ts';

/** The core: takes enquiries, and sees to it that each one reaches the mailbox or an operator. */
export interface Enquiries {
  /** Takes a submission as it came. Resolves only once an accepted enquiry is durable; never rejects for bad input. */
  receive(input: unknown, submission?: Submission): Promise<ReceiveOutcome>;
  /** Sends every mail that is due now, one after another. Resolves to how many ended in which state. */
  deliverDue(): Promise<Record<DeliveryOutcome['state'], number>>;
  /** One page, newest first. */
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  count(filter: EnquiryFilter): Promise<number>;
  /** All that pass the filter, newest first, read page by page. */
  each(filter: EnquiryFilter): AsyncIterable<StoredEnquiry>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /**
   * Queues the mail of an enquiry again, delivered or not. One in quarantine is to be released, not retried; one that is being
   * sent, or is in none of the states any more, is left to go its way.
   */
  retry(id: string, states?: readonly DeliveryState[]): Promise<'queued' | 'under way' | 'quarantined' | 'unknown'>;
  /** Queues the mail of an enquiry that was held back as spam. */
  release(id: string): Promise<'released' | 'not quarantined' | 'unknown'>;
  /** Erases enquiries, their deliveries and mails kept on this machine. Resolves to the erased ids. */
  erase(selector: EnquirySelector): Promise<readonly string[]>;
  /** The same for everything received before the given time, in whatever state. */
  purge(receivedBefore: Date): Promise<readonly string[]>;
  /** The same, as the server does it by itself: it may be wrong about the time, and asks nobody. */
  purgeOld(retentionDays: number): Promise<PurgeOutcome>;
  /** Mails what nobody was mailed, unless that was done since `due`. */
  sendDigest(due: Date): Promise<DigestOutcome>;
  health(): Promise<DeliveryHealth>;
  /** Rejects where an enquiry could not be stored. */
  proveWritable(): Promise<void>;
  /** Starts delivering in the background: after each receipt, and when a retry is due. */
  start(): void;
  /** Ends it after the delivery in hand. */
  stop(): Promise<void>;
}

export interface EnquiriesParts extends Omit<DeliveryParts, 'clock' | 'random' | 'report' | 'leaseLength' | 'isAlone'> {
  /** Told of each submission. */
  onReceipt?: (receipt: Receipt) => void;
  /** Told of each delivery attempt. */
  report?: (event: DeliveryEvent) => void;
  /** Told of faults: an enquiry that could not be stored, a delivery round that broke off and will be tried again. */
  onFault?: (fault: unknown, during: 'receiving' | 'delivering') => void;
  clock?: Clock;
  random?: () => number;
  /** Makes ids that sort by the time of receipt. */
  newId?: () => string;
  /**
   * How long a delivery is held for one process, in milliseconds. An attempt takes 120 s at most (see Mailer); the rest is time to
   * record how it ended. A fault that hinders this for longer than 5 s hinders others as well, and they begin to wait anew.
   */
  leaseLength?: number;
  isAlone?: boolean;
}

export function createEnquiries(given: EnquiriesParts): Enquiries {
  const { onFault = () => {}, onReceipt = () => {}, ...rest } = given;
  const parts = {
    clock: systemClock,
    random: Math.random,
    newId: createEnquiryIds(),
    report: () => {},
    leaseLength: 135_000,
    isAlone: false,
    ...rest,
  };
  const { store, keptMails, route, clock, newId } = parts;
  const deliveries = createDeliveries(parts);
  const loop = createDeliveryLoop({
    ...deliveries,
    clock,
    onFault: (fault) => onFault(fault, 'delivering'),
    nextDueAt: () => store.nextDueAt(),
  });

  const isKnown = async (id: string): Promise<boolean> => (await store.find({ id })).length > 0;

  return {
    receive: createReceiving({
      store,
      clock,
      newId,
      from: route.from,
      onReceipt,
      onFault: (fault) => onFault(fault, 'receiving'),
      onDue: loop.kick,
    }),

    async deliverDue() {
      await deliveries.recover();
      const counts = { delivered: 0, due: 0, failed: 0 };
      for (;;) {
        const state = await deliveries.next();
        if (state === null) return counts;
        counts[state] += 1;
      }
    },

    list: (page) => store.list(page),
    find: (selector) => store.find(selector),

    count: (filter) => store.count(filter),
    health: () => store.health(clock.now()),
    proveWritable: () => store.proveWritable(clock.now()),

    async *each(filter) {
      const limit = 200;
      let page: readonly StoredEnquiry[] = [];
      do {
        const before = page.at(-1)?.id;
        page = await store.list({ ...filter, limit, ...(before && { before }) });
        yield* page;
      } while (page.length === limit);
    },

    async retry(id, states = retryable) {
      if (await store.requeue(id, states, clock.now())) {
        loop.kick();
        return 'queued';
      }
      const [found] = await store.find({ id });
      if (found === undefined) return 'unknown';
      return found.delivery.state === 'quarantined' ? 'quarantined' : 'under way';
    },

    async release(id) {
      const released = await store.requeue(id, ['quarantined'], clock.now());
      if (released) loop.kick();
      return released ? 'released' : (await isKnown(id)) ? 'not quarantined' : 'unknown';
    },

    async erase(selector) {
      const ids = await store.erase(selector);
      await keptMails.forget(ids);
      return ids;
    },

    async purge(receivedBefore) {
      const ids = await store.purge(receivedBefore, deliveryStates);
      await keptMails.forget(ids);
      await keptMails.forgetOlderThan(receivedBefore);
      return ids;
    },

    sendDigest: (due) => sendDigest(parts, due, clock.now()),
    purgeOld: (retentionDays) => purgeOld({ store, keptMails }, retentionDays, clock.now()),

    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}

const retryable = deliveryStates.filter((state) => state !== 'quarantined');
