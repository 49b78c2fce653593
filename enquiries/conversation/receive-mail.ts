import { commitAndVerify } from '../../database/commit-and-verify.ts';
import type { Database } from '../../database/database.ts';
import type { ReceivedMail } from '../../mailbox/received-mail.ts';
import { createEvent } from '../actions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { MailReceipt, ReceivedMessage } from '../model.ts';
import { insertMessage, runTransition } from '../repository.ts';
import { insertFiles } from './files.ts';
import { matchMail, type MailMatch, type OwnAddresses } from './match-mail.ts';

/** What became of a mail. `known`: a copy of one that is stored. */
export type MailOutcome = MailMatch['is'] | 'known';

/**
 * Stores a received mail with its enquiry, or as other mail, and with it how far the mailbox was read, in one transaction.
 * A mail is stored once, however often it is read.
 * @param savePosition stores how far the mailbox was read
 */
export async function receiveMail(
  dependencies: Dependencies,
  mail: ReceivedMail,
  savePosition: (transaction: Database) => Promise<void>,
): Promise<MailOutcome> {
  const own = await readOwnAddresses(dependencies);
  const outcome = await commitAndVerify(dependencies, async (transaction) => {
    await savePosition(transaction);
    const known = transaction.selectFrom('messages').select('id').where('hash', '=', mail.hash);
    if ((await known.executeTakeFirst()) !== undefined) return 'known';
    const match = await matchMail(transaction, mail, own);
    if (match.is !== 'own') await storeMail(transaction, dependencies, mail, match);
    return match.is;
  });
  dependencies.onDeliveryDue();
  return outcome;
}

async function readOwnAddresses({ database, mailDomain, getMailAddresses }: Dependencies): Promise<OwnAddresses> {
  const people = await database.selectFrom('people').select('email').execute();
  const { sender, office } = getMailAddresses();
  const all = [sender, ...office, ...people.map(({ email }) => email)];
  return { sender: sender.toLowerCase(), office: new Set(all.map((one) => one.toLowerCase())), mailDomain };
}

async function storeMail(transaction: Database, dependencies: Dependencies, mail: ReceivedMail, match: MailMatch) {
  const message: ReceivedMessage = {
    id: dependencies.newId(),
    author: mail.from.address,
    authorName: mail.from.name,
    subject: mail.subject,
    text: mail.text,
    // The mail server tells seconds alone: what it has received in the second of an answer follows that. Its clock may run ahead.
    sentAt: new Date(Math.min(mail.receivedAt.getTime() + 999, dependencies.clock.now().getTime())),
    messageId: mail.messageId,
    hash: mail.hash,
  };
  if (!('enquiryId' in match)) {
    const kind = mail.kind === 'person' ? 'message' : mail.kind;
    await insertMessage(transaction, null, { ...message, direction: 'in', kind });
  } else {
    const { enquiryId } = match;
    const receipt = toReceipt(match, message, mail.bounce?.recipients);
    const actor = match.is === 'bounce' ? 'A mail server' : mail.from.address;
    const event = { ...createEvent(dependencies, receipt.action, actor, message.id), enquiryId };
    const { target, enabledChannels } = dependencies;
    const context = { event, target, isWebhookEnabled: enabledChannels.webhook };
    await runTransition(transaction, dependencies, receipt, context);
  }
  await insertFiles(transaction, message.id, mail.files, dependencies.newId);
}

function toReceipt(
  match: Extract<MailMatch, { enquiryId: string }>,
  message: ReceivedMessage,
  addresses: readonly string[] = [],
): MailReceipt {
  if (match.is === 'bounce') {
    const { bouncedId, reason } = match;
    return { action: 'bounce received', message, bouncedId, reason, addresses };
  }
  const actions = { reply: 'reply received', answer: 'answer received', automatic: 'automatic mail received' } as const;
  return { action: actions[match.is], message };
}
