import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { site } from '../content/words.ts';
import { getDomain } from '../outbox/mail.ts';
import { createMailFolder } from '../outbox/mail-folder.ts';
import { verifySmtp } from '../outbox/smtp-check.ts';
import { createSmtpMailer } from '../outbox/smtp-mailer.ts';
import type { Config } from '../start/config.ts';
import { reportFailure, reportOk, reportWarning, type Result } from './check.ts';

/** Checks that the mail server answers and accepts the login; sends no mail. */
export async function checkMailServer(smtpUrl: string, siteUrl: string): Promise<Result> {
  const { protocol, host } = new URL(smtpUrl);
  const server = `${protocol}//${host}`;
  const verified = await verifySmtp(smtpUrl, { siteUrl });
  if (!verified.ok) return reportFailure(`${server}: ${verified.reason}`);
  const answers = `${server} answers, ${verified.encrypted ? 'encrypted' : 'not encrypted'}`;
  return reportOk(verified.login ? `${answers}, and accepts the login` : answers);
}

/** Says that nobody is mailed where no mail server is set: too little for a site that is public. */
export function checkMailFolder({ mailFolder, siteUrl }: Config): Result {
  const detail = `nobody is mailed: each mail becomes a file in ${mailFolder}/; set SMTP_URL`;
  return { status: siteUrl.startsWith('https:') ? 'failed' : 'warning', detail };
}

/** Texts in the DNS, as `resolveTxt` of node:dns gives them. */
type Texts = (name: string) => Promise<string[][]>;

/** Checks that the domain of MAIL_FROM has SPF (RFC 7208) and DMARC (RFC 7489) records. */
export async function checkSender(address: string, texts: Texts = askDns): Promise<Result> {
  const domain = getDomain(address);
  const hasRecord = async (name: string, version: string) => {
    const found = await texts(name).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOTFOUND' || fault.code === 'ENODATA') return [];
      throw fault;
    });
    return found.some((parts) => parts.join('').toLowerCase().startsWith(version));
  };
  try {
    const missing = [
      ...((await hasRecord(domain, 'v=spf1')) ? [] : [`no SPF (a TXT record of ${domain})`]),
      ...((await hasRecord(`_dmarc.${domain}`, 'v=dmarc1')) ? [] : [`no DMARC (a TXT record of _dmarc.${domain})`]),
    ];
    if (missing.length === 0) return reportOk(`${domain} has SPF and DMARC`);
    const advice = 'receivers may call its mails spam; publish what the provider of your mail server names';
    return reportWarning(`${domain} has ${missing.join(' and ')}: ${advice}`);
  } catch (fault) {
    return reportWarning(`could not look at SPF and DMARC of ${domain}: ${(fault as Error).message}; ask again later`);
  }
}

async function askDns(name: string): Promise<string[][]> {
  return new Resolver({ timeout: 2000, tries: 1 }).resolveTxt(name);
}

/** Checks that bounces go to a mailbox other than MAIL_TO. */
export function checkBounces({ mailFrom, mailTo }: Config): Result {
  const { address } = mailFrom;
  if (!mailTo.some((receiver) => receiver.toLowerCase() === address.toLowerCase()))
    return reportOk(`they go to ${address}; see that somebody reads that mailbox`);
  const which = mailTo.length === 1 ? 'MAIL_TO' : 'one of MAIL_TO';
  const problem = `MAIL_FROM is ${which}: a bounce would come back to the very mailbox that refused the mail`;
  return reportWarning(`${problem}; set MAIL_FROM to another one that somebody reads`);
}

/** Sends one mail the way that enquiries go. */
export async function sendTestMail(config: Config, to: readonly string[]): Promise<Result> {
  const { siteUrl, smtpUrl, mailFolder, mailFrom: from } = config;
  const name = `test-${randomUUID()}`;
  const messageId = `<${name}@${getDomain(from.address)}>`;
  const subject = `Test of the ${site.name} website`;
  const text = `This is a test of the ${site.name} website. Enquiries are mailed in the same way.\n`;
  const html = `<!doctype html>\n<html lang="en-GB"><title>Test</title><p>${text.trim()}</p></html>\n`;
  const head = { messageId, date: new Date(), from, to, replyTo: from, autoSubmitted: 'auto-generated' } as const;
  const mailer = smtpUrl === undefined ? createMailFolder(mailFolder) : createSmtpMailer(smtpUrl, { siteUrl });
  const outcome = await mailer.send({ ...head, name, subject, text, html });
  const receivers = to.join(', ');
  if (!outcome.delivered) return reportFailure(`to ${receivers}: ${outcome.reason}`);
  const refusals = Object.values(outcome.receivers ?? {}).flatMap(({ reason }) => reason ?? []);
  if (refusals.length > 0) return reportWarning(`to ${receivers}: ${refusals.join(' ')}`);
  if (smtpUrl !== undefined)
    return reportOk(`the mail server took it for ${receivers}; see that it arrives, and not as spam`);
  return reportOk(`it is a file: ${join(mailFolder, `${name}.eml`)}`);
}
