import PostalMime, { type Email } from 'postal-mime';
import { createTransport } from 'nodemailer';
import { toNodemailerMessage } from '../smtp-mailer.ts';

/** Resolves to a mail as its receiver reads it, after nodemailer has encoded it. */
export async function readMail(mail: Parameters<typeof toNodemailerMessage>[0]): Promise<Email> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(toNodemailerMessage(mail));
  return PostalMime.parse(message as Buffer);
}
