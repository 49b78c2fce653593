import { bindFirstParameter } from '../database/database.ts';
import { findMailHold, type MailHold } from '../database/meta.ts';
import { runMailParser } from '../mailbox/run-mail-parser.ts';
import { listDeliveries, queueDeliveries } from '../outbox/delivery-queries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { getLatestPlausibleTime, systemClock } from '../process/clock.ts';
import { createAlertUpdater, readOpenAlerts } from './alerts.ts';
import { applyAction, listUnseenEvents, recordGeneralEvent, sendReply } from './actions.ts';
import { listFiles, readFiles } from './files.ts';
import { mergeEnquiries } from './conversation/merge-enquiries.ts';
import { addEnquiry } from './conversation/add-enquiry.ts';
import { dismissOtherMail, findOtherMail, listOtherMail, putMailIntoEnquiry } from './conversation/other-mail.ts';
import { proposeEnquiry } from './conversation/propose-enquiry.ts';
import { createMailboxLease, createNewMailReader } from './conversation/read-mailbox.ts';
import { loadOwnMailIdentity, receiveMail } from './conversation/receive-mail.ts';
import type { Dependencies } from './dependencies.ts';
import {
  countDueDeliveriesByKind,
  readInboxCounts,
  createWriteProbe,
  findLastWebhookCall,
  readMailAndBackupHealth,
} from './health.ts';
import type { StoredEnquiry } from './model.ts';
import { createDigestDelivery } from './new-deliveries.ts';
import { countEnquiries, streamEnquiries, findEnquiries, listEnquiries, listEvents, listReminders } from './queries.ts';
import { createSubmissionHandler } from './submission-handler.ts';
import { createEnquiryIdGenerator } from './reference.ts';
import { proposeRecipients } from './recipients.ts';
import { markAsRead, recomputeDueDates } from './repository.ts';
import { computeDueTime } from './response-target.ts';
import { countErasure, erase } from './erasure.ts';
import { listUnsentFiles, storeUnsentFiles } from './unsent-files.ts';
import { countExpiredEnquiries, purgeEnquiries, purgeExpiredEnquiries } from './retention.ts';

export type EnquiryService = ReturnType<typeof createEnquiryService>;

const defaults = {
  clock: systemClock,
  onDeliveryDue: () => {},
  onSubmission: () => {},
  onStoreError: () => {},
  recordErasedIds: () => {},
  parseMail: (raw, timeZone) => runMailParser(raw, timeZone),
  getMailAddresses: () => ({ sender: '', office: [] }),
} satisfies Partial<Dependencies>;

type Optional = keyof typeof defaults | 'newId';

export type EnquiryServiceOptions = Omit<Dependencies, Optional> & Partial<Pick<Dependencies, Optional>>;

/** Creates the enquiry service: receiving, listing, acting on and erasing enquiries. */
export function createEnquiryService(options: EnquiryServiceOptions) {
  const dependencies: Dependencies = { ...defaults, newId: createEnquiryIdGenerator(), ...options };
  return {
    ...bindFirstParameter(dependencies, methods),
    receive: createSubmissionHandler(dependencies),
    /** Resolves if an enquiry could be stored, else rejects. Writes to the database. */
    verifyWritable: createWriteProbe(dependencies),
    updateAlerts: createAlertUpdater(dependencies),
    createNewMailReader: createNewMailReader.bind(null, dependencies),
    isMailboxReader: createMailboxLease(dependencies),
  };
}

const methods = {
  applyAction,
  sendReply,
  receiveMail,
  mergeEnquiries,
  listOtherMail,
  findOtherMail,
  proposeEnquiry,
  addEnquiry,
  putMailIntoEnquiry,
  dismissOtherMail,
  listFiles,
  readFiles,
  listUnsentFiles,
  storeUnsentFiles,
  recordEvent: recordGeneralEvent,
  erase,
  countErasure,
  purge: purgeEnquiries,
  purgeExpired: purgeExpiredEnquiries,
  countExpired: countExpiredEnquiries,
  list: listEnquiries,
  count: countEnquiries,
  find: findEnquiries,
  stream: streamEnquiries,
  markAsRead,
  listEvents,
  listUnseenEvents,
  listReminders,
  readOpenAlerts,
  findLastWebhookCall,
  countDueDeliveriesByKind,
  readInboxCounts,
  readMailAndBackupHealth,

  /** Resolves to those whom a reply to an enquiry can be copied to. */
  proposeRecipients: async (dependencies: Dependencies, enquiry: StoredEnquiry) =>
    proposeRecipients(enquiry, (await loadOwnMailIdentity(dependencies)).office),

  /** Resolves to all deliveries about an enquiry, in the order of queueing. */
  listDeliveries: (dependencies: Dependencies, enquiryId: string): Promise<readonly Delivery[]> =>
    listDeliveries(dependencies, [enquiryId]),

  /** Recomputes the due dates of open enquiries after a change of office hours or response target. */
  recomputeDueDates: ({ database, target }: Dependencies): Promise<void> =>
    recomputeDueDates(database, (waitingSince) => computeDueTime(waitingSince, target).dueAt),

  /**
   * Queues the digest due at this time. Idempotent. Deletes unsent digests, since the new one covers them, and digests
   * dated in the future by a wrong clock, which would block those of their days.
   */
  async queueDigestDelivery({ database, clock, onDeliveryDue }: Dependencies, due: Date): Promise<void> {
    const now = clock.now();
    const digests = database.deleteFrom('deliveries').where('kind', '=', 'digest').where('leased', '=', 0);
    await digests
      .where((is) => is.or([is('queued_at', '>', getLatestPlausibleTime(now)), is('state', '=', 'due')]))
      .execute();
    await queueDeliveries(database, [{ ...createDigestDelivery(due), at: now }]);
    onDeliveryDue();
  },

  /** Resolves to the hold that stops sending after a restore of a backup; null if there is none. */
  getHold: ({ database }: Dependencies): Promise<MailHold | null> => findMailHold(database),

  /** Ends the hold, so that sending continues. */
  async releaseHold({ database }: Dependencies): Promise<void> {
    await database.deleteFrom('meta').where('key', '=', 'hold').execute();
  },
};
