import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.ts';

/** The mail as nodemailer takes it: addresses as objects, so that it encodes the names; no access to files or URLs. */
export function nodemailerMessage(mail: Mail): SendMailOptions {
  return {
    messageId: mail.messageId,
    date: mail.date,
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
