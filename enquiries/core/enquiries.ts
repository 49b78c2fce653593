import type { Channels, KeptMails } from './channels.ts';
import { systemClock, type Clock } from './clock.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { createDeliveries, type DeliveryEvent } from './delivery.ts';
import type { FaultWords } from './enquiry.ts';
import { createErasing } from './erasing.ts';
import { createHandling } from './handling.ts';
import { digestDelivery } from './plan.ts';
import { overdueBefore, type ReplyPromise } from './promise.ts';
import { createReplying } from './replying.ts';
import { createReceiving, type Receipt, type ReceiveOutcome, type Submission } from './receiving.ts';
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

/** The core: takes enquiries, and sees to it that each one reaches the mailbox or an operator. */
export interface Enquiries
  extends
    ReturnType<typeof createHandling>,
    ReturnType<typeof createErasing>,
    ReturnType<typeof createReplying>,
    Pick<EnquiryStore, 'list' | 'count' | 'find' | 'deliveries' | 'activity' | 'reminders'> {
  /** Takes a submission as it came. Resolves only once an accepted enquiry is durable; never rejects for bad input. */
  receive(input: unknown, submission?: Submission): Promise<ReceiveOutcome>;
  /** Hands over everything that is due now, one after another. Resolves to how many ended in which state. */
  deliverDue(): Promise<Counts>;
  /** All that pass the filter, newest first, read page by page. */
  each(filter: EnquiryFilter): AsyncIterable<StoredEnquiry>;
  /** How many there are of each kind, for people who handle them; with a person's own where one is named. */
  officeCounts(person?: string): Promise<OfficeCounts>;
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

type Counts = Record<Exclude<DeliveryOutcome['state'], 'unsure'>, number> & { unsure?: number };

/** `isWebhookOff`: it failed for a day, and is not called any more. */
export type Health = DeliveryHealth & { isWebhookOff: boolean };

export interface EnquiriesParts {
  store: EnquiryStore;
  channels: Channels;
  keptMails: KeptMails;
  promise: ReplyPromise;
  /** What to say of each fault of a submission. */
  faultWords: () => FaultWords;
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

export function createEnquiries({ onFault = () => {}, ...given }: EnquiriesParts): Enquiries {
  const parts = {
    clock: systemClock,
    random: Math.random,
    newId: createEnquiryIds(),
    onReceipt: () => {},
    report: () => {},
    leaseLength: 135_000,
    isAlone: false,
    ...given,
  };
  const { store, channels, promise, clock } = parts;
  const deliveries = createDeliveries(parts);
  const loop = createDeliveryLoop({
    ...deliveries,
    clock,
    nextDueAt: store.nextDueAt,
    onFault: (fault) => onFault(fault, 'delivering'),
  });
  const handling = createHandling({ ...parts, onDue: loop.kick });

  return {
    ...handling,
    ...createErasing({ ...parts, ...handling }),
    ...createReplying({ ...parts, onDue: loop.kick }),
    list: store.list,
    count: store.count,
    find: store.find,
    deliveries: store.deliveries,
    activity: store.activity,
    reminders: store.reminders,
    each: (filter) => each(filter, store),
    receive: createReceiving({ ...parts, onFault: (fault) => onFault(fault, 'receiving'), onDue: loop.kick }),

    async deliverDue() {
      await deliveries.recover();
      const counts: Counts = { delivered: 0, due: 0, failed: 0 };
      for (;;) {
        const state = await deliveries.next(allChannels);
        if (state === null) return counts;
        counts[state] = (counts[state] ?? 0) + 1;
      }
    },

    officeCounts: (person) => officeCounts(store, promise, clock.now(), person),
    health: async () => ({
      ...(await store.health(clock.now())),
      isWebhookOff: await channels.isWebhookOff(),
    }),
    proveWritable: () => store.proveWritable(clock.now()),

    async queueDigest(due) {
      await store.queueDigest(digestDelivery(due, channels.mailDomain), clock.now());
      loop.kick();
    },

    start: loop.start,
    stop: loop.stop,
  };
}

function officeCounts(store: EnquiryStore, promise: ReplyPromise, now: Date, person?: string): Promise<OfficeCounts> {
  return store.officeCounts(overdueBefore(now, promise), person === undefined ? undefined : { person, now });
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
