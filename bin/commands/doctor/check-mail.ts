import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifySmtp } from '../../../enquiries/smtp-check.ts';
import { brokenOff, type Result } from './finding.ts';

/** Whether the mail server can be reached and lets us in. */
export async function checkMailServer(smtpUrl: string): Promise<Result> {
  const { protocol, host, username } = new URL(smtpUrl);
  const server = `${protocol}//${host}`;
  const verified = await verifySmtp(smtpUrl);
  if (!verified.ok) return { status: 'failed', detail: `${server}: ${verified.reason}` };
  const encryption = verified.encrypted ? 'answers, encrypted' : 'answers, not encrypted';
  if (username === '') return { status: 'ok', detail: `${server} ${encryption}` };
  if (verified.login) return { status: 'ok', detail: `${server} ${encryption}, and accepts the login` };
  return { status: 'warning', detail: `${server} ${encryption}, but takes no logins: SMTP_URL has one for nothing` };
}

/** Whether mails can be kept as files, where no mail server is set. */
export async function checkMailFolder(mailFolder: string): Promise<Result> {
  const what = `nobody is mailed: SMTP_URL is not set, so each mail becomes a file in ${mailFolder}/`;
  const probe = join(mailFolder, `doctor-${randomUUID()}`);
  try {
    await mkdir(mailFolder, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'x', { mode: 0o600, flush: true });
    return { status: 'warning', detail: `${what}, which can be written` };
  } catch (fault) {
    return { status: 'failed', detail: `${what}, which cannot be written: ${brokenOff(fault).detail}` };
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
