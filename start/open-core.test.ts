import { readdirSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryPostgres } from '../database/testing/postgres.ts';
import { fields, receivedEnquiry, sampleEnquiry } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../outbox/testing/smtp-peer.ts';
import { temporarySqlite } from '../database/testing/temporary.ts';
import { openCore } from './open-core.ts';
import { readConfig } from './config.ts';
import { recordedLog, startSite } from './testing/site-under-test.ts';
import { contactFact, publishField } from './testing/publish-field.ts';
import { submit } from './testing/submissions.ts';

describe('the site put together', () => {
  it('mails a submitted enquiry to MAIL_TO by SMTP', async () => {
    const peer = await startSmtpPeer();
    const addresses = { MAIL_TO: 'sales@ours.example', MAIL_FROM: 'web@ours.example' };
    const site = await startSite({ SMTP_URL: peer.url, ...addresses });
    site.core.start();
    await submit(site);
    await expect.poll(() => peer.taken.length).toBe(1);
    expect(await PostalMime.parse(peer.taken[0] ?? '')).toMatchObject({
      to: [{ address: 'sales@ours.example' }],
      from: { address: 'web@ours.example' },
      replyTo: [{ address: fields.email }],
    });
  });

  it('keeps the mail as a file beside the database without SMTP_URL, and erases both', async () => {
    const site = await startSite();
    const { core, config } = site;
    await submit(site);
    await core.outbox.deliverDue();
    const [enquiry] = await core.enquiries.list({ limit: 1 });
    expect(readdirSync(config.mailFolder)).toEqual([`${enquiry?.id}.eml`]);
    await core.enquiries.erase({ email: fields.email });
    expect(readdirSync(config.mailFolder)).toEqual([]);
  });

  it('gives visitors the address of the words that are shown, in the acknowledgement too', async () => {
    const peer = await startSmtpPeer();
    const { core, ...site } = await startSite({ SMTP_URL: peer.url, ACKNOWLEDGE: 'true' });
    await publishField(core, contactFact('email'), 'new@ours.example');
    await core.showWords(await core.wordsNow());
    await submit(site);
    await core.outbox.deliverDue();
    const mails = await Promise.all(peer.taken.map((mail) => PostalMime.parse(mail)));
    const acknowledgement = mails.find(({ to }) => to?.[0]?.address === fields.email);
    expect(acknowledgement?.replyTo).toEqual([expect.objectContaining({ address: 'new@ours.example' })]);
  });

  it('computes anew by when an enquiry has to be answered once another promise is published', async () => {
    const { core, ...site } = await startSite();
    await submit(site);
    const readDueTime = async () => (await core.enquiries.list({ limit: 1 }))[0]?.dueAt?.getTime() ?? NaN;
    const before = await readDueTime();
    await publishField(core, { file: 'site.yaml', path: ['replyWithinHours'] }, 96);
    await core.showWords(await core.wordsNow());
    expect(await readDueTime()).toBeGreaterThan(before);
  });

  it('purges what is older than RETENTION_DAYS when it starts', async () => {
    const { path, store } = temporarySqlite();
    const day = 24 * 60 * 60 * 1000;
    const ages = [31, 29].map((days, index) =>
      receivedEnquiry(index + 1, { receivedAt: new Date(Date.now() - days * day), spamReason: 'it smells' }),
    );
    await store.add(ages);
    const config = readConfig({ DATABASE_URL: `sqlite:${path}`, RETENTION_DAYS: '30' });
    const core = await openCore(config, recordedLog().log);
    core.start();
    await core.close();
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(2).id]);
  });

  it('has one limit for an address, whichever of several servers on one PostgreSQL it comes to', async () => {
    const config = readConfig({ DATABASE_URL: await temporaryPostgres() });
    const [one, other] = await Promise.all([1, 2].map(() => openCore(config, recordedLog().log)));
    onTestFinished(async () => void (await Promise.all([one?.close(), other?.close()])));
    for (let count = 0; count < 5; count += 1)
      for (const core of [one, other]) expect(await core?.limits.consume('192.0.2.1')).toEqual({ allowed: true });
    for (const core of [one, other]) expect(await core?.limits.consume('192.0.2.1')).toMatchObject({ allowed: false });
  });
});
