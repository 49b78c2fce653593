import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { site } from '../../../content/site.ts';
import { createFileMailer } from '../../../enquiries/file-mailer.ts';
import { createMailFolder } from '../../../enquiries/mail-folder.ts';
import type { Mail } from '../../../enquiries/mailer.ts';
import { createSmtpMailer } from '../../../enquiries/smtp-mailer.ts';
import type { Config } from '../../../server/config.ts';
import type { Result } from './finding.ts';

/** Sends one mail the way that enquiries go. */
export async function sendTestMail(config: Config, to: string, now: Date): Promise<Result> {
  const { smtpUrl, mailFolder } = config;
  const mail = testMail(config.mailFrom, to, now);
  const mailer = smtpUrl === undefined ? createFileMailer(createMailFolder(mailFolder)) : createSmtpMailer(smtpUrl);
  const outcome = await mailer.send(mail);
  if (!outcome.delivered) return { status: 'failed', detail: `to ${to}: ${outcome.reason}` };
  if (smtpUrl !== undefined)
    return { status: 'ok', detail: `the mail server took it for ${to}; see that it arrives, and not as spam` };
  return { status: 'ok', detail: `it is a file: ${join(mailFolder, `${mail.enquiryId}.eml`)}` };
}

function testMail(from: string, to: string, now: Date): Mail {
  const id = `test-${randomUUID()}`;
  const sender = { name: `${site.name} website`, address: from };
  const says = `This is a test of the ${site.name} website. Enquiries are mailed in the same way.`;
  return {
    enquiryId: id,
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: now,
    from: sender,
    to,
    replyTo: sender,
    subject: `Test of the ${site.name} website`,
    text: `${says}\n`,
    html: `<!doctype html>\n<html lang="en-GB"><title>Test</title><p>${says}</p></html>\n`,
  };
}
