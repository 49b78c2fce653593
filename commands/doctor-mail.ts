import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { site } from '../content/words.ts';
import { domainOf } from '../enquiries/channels/mail.ts';
import { createMailFolder } from '../enquiries/channels/mail-folder.ts';
import { verifySmtp } from '../enquiries/channels/smtp-check.ts';
import { createSmtpMailer } from '../enquiries/channels/smtp-mailer.ts';
import type { Config } from '../start/config.ts';
import { CommandFailure, explainFault } from './command.ts';
import { failed, ok, warning, type Result } from './check.ts';

/** Whether the mail server answers, and accepts the login; no mail is sent. */
export async function checkMailServer(smtpUrl: string, siteUrl: string): Promise<Result> {
  const { protocol, host, username } = new URL(smtpUrl);
  const server = `${protocol}//${host}`;
  const verified = await verifySmtp(smtpUrl, { siteUrl });
  if (!verified.ok) return failed(`${server}: ${verified.reason}`);
  const answers = `${server} answers, ${verified.encrypted ? 'encrypted' : 'not encrypted'}`;
  if (username === '') return ok(answers);
  if (verified.login) return ok(`${answers}, and accepts the login`);
  return warning(`${answers}, but takes no logins: the one in SMTP_URL is not needed`);
}

/** Whether mails can be kept, where no mail server is set: too little for a site that is public. */
export async function checkMailFolder({ mailFolder, siteUrl }: Config): Promise<Result> {
  const status = siteUrl.startsWith('https:') ? 'failed' : 'warning';
  const what = `nobody is mailed: SMTP_URL is not set, so each mail becomes a file in ${mailFolder}/`;
  const probe = join(mailFolder, `doctor-${randomUUID()}`);
  try {
    await mkdir(mailFolder, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'x', { mode: 0o600, flush: true });
    return { status, detail: `${what}, which can be written` };
  } catch (fault) {
    throw new CommandFailure([`${what}, which cannot be written:`, ...(explainFault(fault) ?? [String(fault)])]);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Texts in the DNS, as `resolveTxt` of node:dns gives them. */
type Texts = (name: string) => Promise<string[][]>;

/**
 * What receivers will do with our mails, as far as the domain of MAIL_FROM says: RFC 7208 (SPF), RFC 7489 and its tree walk (DMARC).
 * Whether the mail server signs them, only a mail that has arrived tells.
 */
export async function checkSender(address: string, texts: Texts = askDns): Promise<Result> {
  const domain = domainOf(address);
  try {
    const spf = (await recordsOf(domain, 'v=spf1', texts))[0];
    const dmarc = await dmarcOf(domain, texts);
    const sender = spf === undefined ? `${domain} has no SPF` : `SPF of ${domain} ${strictness(spf)}`;
    if (dmarc === null) return warning(`${sender}, and no DMARC: large receivers refuse such mails or call them spam`);
    const outcome = `${sender}, and DMARC ${outcomes[dmarc] ?? `says “${dmarc}”`}`;
    return spf === undefined ? warning(`${outcome}; only DKIM can vouch for our mails`) : ok(outcome);
  } catch (fault) {
    return warning(
      `could not look at SPF and DMARC of ${domain}: ${fault instanceof Error ? fault.message : String(fault)}`,
    );
  }
}

const outcomes: Readonly<Record<string, string>> = {
  none: 'asks for nothing: receivers judge by themselves',
  quarantine: 'has receivers put into spam what neither SPF nor DKIM vouches for',
  reject: 'has receivers refuse what neither SPF nor DKIM vouches for',
};

/** How it ends decides about mail servers that it does not name. */
function strictness(spf: string): string {
  if (/\s-all\b/i.test(spf)) return 'is strict: it names our mail server, or receivers may refuse its mails';
  if (/\s~all\b/i.test(spf)) return 'is soft: mails of servers that it does not name are suspected';
  return /\sredirect=/i.test(spf) ? 'is that of another domain' : 'refuses nobody';
}

/** The policy of the domain, or of the nearest above it; null where there is none. */
async function dmarcOf(domain: string, texts: Texts): Promise<string | null> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const [record] = await recordsOf(`_dmarc.${name}`, 'v=DMARC1', texts);
    const tag = (wanted: string) =>
      new RegExp(`;\\s*${wanted}\\s*=\\s*(\\w+)`, 'i').exec(record ?? '')?.[1]?.toLowerCase();
    if (record !== undefined) return (name === domain ? undefined : tag('sp')) ?? tag('p') ?? 'none';
  }
  return null;
}

async function recordsOf(name: string, version: string, texts: Texts): Promise<string[]> {
  const found = await texts(name).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOTFOUND' || fault.code === 'ENODATA') return [];
    throw fault;
  });
  const isOfVersion = (text: string) => text.toLowerCase().startsWith(version.toLowerCase());
  return found.map((parts) => parts.join('')).filter(isOfVersion);
}

async function askDns(name: string): Promise<string[][]> {
  return new Resolver({ timeout: 2000, tries: 1 }).resolveTxt(name);
}

/** Where the mail server says that it took a mail and could not deliver it. */
export function checkBounces({ mailFrom, mailTo }: Config): Result {
  const { address } = mailFrom;
  if (!mailTo.some((receiver) => receiver.toLowerCase() === address.toLowerCase()))
    return ok(`they go to ${address}; see that somebody reads that mailbox`);
  const which = mailTo.length === 1 ? 'MAIL_TO' : 'one of MAIL_TO';
  const problem = `MAIL_FROM is ${which}: a bounce would come back to the very mailbox that refused the mail`;
  return warning(`${problem}; set MAIL_FROM to another one that somebody reads`);
}

/** Sends one mail the way that enquiries go. */
export async function sendTestMail(config: Config, to: readonly string[]): Promise<Result> {
  const { siteUrl, smtpUrl, mailFolder, mailFrom: from } = config;
  const name = `test-${randomUUID()}`;
  const messageId = `<${name}@${domainOf(from.address)}>`;
  const subject = `Test of the ${site.name} website`;
  const text = `This is a test of the ${site.name} website. Enquiries are mailed in the same way.\n`;
  const html = `<!doctype html>\n<html lang="en-GB"><title>Test</title><p>${text.trim()}</p></html>\n`;
  const head = { messageId, date: new Date(), from, to, replyTo: from, autoSubmitted: 'auto-generated' } as const;
  const mailer = smtpUrl === undefined ? createMailFolder(mailFolder) : createSmtpMailer(smtpUrl, { siteUrl });
  const outcome = await mailer.send({ ...head, name, subject, text, html });
  const receivers = to.join(', ');
  if (!outcome.delivered) return failed(`to ${receivers}: ${outcome.reason}`);
  if (outcome.remark !== undefined) return warning(`to ${receivers}: ${outcome.remark}`);
  if (smtpUrl !== undefined)
    return ok(`the mail server took it for ${receivers}; see that it arrives, and not as spam`);
  return ok(`it is a file: ${join(mailFolder, `${name}.eml`)}`);
}
