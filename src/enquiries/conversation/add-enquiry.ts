import { runVerifiedTransaction } from '../../database/commit-and-verify.ts';
import type { Database } from '../../database/database.ts';
import { overrideDeliveryState, queueDeliveries } from '../../outbox/delivery-queries.ts';
import { createGeneralEvent } from '../actions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { EnquiryFields } from '../enquiry.ts';
import { toEnquiryRow } from '../insert-enquiries.ts';
import { createOfficeMailDelivery, createWebhookDelivery } from '../new-deliveries.ts';
import { findPrivacyRequest } from '../privacy-request.ts';
import { computeDueTime } from '../response-target.ts';
import { insertMessage, recordEvent } from '../save-transition.ts';
import { insertSearchEntries } from '../search-index.ts';
import { hashEnquiryText } from '../triage.ts';
import { joinMail, lockOtherMail } from './other-mail.ts';

/** An enquiry that a person adds. `mailId`: of the other mail that it is made of. */
interface AddedEnquiry {
  fields: EnquiryFields;
  actor: string;
  assignee?: string | null;
  mailId?: string | undefined;
}

/**
 * Stores an enquiry that did not come by the form. A mail of the same words from the same address is its message; else
 * that is what a colleague noted, without a Message-ID, and the mail is put into it. Resolves to its id; null if the mail is no
 * other mail any more. The same again within a minute, as by a double click, is the first one.
 */
export async function addEnquiry(
  dependencies: Dependencies,
  { fields, actor, assignee = null, mailId }: AddedEnquiry,
): Promise<string | null> {
  const id = await runVerifiedTransaction(dependencies, async (transaction) => {
    const now = dependencies.clock.now();
    const mail = mailId && (await lockOtherMail(transaction, dependencies, mailId));
    if (mailId && !mail) return null;
    const repeated = mail ? undefined : await findRepeated(transaction, fields, new Date(now.getTime() - 60_000));
    if (repeated !== undefined) return repeated.id;
    const isTheirs = mail && mail.text === fields.message && mail.by.toLowerCase() === fields.email.toLowerCase();
    const made = { fields, assignee, receivedAt: mail ? mail.at : now };
    const enquiryId = await insertEnquiry(transaction, dependencies, made);
    const action = isTheirs ? 'make enquiry' : 'add enquiry';
    await recordEvent(transaction, { ...createGeneralEvent(dependencies, action, actor, ''), enquiryId });
    if (isTheirs) {
      const joined = { enquiry_id: enquiryId, kind: 'message' } as const;
      await transaction.updateTable('messages').set(joined).where('id', '=', mail.id).execute();
      return enquiryId;
    }
    const noted = { id: enquiryId, author: fields.email, text: fields.message, sentAt: made.receivedAt, messageId: '' };
    await insertMessage(transaction, enquiryId, { ...noted, direction: 'in', kind: 'message' });
    if (mail) await joinMail(transaction, dependencies, { mailId: mail.id, enquiryId, actor });
    return enquiryId;
  });
  if (id !== null) dependencies.onDeliveryDue();
  return id;
}

function findRepeated(transaction: Database, fields: EnquiryFields, since: Date): Promise<{ id: string } | undefined> {
  const same = transaction.selectFrom('enquiries').select('id').where('text_hash', '=', hashEnquiryText(fields));
  return same.where('email', '=', fields.email).where('received_at', '>', since).executeTakeFirst();
}

/** Stores an open enquiry without its message, and resolves to its id. It is not mailed: the office knows of it. */
async function insertEnquiry(
  transaction: Database,
  { newId, target, enabledChannels }: Pick<Dependencies, 'newId' | 'target' | 'enabledChannels'>,
  { fields, receivedAt, assignee }: { fields: EnquiryFields; receivedAt: Date; assignee: string | null },
): Promise<string> {
  const id = newId();
  const hashes = { submissionHash: null, textHash: hashEnquiryText(fields), spamReason: null, messageId: '' };
  const times = { receivedAt, dueAt: computeDueTime(receivedAt, target).dueAt, promisedAt: null };
  const privacyRequest = findPrivacyRequest({ ...fields, receivedAt }, target);
  const row = toEnquiryRow({ id, visitSource: null, ...fields, ...hashes, ...times, privacyRequest }, null);
  await transaction
    .insertInto('enquiries')
    .values({ ...row, assignee })
    .execute();
  await insertSearchEntries(transaction, [{ id, ...fields }]);
  const mail = createOfficeMailDelivery(id);
  const deliveries = enabledChannels.webhook ? [mail, createWebhookDelivery('enquiry.received', id)] : [mail];
  await queueDeliveries(
    transaction,
    deliveries.map((delivery) => ({ ...delivery, at: receivedAt })),
  );
  const delivered = { state: 'delivered', delivered_at: receivedAt, last_reason: null } as const;
  await overrideDeliveryState(transaction, mail.id, delivered);
  return id;
}
