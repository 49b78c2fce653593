import { createTransport } from 'nodemailer';
import type { MailFolder } from './mail-folder.ts';
import type { Mailer } from './mail.ts';
import { nodemailerMessage } from './smtp-mailer.ts';

/** "Sends" each mail into a folder, for a site without a mail server. */
export function createFileMailer(folder: MailFolder): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      try {
        const { message } = await transport.sendMail(nodemailerMessage(mail));
        if (!Buffer.isBuffer(message)) throw new Error('nodemailer gave a stream where a buffer was asked for');
        await folder.keep(mail.name, message);
        return { delivered: true };
      } catch (fault) {
        return { delivered: false, permanent: false, reason: fault instanceof Error ? fault.message : String(fault) };
      }
    },
  };
}
