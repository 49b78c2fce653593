import { spawnSync } from 'node:child_process';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { hasMailServer, startMailServer } from '../../mailbox/testing/mail-server.ts';
import { createSmtpMailer } from '../../outbox/smtp-mailer.ts';
import { formatReference } from '../reference.ts';
import { createCoreUnderTest } from '../testing/core-under-test.ts';
import { sampleFields } from '../testing/samples.ts';

const python = `import email, email.policy, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
print((mail['References'] or mail['Message-ID']).split()[0] + ' ' + mail['Subject'])`;

it.skipIf(!hasMailServer)(
  'an enquiry is one thread in each mailbox, to Dovecot and two parsers',
  { timeout: 180_000 },
  async () => {
    const { smtpUrl: url, mails, threads } = await startMailServer();
    const contact = { name: '', address: 'office@ours.example' };
    const acknowledgement = () => ({ subject: 'It has come', paragraphs: [], answerBy: '', outsideHours: '', contact });
    const { enquiries, deliver, receive, found } = createCoreUnderTest({
      mailer: createSmtpMailer(url),
      notificationOptions: { acknowledgement },
    });
    const id = await receive(sampleFields);
    for (const version of [0, 1]) {
      await enquiries.sendReply(id, { text: `Answer ${version}`, by: 'anna@ours.example', version });
      await deliver();
    }
    const arrive = { timeout: 60_000 };
    await expect.poll(() => mails('ada').length, arrive).toBe(3);
    const read = await Promise.all(mails('ada').map((mail) => PostalMime.parse(mail)));
    const {
      messageId = '',
      references,
      subject,
      replyTo,
    } = read.find(({ text }) => text?.startsWith('Answer 1')) ?? {};
    // Headers like those of a mail program's reply.
    const head = { subject, inReplyTo: messageId, references: `${references} ${messageId}` };
    await createTransport(url).sendMail({
      ...head,
      from: sampleFields.email,
      to: replyTo?.[0]?.address,
      text: 'Thank you.',
    });
    await expect.poll(() => mails('office').length, arrive).toBe(2);
    for (const [box, one] of [
      ['ada', /^\(\(\d\)\(\d\)\(\d\)\)$|^\(\(\d\)\(\d \d\)\)$/],
      ['office', /^\(\d \d\)$/],
    ] as const) {
      expect(threads(box)).toMatch(one);
      for (const mail of mails(box)) {
        const parsed = await PostalMime.parse(mail);
        const told = `${(parsed.references ?? parsed.messageId)?.split(' ')[0]} ${parsed.subject}`;
        expect(told).toMatch(`${(await found(id))?.messageId} `);
        expect(told).toMatch(`[${formatReference(id)}]`);
        expect(spawnSync('python3', ['-c', python], { input: mail, encoding: 'utf8' }).stdout).toBe(`${told}\n`);
      }
    }
  },
);
