import { readdirSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { sampleFields, createReceivedEnquiry, createSampleEnquiry } from '../enquiries/testing/samples.ts';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { openApplicationCore } from './open-application-core.ts';
import { readConfig } from './config.ts';
import { createRecordedLog, startTestServer } from './testing/test-server.ts';
import { getContactFieldRef, publishField } from './testing/publish-field.ts';
import { submitJson } from './testing/submissions.ts';

describe('the site put together', () => {
  it('mails a submitted enquiry to MAIL_TO by SMTP', async () => {
    const peer = await startTestSmtpServer();
    const addresses = { MAIL_TO: 'sales@ours.example', MAIL_FROM: 'web@ours.example' };
    const site = await startTestServer({ SMTP_URL: peer.url, ...addresses });
    site.core.start();
    await submitJson(site);
    await expect.poll(() => peer.taken.length).toBe(1);
    expect(await PostalMime.parse(peer.taken[0] ?? '')).toMatchObject({
      to: [{ address: 'sales@ours.example' }],
      from: { address: 'web@ours.example' },
      replyTo: [{ address: sampleFields.email }],
    });
  });

  it('keeps the mail as a file beside the database without SMTP_URL, and erases both', async () => {
    const site = await startTestServer();
    const { core, config } = site;
    await submitJson(site);
    await core.outbox.deliverDue();
    const [enquiry] = await core.enquiries.list({ limit: 1 });
    expect(readdirSync(config.mailFolder)).toEqual([`${enquiry?.id}.eml`]);
    await core.enquiries.erase({ email: sampleFields.email });
    expect(readdirSync(config.mailFolder)).toEqual([]);
  });

  it('gives visitors the address of the words that are shown, in the acknowledgement too', async () => {
    const peer = await startTestSmtpServer();
    const { core, ...site } = await startTestServer({ SMTP_URL: peer.url, ACKNOWLEDGE: 'true' });
    await publishField(core, getContactFieldRef('email'), 'new@ours.example');
    await core.showContent(await core.loadContentFromDatabase());
    await submitJson(site);
    await core.outbox.deliverDue();
    const mails = await Promise.all(peer.taken.map((mail) => PostalMime.parse(mail)));
    const acknowledgement = mails.find(({ to }) => to?.[0]?.address === sampleFields.email);
    expect(acknowledgement?.replyTo).toEqual([expect.objectContaining({ address: 'new@ours.example' })]);
  });

  it('computes anew by when an enquiry has to be answered once another promise is published', async () => {
    const { core, ...site } = await startTestServer();
    await submitJson(site);
    const readDueTime = async () => (await core.enquiries.list({ limit: 1 }))[0]?.dueAt?.getTime() ?? NaN;
    const before = await readDueTime();
    await publishField(core, { file: 'site.yaml', path: ['replyWithinHours'] }, 96);
    await core.showContent(await core.loadContentFromDatabase());
    expect(await readDueTime()).toBeGreaterThan(before);
  });

  it('purges what is older than RETENTION_DAYS when it starts', async () => {
    const { path, store } = openTemporarySqlite();
    const day = 24 * 60 * 60 * 1000;
    const ages = [31, 29].map((days, index) =>
      createReceivedEnquiry(index + 1, { receivedAt: new Date(Date.now() - days * day), spamReason: 'it smells' }),
    );
    await store.insert(ages);
    const config = readConfig({ DATABASE_URL: `sqlite:${path}`, RETENTION_DAYS: '30' });
    const core = await openApplicationCore(config, createRecordedLog().log);
    core.start();
    await core.close();
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([createSampleEnquiry(2).id]);
  });

  it('has one limit for an address, whichever of several servers on one PostgreSQL it comes to', async () => {
    const config = readConfig({ DATABASE_URL: await createTemporaryPostgres() });
    const [one, other] = await Promise.all([1, 2].map(() => openApplicationCore(config, createRecordedLog().log)));
    onTestFinished(async () => void (await Promise.all([one?.close(), other?.close()])));
    for (let count = 0; count < 5; count += 1)
      for (const core of [one, other])
        expect(await core?.submissionLimits.consume('192.0.2.1')).toEqual({ isAllowed: true });
    for (const core of [one, other])
      expect(await core?.submissionLimits.consume('192.0.2.1')).toMatchObject({ isAllowed: false });
  });
});
