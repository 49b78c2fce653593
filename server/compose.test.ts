import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '../enquiries/sqlite-database.ts';
import { createSqlEnquiryStore } from '../enquiries/sql-enquiry-store.ts';
import { fields, receivedEnquiry, sampleEnquiry } from '../enquiries/testing/samples.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { recordedLog, startSite, temporaryDirectory } from './testing/site-under-test.ts';

async function submit(url: string): Promise<Response> {
  return fetch(`${url}/functions/v1/send-contact-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
}

describe('the site put together', () => {
  it('mails a submitted enquiry to MAIL_TO by SMTP', async () => {
    const arrived = Promise.withResolvers<Buffer>();
    const peer = await startSmtpPeer({
      onData(stream, _session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          arrived.resolve(Buffer.concat(parts));
          done();
        });
      },
    });
    const { url, composition } = await startSite({
      SMTP_URL: peer.url,
      MAIL_TO: 'sales@ours.example',
      MAIL_FROM: 'web@ours.example',
    });
    composition.start();
    await submit(url);
    expect(await PostalMime.parse(await arrived.promise)).toMatchObject({
      to: [{ address: 'sales@ours.example' }],
      from: { address: 'web@ours.example' },
      replyTo: [{ address: fields.email }],
    });
  });

  it('keeps the mail as a file beside the database without SMTP_URL, and erases both', async () => {
    const { url, composition, config } = await startSite();
    await submit(url);
    await composition.enquiries.deliverDue();
    const [enquiry] = await composition.enquiries.list({ limit: 1 });
    expect(readdirSync(config.mailFolder)).toEqual([`${enquiry?.id}.eml`]);
    await composition.enquiries.erase({ email: fields.email });
    expect(readdirSync(config.mailFolder)).toEqual([]);
  });

  it('logs the code by which a mail was refused, and none of the mail server’s words', async () => {
    const peer = await startSmtpPeer({
      onRcptTo: ({ address }, _session, done) => done(refusal(550, `<${address}> is unknown here`)),
    });
    const { url, composition, log } = await startSite({ SMTP_URL: peer.url });
    await submit(url);
    await composition.enquiries.deliverDue();
    expect(log()).toMatch(/"reason":"[^"]*550"/);
    expect(log()).not.toContain('is unknown here');
    expect(log()).not.toContain('hello@');
  });

  it('purges what is older than RETENTION_DAYS when it starts', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const { database, dialect, close } = openSqliteDatabase(path);
    const store = createSqlEnquiryStore(database, dialect);
    const day = 24 * 60 * 60 * 1000;
    const ages = [31, 29].map((days, index) =>
      receivedEnquiry(index + 1, { receivedAt: new Date(Date.now() - days * day) }),
    );
    await store.add(ages, new Date());
    const composition = await compose(
      readConfig({ DATABASE_URL: `sqlite:${path}`, RETENTION_DAYS: '30' }),
      recordedLog().log,
    );
    composition.start();
    await composition.close();
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(2).id]);
    await close();
  });
});
