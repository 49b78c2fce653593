import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTemporaryDirectory, openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { createFolderMailer } from '../../outbox/folder-mailer.ts';
import { systemClock } from '../../process/clock.ts';
import type { DeliveryKindName } from '../new-deliveries.ts';
import { createCoreUnderTest, mailRoute, siteMails } from '../testing/core-under-test.ts';
import { createSampleDelivery } from '../testing/samples.ts';
import { noSentMails, target } from '../testing/test-store.ts';
import { createNotifications } from './notifications.ts';

const acknowledgement = () => ({
  subject: 'Thank you',
  paragraphs: [],
  answerBy: '',
  outsideHours: '',
  contact: mailRoute.from,
});

/** A site without a mail server, with an enquiry that is assigned and answered. */
async function startWithFolder() {
  const directory = createTemporaryDirectory();
  const [databaseDependencies, mailer] = [openTemporarySqlite(), createFolderMailer(directory)];
  const route = { ...mailRoute, officeUrl: 'https://inbox.ours.example' };
  const shared = { ...databaseDependencies, target, sentMails: noSentMails, route, clock: systemClock };
  const { deliveryKinds } = createNotifications({ ...shared, siteMails, mailer, acknowledgement });
  const { receive, act, reply } = createCoreUnderTest({ databaseDependencies });
  const id = await receive();
  await act(id, { action: 'assign', to: 'ben@ours.example' });
  return { directory, deliveryKinds, id, replyId: await reply(id) };
}

const { deliveryKinds: allKinds } = createNotifications({ route: mailRoute, siteMails } as never);
const mailKinds = (Object.keys(allKinds) as DeliveryKindName[]).filter((kind) => kind !== 'webhook');

it.each(mailKinds)(
  'without a mail server a mail of the kind %s becomes a file of its own, whatever its delivery is called',
  async (kind) => {
    const { directory, deliveryKinds, id: recordId, replyId } = await startWithFolder();
    const payload = { to: 'ben@ours.example', by: 'anna@ours.example', scheduledAt: '2025-01-01', since: '2025-01-01' };
    for (const name of ['2025-01.a_B', '../a@b c']) {
      const id = kind === 'reply' ? replyId : `${kind}.${name}`;
      const delivery = createSampleDelivery(new Date(), { id, kind, recordId, payload: { ...payload, name } });
      expect(await deliveryKinds[kind].send(delivery)).toEqual({ delivered: true });
    }
    const isOnePerEnquiry = ['mail', 'reply', 'acknowledgement'].includes(kind);
    const prefix = kind === 'mail' ? recordId : `${kind}-`;
    const files = readdirSync(directory);
    expect([files.length, files.filter((file) => !file.startsWith(prefix))]).toEqual([isOnePerEnquiry ? 1 : 2, []]);
  },
);
