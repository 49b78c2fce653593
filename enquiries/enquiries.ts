import { randomUUIDv7 } from 'node:crypto';
import { createDeliveryLoop } from './delivery-loop.ts';
import { deliverDue, deliverNext, type DeliveryCounts, type DeliveryEvent, type DeliveryParts } from './delivery.ts';
import { parseEnquiry } from './enquiry.ts';
import { inGroups } from './group-commit.ts';
import { messageIdFor } from './mail.ts';
import { duplicateWindow, spamReason, submissionHash, textHash } from './spam.ts';
import {
  deliveryStates,
  type DeliveryHealth,
  type EnquiryFilter,
  type EnquiryPage,
  type EnquirySelector,
  type ReceivedEnquiry,
  type StoredEnquiry,
} from './store.ts';

/**
 * `accepted`: the enquiry is on the disk, and its mail is due. `refused`: the visitor can mend the named fields.
 * `unavailable`: nothing was stored; the reason is for the operator.
 */
export type ReceiveOutcome =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; faults: Readonly<Record<string, string>> }
  | { outcome: 'unavailable'; reason: string };

/**
 * What became of a submission, for metrics. Its sender is told of `accepted`, `repeated` and `quarantined` alike: who sends
 * spam must not learn what gives it away.
 */
export type Receipt = 'accepted' | 'repeated' | 'quarantined' | 'refused' | 'unavailable';

export const receipts: readonly Receipt[] = ['accepted', 'repeated', 'quarantined', 'refused', 'unavailable'];

/** The core: takes enquiries, and sees to it that each one reaches the mailbox or an operator. */
export interface Enquiries {
  /**
   * Takes a submission as it came. Resolves only once an accepted enquiry is durable; never rejects for bad input.
   * @param submission.key marks a submission, so that sending it again is answered with the first one's id
   */
  receive(input: unknown, submission?: { key?: string | undefined }): Promise<ReceiveOutcome>;
  /** Sends every mail that is due now, one after another. */
  deliverDue(): Promise<DeliveryCounts>;
  /** One page, newest first. */
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  count(filter: EnquiryFilter): Promise<number>;
  /** All that pass the filter, newest first, read page by page. */
  each(filter: EnquiryFilter): AsyncIterable<StoredEnquiry>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /** Queues the mail of an enquiry again, delivered or not. One in quarantine is to be released, not retried. */
  retry(id: string): Promise<'queued' | 'quarantined' | 'unknown'>;
  /** Queues the mail of an enquiry that was held back as spam. */
  release(id: string): Promise<'released' | 'not quarantined' | 'unknown'>;
  /** Erases enquiries, their deliveries and mails kept on this machine. Resolves to the erased ids. */
  erase(selector: EnquirySelector): Promise<readonly string[]>;
  /** The same for everything received before the given time. */
  purge(receivedBefore: Date): Promise<readonly string[]>;
  health(): Promise<DeliveryHealth>;
  /** Rejects where an enquiry could not be stored. */
  proveWritable(): Promise<void>;
  /** Starts delivering in the background: after each receipt, and when a retry is due. */
  start(): void;
  /** Ends it after the delivery in hand. */
  stop(): Promise<void>;
}

export interface EnquiriesParts extends Omit<DeliveryParts, 'now' | 'random' | 'report' | 'leaseLength'> {
  /** Told of each submission. */
  onReceipt?: (receipt: Receipt) => void;
  /** Told of each delivery attempt. */
  report?: (event: DeliveryEvent) => void;
  /** Told of faults: an enquiry that could not be stored, a delivery round that broke off and will be tried again. */
  onFault?: (fault: unknown, during: 'receiving' | 'delivering') => void;
  now?: () => Date;
  random?: () => number;
  /** How long a delivery is held for one process, in milliseconds: longer than any attempt may take (see Mailer). */
  leaseLength?: number;
}

export function createEnquiries(given: EnquiriesParts): Enquiries {
  const { onFault = () => {}, onReceipt = () => {}, ...rest } = given;
  const parts = { now: () => new Date(), random: Math.random, report: () => {}, leaseLength: 50_000, ...rest };
  const { store, keptMails, route, now } = parts;
  const nextId = createEnquiryIds();
  const add = inGroups((received: readonly ReceivedEnquiry[]) =>
    store.add(received, new Date(now().getTime() - duplicateWindow)),
  );
  const loop = createDeliveryLoop({
    now,
    onFault: (fault) => onFault(fault, 'delivering'),
    next: () => deliverNext(parts),
    nextDueAt: () => store.nextDueAt(),
  });

  const isKnown = async (id: string): Promise<boolean> => (await store.find({ id })).length > 0;

  return {
    async receive(input, { key } = {}) {
      const parsed = parseEnquiry(input);
      if (!parsed.ok) {
        onReceipt('refused');
        return { outcome: 'refused', faults: parsed.faults };
      }
      const { enquiry, trap } = parsed;
      const id = nextId();
      const receivedAt = now();
      try {
        const added = await add({
          id,
          receivedAt,
          ...enquiry,
          messageId: messageIdFor(id, route.from),
          submissionHash: submissionHash(key, enquiry),
          textHash: textHash(enquiry),
          spamReason: spamReason({ trap, key }, receivedAt),
        });
        if (added.isNew && added.state === 'due') loop.kick();
        onReceipt(added.isNew ? (added.state === 'quarantined' ? 'quarantined' : 'accepted') : 'repeated');
        return { outcome: 'accepted', id: added.id };
      } catch (fault) {
        onFault(fault, 'receiving');
        onReceipt('unavailable');
        return { outcome: 'unavailable', reason: fault instanceof Error ? fault.message : String(fault) };
      }
    },

    deliverDue: () => deliverDue(parts),
    list: (page) => store.list(page),
    find: (selector) => store.find(selector),

    count: (filter) => store.count(filter),
    health: () => store.health(),
    proveWritable: () => store.proveWritable(now()),

    async *each(filter) {
      const limit = 200;
      let page: readonly StoredEnquiry[] = [];
      do {
        const before = page.at(-1)?.id;
        page = await store.list({ ...filter, limit, ...(before && { before }) });
        yield* page;
      } while (page.length === limit);
    },

    async retry(id) {
      const queued = await store.requeue(id, retryable, now());
      if (queued) loop.kick();
      return queued ? 'queued' : (await isKnown(id)) ? 'quarantined' : 'unknown';
    },

    async release(id) {
      const released = await store.requeue(id, ['quarantined'], now());
      if (released) loop.kick();
      return released ? 'released' : (await isKnown(id)) ? 'not quarantined' : 'unknown';
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

const retryable = deliveryStates.filter((state) => state !== 'quarantined');

/**
 * Makes the ids of enquiries: UUIDs of version 7, which sort by time. Node leaves the order within one millisecond to
 * chance; here it is the order of the calls: the last id counts on (RFC 9562, section 6.2).
 */
export function createEnquiryIds(random: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    const id = random();
    return (last = id <= last && millisecond(id) === millisecond(last) ? successor(last) : id);
  };
}

/** The part of the id that is the time. */
function millisecond(id: string): string {
  return id.slice(0, 13);
}

/** The last 12 digits count; that they end within a millisecond takes a chance of one in millions of millions. */
function successor(id: string): string {
  const next = (Number.parseInt(id.slice(24), 16) + 1) % 2 ** 48;
  return id.slice(0, 24) + next.toString(16).padStart(12, '0');
}
