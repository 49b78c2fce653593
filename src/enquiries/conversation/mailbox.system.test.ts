import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { createMailboxReader } from '../../mailbox/mailbox-reader.ts';
import { hasMailServer, startMailServer } from '../../mailbox/testing/mail-server.ts';
import { createSmtpMailer } from '../../outbox/smtp-mailer.ts';
import { createSmtpError, startTestSmtpServer } from '../../outbox/testing/test-smtp-server.ts';
import { systemClock } from '../../process/clock.ts';
import { createCoreUnderTest } from '../testing/core-under-test.ts';
import { sampleFields } from '../testing/samples.ts';

const arrive = { timeout: 60_000 };

/** Starts a core that sends by Postfix, and reads the mailbox of the office in Dovecot. */
async function startOffice() {
  const refuse: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
    done(createSmtpError(550, 'no such mailbox'));
  const refusing = await startTestSmtpServer({ onRcptTo: refuse });
  const server = await startMailServer(Number(new URL(refusing.url).port));
  const core = createCoreUnderTest({ mailer: createSmtpMailer(server.smtpUrl), simulatedClock: systemClock });
  const reads: null[] = [];
  const reader = createMailboxReader(
    { url: server.url.replace('/Replies', '/INBOX') },
    {
      readNewMails: core.enquiries.createNewMailReader('office'),
      shouldRead: core.enquiries.isMailboxReader,
      onError: () => {},
      onSuccess: () => reads.push(null),
    },
  );
  reader.start();
  onTestFinished(reader.stop);
  // Reading begins with what arrives after that.
  await expect.poll(() => reads.length, arrive).toBeGreaterThan(0);
  async function answer(fields: typeof sampleFields): Promise<string> {
    const id = await core.receive(fields);
    await core.enquiries.sendReply(id, { text: 'Dear Ada', by: 'anna@ours.example', version: 0 });
    await core.deliver();
    return id;
  }
  return { ...server, ...core, answer };
}

it.skipIf(!hasMailServer)(
  'what a visitor writes back is in the conversation, and an answer that nobody takes has come back',
  { timeout: 180_000 },
  async () => {
    const { mails, smtpUrl, answer, found, enquiries } = await startOffice();
    const [id, lost] = [await answer(sampleFields), await answer({ ...sampleFields, email: 'gone@example.com' })];
    await expect.poll(() => mails('ada').length, arrive).toBe(1);
    const { messageId, subject, replyTo } = await PostalMime.parse(mails('ada')[0] ?? '');
    const head = { subject: subject ?? '', inReplyTo: messageId ?? '', to: replyTo?.[0]?.address ?? '' };
    const attachments = [{ filename: 'brief.pdf', content: '%PDF-1.7' }];
    await createTransport(smtpUrl).sendMail({ ...head, from: sampleFields.email, text: 'Thank you.', attachments });
    await expect.poll(() => found(id), arrive).toMatchObject({ status: 'open', messages: { length: 3 } });
    const received = (await found(id))?.messages.at(-1);
    expect(received).toMatchObject({ direction: 'in', by: sampleFields.email, text: 'Thank you.' });
    const files = await enquiries.listFiles([received?.id ?? '']);
    expect(files).toMatchObject([{ name: 'brief.pdf', size: 8, isKept: true }]);
    const unknown = expect.stringContaining('no such mailbox');
    await expect.poll(() => found(lost), arrive).toMatchObject({ status: 'open', emailProblem: unknown });
  },
);
