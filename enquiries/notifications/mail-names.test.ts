import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTemporaryDirectory, openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { createFolderMailer } from '../../outbox/folder-mailer.ts';
import { systemClock } from '../../process/clock.ts';
import type { DeliveryKindName } from '../new-deliveries.ts';
import { createCoreUnderTest, mailRoute } from '../testing/core-under-test.ts';
import { noSentMails, target } from '../testing/test-store.ts';
import { createNotifications } from './notifications.ts';

const acknowledgement = () => ({ subject: 'Thank you', paragraphs: [], outsideHours: '', contact: mailRoute.from });

/** A site without a mail server, with an enquiry that is assigned and answered. */
async function startWithFolder() {
  const directory = createTemporaryDirectory();
  const [databaseDependencies, mailer] = [openTemporarySqlite(), createFolderMailer(directory)];
  const shared = { ...databaseDependencies, target, sentMails: noSentMails, route: mailRoute, clock: systemClock };
  const { deliveryKinds } = createNotifications({ ...shared, mailer, acknowledgement });
  const { enquiries, receive } = createCoreUnderTest({ databaseDependencies });
  const id = await receive();
  await enquiries.applyAction(id, { action: 'assign', to: 'ben@ours.example' }, { actor: 'anna@ours.example' });
  const reply = await enquiries.sendReply(id, { text: 'Dear Ada', by: 'anna@ours.example', version: 1 });
  if (reply.outcome !== 'accepted') throw new Error(`It was ${reply.outcome}`);
  return { directory, deliveryKinds, id, replyId: reply.id };
}

const { deliveryKinds: allKinds } = createNotifications({ route: mailRoute } as never);
const mailKinds = (Object.keys(allKinds) as DeliveryKindName[]).filter((kind) => kind !== 'webhook');

it.each(mailKinds)(
  'without a mail server a mail of the kind %s becomes a file of its own, whatever its delivery is called',
  async (kind) => {
    const { directory, deliveryKinds, id: recordId, replyId } = await startWithFolder();
    const payload = { to: 'ben@ours.example', by: 'anna@ours.example', scheduledAt: '2025-01-01', since: '2025-01-01' };
    const times = { queuedAt: new Date(), dueAt: new Date(), deliveredAt: null, attempts: 1, isLeased: true };
    const rest = { ...times, state: 'due', lastReason: null, recipientStates: {} } as const;
    for (const name of ['2025-01.a_B', '../a@b c'])
      expect(
        await deliveryKinds[kind].send({
          ...rest,
          id: kind === 'reply' ? replyId : `${kind}.${name}`,
          kind,
          recordId,
          payload: { ...payload, name },
        }),
      ).toEqual({ delivered: true });
    const isOnePerEnquiry = ['mail', 'reply', 'acknowledgement'].includes(kind);
    const prefix = kind === 'mail' ? recordId : `${kind}-`;
    const files = readdirSync(directory);
    expect([files.length, files.filter((file) => !file.startsWith(prefix))]).toEqual([isOnePerEnquiry ? 1 : 2, []]);
  },
);
