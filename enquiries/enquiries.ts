import { bindAll } from '../database/database.ts';
import { getHold, type Hold } from '../database/meta.ts';
import { listDeliveries, queueDeliveries } from '../outbox/deliveries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { getLatestTime, systemClock } from '../process/clock.ts';
import { applyAction, listUnseenEvents, recordGeneralEvent, sendReply } from './act.ts';
import type { Dependencies } from './dependencies.ts';
import { countDue, countForOffice, createWriteProbe, findLastWebhookCall, readHealth } from './health.ts';
import { createDigestDelivery } from './new-deliveries.ts';
import { countEnquiries, streamEnquiries, findEnquiries, listEnquiries, listEvents, listReminders } from './queries.ts';
import { createReceiving } from './receive.ts';
import { createEnquiryIds } from './reference.ts';
import { recomputeDueDates } from './repository.ts';
import { computeDueTime } from './response-target.ts';
import { countPurgeable, eraseEnquiries, purge, purgeOld } from './retention.ts';

export type Enquiries = ReturnType<typeof createEnquiries>;

const usual = {
  clock: systemClock,
  kick: () => {},
  onSubmission: () => {},
  onFault: () => {},
  onErasing: () => {},
} satisfies Partial<Dependencies>;

type Optional = keyof typeof usual | 'newId';

export type EnquiriesParts = Omit<Dependencies, Optional> & Partial<Pick<Dependencies, Optional>>;

/** All that is done with enquiries: each one is taken, and stays until it was answered, or ended, and then erased. */
export function createEnquiries(given: EnquiriesParts) {
  const parts: Dependencies = { ...usual, newId: createEnquiryIds(), ...given };
  const proof = createWriteProbe(parts);
  return {
    ...bindAll(parts, functions),
    receive: createReceiving(parts, proof.assert),
    /** Rejects where an enquiry could not be stored. */
    proveWritable: proof.prove,
  };
}

const functions = {
  act: applyAction,
  reply: sendReply,
  recordEvent: recordGeneralEvent,
  erase: eraseEnquiries,
  purge,
  purgeOld,
  countPurgeable,
  list: listEnquiries,
  count: countEnquiries,
  find: findEnquiries,
  each: streamEnquiries,
  events: listEvents,
  unseenEvents: listUnseenEvents,
  reminders: listReminders,
  lastWebhookCall: findLastWebhookCall,
  countDue,
  officeCounts: countForOffice,
  health: readHealth,

  /** All deliveries about an enquiry, as they were queued. */
  deliveries: (parts: Dependencies, enquiryId: string): Promise<readonly Delivery[]> =>
    listDeliveries(parts, [enquiryId]),

  /** Computes anew by when all that is open is due, once office hours or the promise have changed. */
  recomputeDueDates: ({ database, target }: Dependencies): Promise<void> =>
    recomputeDueDates(database, (waitingSince) => computeDueTime(waitingSince, target).by),

  /**
   * Queues the digest that was due then; once, however often it is called. Those that could not be mailed so far make way, since it tells
   * of everything; so do those of a clock that ran ahead, since the right ones of their days come yet.
   */
  async queueDigest({ database, clock, kick }: Dependencies, due: Date): Promise<void> {
    const now = clock.now();
    const digests = database.deleteFrom('deliveries').where('kind', '=', 'digest').where('leased', '=', 0);
    await digests.where((is) => is.or([is('queued_at', '>', getLatestTime(now)), is('state', '=', 'due')])).execute();
    await queueDeliveries(database, [{ ...createDigestDelivery(due), at: now }]);
    kick();
  },

  /** Since when nothing is sent, because a backup was restored. Null where nothing is held. */
  hold: ({ database }: Dependencies): Promise<Hold | null> => getHold(database),

  /** Lets go what is held. */
  async releaseHold({ database }: Dependencies): Promise<void> {
    await database.deleteFrom('meta').where('key', '=', 'hold').execute();
  },
};
