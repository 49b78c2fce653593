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

/** Creates the core: receiving, listing, acting on and erasing enquiries. */
export function createEnquiries(given: EnquiriesParts) {
  const parts: Dependencies = { ...usual, newId: createEnquiryIds(), ...given };
  const proof = createWriteProbe(parts);
  return {
    ...bindAll(parts, functions),
    receive: createReceiving(parts, proof.assert),
    /** Resolves if an enquiry could be stored, else rejects. */
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

  /** Resolves to all deliveries about an enquiry, in the order of queueing. */
  deliveries: (parts: Dependencies, enquiryId: string): Promise<readonly Delivery[]> =>
    listDeliveries(parts, [enquiryId]),

  /** Recomputes the due dates of open enquiries after a change of office hours or response target. */
  recomputeDueDates: ({ database, target }: Dependencies): Promise<void> =>
    recomputeDueDates(database, (waitingSince) => computeDueTime(waitingSince, target).by),

  /**
   * Queues the digest due at this time. Idempotent. Deletes unsent digests, since the new one covers them, and digests
   * dated in the future by a wrong clock, which would block those of their days.
   */
  async queueDigest({ database, clock, kick }: Dependencies, due: Date): Promise<void> {
    const now = clock.now();
    const digests = database.deleteFrom('deliveries').where('kind', '=', 'digest').where('leased', '=', 0);
    await digests.where((is) => is.or([is('queued_at', '>', getLatestTime(now)), is('state', '=', 'due')])).execute();
    await queueDeliveries(database, [{ ...createDigestDelivery(due), at: now }]);
    kick();
  },

  /** Resolves to the hold that stops sending after a restore of a backup; null if there is none. */
  hold: ({ database }: Dependencies): Promise<Hold | null> => getHold(database),

  /** Ends the hold, so that sending continues. */
  async releaseHold({ database }: Dependencies): Promise<void> {
    await database.deleteFrom('meta').where('key', '=', 'hold').execute();
  },
};
