import type { CoreParts } from './dependencies.ts';
import { systemClock } from '../process/clock.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { createDeliveries } from './delivery.ts';
import { createErasing } from './retention.ts';
import { createHandling } from './actions.ts';
import { digestDelivery } from './triage.ts';
import { overdueBefore } from './response-target.ts';
import { createReplying } from './reply.ts';
import { createReceiving } from './receive.ts';
import { createEnquiryIds } from './reference.ts';
import type {
  Channel,
  DeliveryHealth,
  DeliveryOutcome,
  EnquiryFilter,
  EnquiryStore,
  OfficeCounts,
  StoredEnquiry,
} from './store.ts';

export type Enquiries = ReturnType<typeof createEnquiries>;

/** How many attempts ended in which state. */
type Counts = Record<Exclude<DeliveryOutcome['state'], 'unsure'>, number> & { unsure?: number };

const usual = {
  clock: systemClock,
  random: Math.random,
  leaseLength: 135_000,
  isAlone: false,
  onReceipt: () => {},
  report: () => {},
  onFault: () => {},
  onErasing: () => {},
} satisfies Partial<CoreParts>;

export type EnquiriesParts = Omit<CoreParts, keyof typeof usual | 'newId' | 'onDue'> &
  Partial<Pick<CoreParts, keyof typeof usual | 'newId'>>;

/** The core: takes enquiries, and sees to it that each one reaches the mailbox or an operator. */
export function createEnquiries(given: EnquiriesParts) {
  const parts: CoreParts = { ...usual, newId: createEnquiryIds(), ...given, onDue: () => loop.kick() };
  const { store, channels, clock, onFault } = parts;
  const deliveries = createDeliveries(parts);
  const loop = createDeliveryLoop({
    ...deliveries,
    clock,
    nextDueAt: store.nextDueAt,
    onFault: (fault) => onFault(fault, 'delivering'),
  });
  const handling = createHandling(parts);
  const proof = createProof(parts);

  return {
    ...handling,
    ...createErasing({ ...parts, ...handling }),
    ...createReplying(parts),
    ...createLooking(parts),
    receive: createReceiving(parts, proof.assert),
    /** Rejects where an enquiry could not be stored. */
    proveWritable: proof.prove,

    /** Hands over everything that is due now, one after another. Resolves to how many ended in which state. */
    async deliverDue(): Promise<Counts> {
      await deliveries.recover();
      const counts: Counts = { delivered: 0, due: 0, failed: 0 };
      for (;;) {
        const state = await deliveries.next(allChannels);
        if (state === null) return counts;
        counts[state] = (counts[state] ?? 0) + 1;
      }
    },

    /** Queues the digest that was due then; once, however often it is called. */
    async queueDigest(due: Date): Promise<void> {
      await store.queueDigest(digestDelivery(due, channels.mailDomain), clock.now());
      loop.kick();
    },

    /** Lets go what is held since a backup was restored. */
    releaseHold: store.releaseHold,
    /** Starts delivering in the background: after each receipt, and when a retry is due. */
    start: loop.start,
    /** Ends it after the delivery in hand. */
    stop: loop.stop,
  };
}

/** What can be asked of the core, which changes nothing. */
function createLooking({ store, promise, clock }: CoreParts) {
  const { list, count, find, deliveries, activity, reminders, lastWebhookCall, hold, countDue } = store;
  return {
    list,
    count,
    find,
    deliveries,
    activity,
    reminders,
    lastWebhookCall,
    hold,
    countDue,
    /** All that pass the filter, newest first, read page by page. */
    each: (filter: EnquiryFilter): AsyncIterable<StoredEnquiry> => each(filter, store),
    /** How many there are of each kind, for people who handle them; with a person's own where one is named. */
    officeCounts(person?: string): Promise<OfficeCounts> {
      const now = clock.now();
      return store.officeCounts(overdueBefore(now, promise), person === undefined ? undefined : { person, now });
    },
    health: (): Promise<DeliveryHealth> => store.health(clock.now()),
  };
}

/** Proves that an enquiry can be stored. While the last proof has failed each enquiry needs another before it is taken. */
function createProof({ store, clock }: Pick<CoreParts, 'store' | 'clock'>) {
  let hasFailed = false;
  let proving: Promise<void> | undefined;

  async function tryNow(): Promise<void> {
    try {
      await store.proveWritable(clock.now());
      hasFailed = false;
    } catch (fault) {
      hasFailed = true;
      throw fault;
    } finally {
      proving = undefined;
    }
  }
  const prove = (): Promise<void> => (proving ??= tryNow());
  return { prove, assert: async (): Promise<void> => (hasFailed ? prove() : undefined) };
}

async function* each(filter: EnquiryFilter, store: EnquiryStore): AsyncGenerator<StoredEnquiry> {
  const limit = 200;
  let page: readonly StoredEnquiry[] = [];
  do {
    const before = page.at(-1)?.id;
    page = await store.list({ ...filter, limit, ...(before && { before }) });
    yield* page;
  } while (page.length === limit);
}

const allChannels: readonly Channel[] = ['mail', 'reply', 'handover', 'acknowledgement', 'webhook', 'digest'];
