import { systemClock, type Clock } from './clock.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { createChannels, type ChannelParts } from '../channels/channels.ts';
import { createDeliveries, type DeliveryEvent, type DeliveryParts } from './delivery.ts';
import { deliveryId } from './delivery-ids.ts';
import { digestIdFor } from './digest.ts';
import { createEnquiryIds } from './enquiry-ids.ts';
import { createHandling, theCommand, type Acts } from './handling.ts';
import { overdueBefore } from './promise.ts';
import { purgeOld, type PurgeOutcome } from './purge.ts';
import {
  createReceiving,
  type Receipt,
  type ReceiveOutcome,
  type ReceivingParts,
  type Submission,
} from './receiving.ts';
import {
  deliveryStates,
  type Activity,
  type Channel,
  type DeliveryHealth,
  type DeliveryOutcome,
  type DueDelivery,
  type EnquiryFilter,
  type EnquiryPage,
  type EnquiryStore,
  type EnquirySelector,
  type OfficeCounts,
  type StoredEnquiry,
} from './store.ts';

/** The core: takes enquiries, and sees to it that each one reaches the mailbox or an operator. */
export interface Enquiries extends Acts {
  /** Takes a submission as it came. Resolves only once an accepted enquiry is durable; never rejects for bad input. */
  receive(input: unknown, submission?: Submission): Promise<ReceiveOutcome>;
  /** Hands over everything that is due now, one after another. Resolves to how many ended in which state. */
  deliverDue(): Promise<Record<DeliveryOutcome['state'], number>>;
  /** One page, newest first, or oldest first from `after` on. */
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  count(filter: EnquiryFilter): Promise<number>;
  /** All that pass the filter, newest first, read page by page. */
  each(filter: EnquiryFilter): AsyncIterable<StoredEnquiry>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /** How many there are of each kind, for people who handle them. */
  officeCounts(): Promise<OfficeCounts>;
  /** What became of all that is to be handed over about an enquiry. */
  deliveries(id: string): Promise<readonly Omit<DueDelivery, 'enquiry'>[]>;
  /** What people did to an enquiry, or the latest acts of all: see EnquiryStore. */
  activity(about: Parameters<EnquiryStore['activity']>[0]): Promise<readonly Activity[]>;
  /** Erases enquiries with all that is kept of them, mails on this machine too. Resolves to the erased ids. */
  erase(selector: EnquirySelector, by?: string): Promise<readonly string[]>;
  /** The same for everything received before the given time, in whatever state. */
  purge(receivedBefore: Date): Promise<readonly string[]>;
  /** The same, as the server does it by itself: it may be wrong about the time, and asks nobody. */
  purgeOld(retentionDays: number): Promise<PurgeOutcome>;
  /** Queues the digest that was due then; once, however often it is called. */
  queueDigest(due: Date): Promise<void>;
  health(): Promise<Health>;
  /** Rejects where an enquiry could not be stored. */
  proveWritable(): Promise<void>;
  /** Starts delivering in the background: after each receipt, and when a retry is due. */
  start(): void;
  /** Ends it after the delivery in hand. */
  stop(): Promise<void>;
}

/** `isWebhookOff`: it failed for a day, and is not called any more. */
export type Health = DeliveryHealth & { isWebhookOff: boolean };

export interface EnquiriesParts
  extends Omit<ChannelParts, 'clock' | 'random'>, Pick<DeliveryParts, 'keptMails'>, Pick<ReceivingParts, 'faultWords'> {
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
  const { store, keptMails, route, promise, clock, newId } = parts;
  const wanted = { webhook: parts.webhook !== undefined, acknowledgement: parts.acknowledgement !== undefined };
  const deliveries = createDeliveries({ ...parts, send: createChannels(parts), tellsWebhook: wanted.webhook });
  const loop = createDeliveryLoop({
    ...deliveries,
    clock,
    onFault: (fault) => onFault(fault, 'delivering'),
    nextDueAt: (channels) => store.nextDueAt(channels),
  });

  const handling = createHandling({ ...parts, tellsWebhook: wanted.webhook, onDue: () => loop.kick() });

  return {
    ...handling,

    receive: createReceiving({
      faultWords: parts.faultWords,
      store,
      clock,
      newId,
      from: route.from,
      wanted,
      onReceipt,
      onFault: (fault) => onFault(fault, 'receiving'),
      onDue: loop.kick,
    }),

    async deliverDue() {
      await deliveries.recover();
      const counts = { delivered: 0, due: 0, failed: 0 };
      for (;;) {
        const state = await deliveries.next(allChannels);
        if (state === null) return counts;
        counts[state] += 1;
      }
    },

    list: (page) => store.list(page),
    find: (selector) => store.find(selector),

    count: (filter) => store.count(filter),
    officeCounts: () => store.officeCounts(overdueBefore(clock.now(), promise)),
    deliveries: (id) => store.deliveries(id),
    activity: (about) => store.activity(about),
    async health() {
      const { state } = (await parts.webhook?.status()) ?? {};
      return { ...(await store.health(clock.now())), isWebhookOff: state === 'switched off' };
    },
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

    async erase(selector, by = theCommand) {
      const ids = await store.erase(selector);
      if (ids.length > 0) await handling.keep('erase', by, `${ids.length}`);
      await keptMails.forget(ids);
      return ids;
    },

    async purge(receivedBefore) {
      const ids = await store.purge(receivedBefore, deliveryStates);
      await keptMails.forget(ids);
      await keptMails.forgetOlderThan(receivedBefore);
      return ids;
    },

    async queueDigest(due) {
      const { name, messageId } = digestIdFor(due, route);
      const id = deliveryId('digest', name);
      await store.queue({ id, channel: 'digest', event: '', enquiryId: null, messageId }, clock.now());
      loop.kick();
    },
    purgeOld: (retentionDays) => purgeOld({ store, keptMails }, retentionDays, clock.now()),

    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}

const allChannels: readonly Channel[] = ['mail', 'acknowledgement', 'webhook', 'digest'];
