import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { unescape } from 'node:querystring';
import { site } from '../content/release-content.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import { getEmailDomain } from '../outbox/mail.ts';
import { createFolderMailer } from '../outbox/folder-mailer.ts';
import { verifySmtpServer } from '../outbox/verify-smtp-server.ts';
import { createSmtpMailer } from '../outbox/smtp-mailer.ts';
import { verifyMailbox } from '../mailbox/verify-mailbox.ts';
import type { Config } from '../start/config.ts';
import { createResult, type CheckResult } from './check-result.ts';

/** Checks that the mail server answers and accepts the login; sends no mail. */
export async function checkMailServer(smtpUrl: string, siteUrl: string): Promise<CheckResult> {
  const { protocol, host } = new URL(smtpUrl);
  const server = `${protocol}//${host}`;
  const verified = await verifySmtpServer(smtpUrl, { siteUrl });
  if (!verified.ok)
    return createResult('failed', `${server}: ${verified.reason}; correct SMTP_URL, or mend that server`);
  const answers = `${server} answers, ${verified.isEncrypted ? 'encrypted' : 'not encrypted'}`;
  return createResult('ok', verified.isAuthenticated ? `${answers}, and accepts the login` : answers);
}

/** Checks that the mailbox of replies opens, and that it is the one of the address to which visitors reply. */
export async function checkMailbox({ mailbox, mailTo: [receiver = ''] }: Config): Promise<CheckResult> {
  if (mailbox === undefined) return createResult('ok', `not read: replies arrive in ${receiver}`);
  const { protocol, host, username } = new URL(mailbox.url);
  const server = `${protocol}//${host}`;
  const user = unescape(username);
  try {
    const { isEncrypted } = await verifyMailbox(mailbox);
    if (user.includes('@') && user.toLowerCase() !== receiver.toLowerCase())
      return createResult(
        'warning',
        `it is of ${user}, and replies go to ${receiver}, first of MAIL_TO; see that they arrive in it`,
      );
    return createResult('ok', `${server} opens it, ${isEncrypted ? 'encrypted' : 'not encrypted'}`);
  } catch (error) {
    return createResult('failed', `${server}: ${(error as Error).message}; correct IMAP_URL, or mend that server`);
  }
}

/** Resolves to TXT records, as `resolveTxt` of node:dns does. */
type ResolveTxt = (name: string) => Promise<string[][]>;

/** Checks that the domain of MAIL_FROM has SPF (RFC 7208) and DMARC (RFC 7489) records. */
export async function checkSenderDomain(
  email: string,
  resolveTxt: ResolveTxt = resolveTxtRecords,
): Promise<CheckResult> {
  const domain = getEmailDomain(email);
  const hasRecord = async (name: string, version: string) => {
    const found = await resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
      throw error;
    });
    return found.some((parts) => parts.join('').toLowerCase().startsWith(version));
  };
  try {
    const missing = [
      ...((await hasRecord(domain, 'v=spf1')) ? [] : [`no SPF (a TXT record of ${domain})`]),
      ...((await hasRecord(`_dmarc.${domain}`, 'v=dmarc1')) ? [] : [`no DMARC (a TXT record of _dmarc.${domain})`]),
    ];
    if (missing.length === 0) return createResult('ok', `${domain} has SPF and DMARC`);
    const advice = 'receivers may call its mails spam; publish what the provider of your mail server names';
    return createResult('warning', `${domain} has ${missing.join(' and ')}: ${advice}`);
  } catch (error) {
    return createResult(
      'warning',
      `could not read SPF and DMARC of ${domain}: ${(error as Error).message}; try again later`,
    );
  }
}

async function resolveTxtRecords(name: string): Promise<string[][]> {
  return new Resolver({ timeout: 2000, tries: 1 }).resolveTxt(name);
}

/** Checks that bounces go to a mailbox other than MAIL_TO. */
export function checkBounceMailbox({ mailFrom, mailTo }: Config): CheckResult {
  const { address } = mailFrom;
  if (!mailTo.some((receiver) => receiver.toLowerCase() === address.toLowerCase()))
    return createResult('ok', `they go to ${address}; see that somebody reads that mailbox`);
  const which = mailTo.length === 1 ? 'MAIL_TO' : 'one of MAIL_TO';
  const problem = `MAIL_FROM is ${which}: a bounce would come back to the very mailbox that refused the mail`;
  return createResult('warning', `${problem}; set MAIL_FROM to another one that somebody reads`);
}

/** Sends a test mail by the route of enquiry mails. */
export async function sendTestMail(config: Config, to: readonly string[]): Promise<CheckResult> {
  const { siteUrl, smtpUrl, mailFolder, mailFrom: from } = config;
  const uniqueName = `test-${randomUUID()}`;
  const messageId = `<${uniqueName}@${getEmailDomain(from.address)}>`;
  const subject = `Test of the ${site.name} website`;
  const text = `This is a test of the ${site.name} website. Enquiries are mailed in the same way.`;
  const mail = composeMail({ uniqueName, messageId, date: new Date(), from, to, subject }, [text]);
  const mailer = smtpUrl === undefined ? createFolderMailer(mailFolder) : createSmtpMailer(smtpUrl, { siteUrl });
  const outcome = await mailer.send(mail);
  const receivers = to.join(', ');
  if (!outcome.delivered) return createResult('failed', `to ${receivers}: ${outcome.reason}`);
  const refusals = Object.values(outcome.recipientStates ?? {}).flatMap(({ reason }) => reason ?? []);
  if (refusals.length > 0) return createResult('warning', `to ${receivers}: ${refusals.join(' ')}`);
  if (smtpUrl !== undefined)
    return createResult('ok', `the mail server took it for ${receivers}; see that it arrives, and not as spam`);
  return createResult('ok', `it is a file: ${join(mailFolder, `${uniqueName}.eml`)}`);
}
