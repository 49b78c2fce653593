import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { site } from '../../content/site.ts';
import { createFileMailer } from '../../enquiries/file-mailer.ts';
import { createMailFolder } from '../../enquiries/mail-folder.ts';
import { verifySmtp } from '../../enquiries/smtp-check.ts';
import { createSmtpMailer } from '../../enquiries/smtp-mailer.ts';
import { databaseVersions } from '../../enquiries/sql-database-versions.ts';
import { createSqlEnquiryStore } from '../../enquiries/sql-enquiry-store.ts';
import type { EnquiryStore } from '../../enquiries/store.ts';
import type { Config } from '../../server/config.ts';
import { openDatabase, placeInWords } from '../../server/open-database.ts';
import { CommandFailure, explainFault } from './command.ts';
import { counted } from './enquiry-text.ts';

/**
 * What a check found. `warning`: it works, and yet somebody should look. `failed`: it does not work, or could not be
 * checked. The detail is for the operator, and never holds a password.
 */
export interface Result {
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

export interface Check {
  name: string;
  /** The variables without which it would check something else. */
  needs: readonly string[];
  /** Rejects where something is wrong that the check does not explain itself. */
  run(): Result | Promise<Result>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/**
 * All checks but that of the configuration, in an order in which later ones may look into the opened database.
 * @param opened takes the database, to close it
 * @param testMailTo where a test mail goes, or true for MAIL_TO; without it none is sent
 */
export function createChecks(
  config: Config,
  now: Date,
  opened: AsyncDisposableStack,
  testMailTo?: string | true,
): readonly Check[] {
  const { database: place, dataDirectory, mailFolder, retentionDays, siteUrl, smtpUrl } = config;
  let store: EnquiryStore | undefined;
  const look = async (at: (store: EnquiryStore) => Promise<Result>): Promise<Result> =>
    store === undefined ? { status: 'failed', detail: 'not checked: the database does not open' } : at(store);
  const checkDatabase = async (): Promise<Result> => {
    const { database, dialect, close } = await openDatabase(place);
    opened.defer(close);
    store = createSqlEnquiryStore(database, dialect);
    await store.proveWritable(now);
    const versions = await databaseVersions(database, place.kind);
    return { status: 'ok', detail: `${placeInWords(place)} opens and can be written (${versions})` };
  };
  const checkMail = () => (smtpUrl === undefined ? checkMailFolder(mailFolder) : checkMailServer(smtpUrl));
  // Without a mail server, mails are kept beside the database.
  const mailNeeds = smtpUrl === undefined ? ['SMTP_URL', 'DATABASE_URL'] : ['SMTP_URL'];

  const checks: Check[] = [
    { name: 'site address', needs: ['SITE_URL'], run: () => checkSiteUrl(siteUrl) },
    { name: 'database', needs: ['DATABASE_URL'], run: checkDatabase },
    { name: 'disk space', needs: ['DATABASE_URL'], run: () => checkDisk(dataDirectory) },
    { name: 'mail', needs: mailNeeds, run: checkMail },
    { name: 'deliveries', needs: ['DATABASE_URL'], run: () => look((store) => checkDeliveries(store, now)) },
    {
      name: 'retention',
      needs: ['DATABASE_URL', 'RETENTION_DAYS'],
      run: () => look((store) => checkRetention(store, retentionDays, now)),
    },
  ];
  if (testMailTo !== undefined) {
    const needs = [...mailNeeds, 'MAIL_FROM', ...(testMailTo === true ? ['MAIL_TO'] : [])];
    const to = testMailTo === true ? config.mailTo : testMailTo;
    checks.push({ name: 'test mail', needs, run: () => sendTestMail(config, to, now) });
  }
  return checks;
}

function checkSiteUrl(siteUrl: string): Result {
  const { protocol, hostname } = new URL(siteUrl);
  if (/^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    return { status: 'ok', detail: `${siteUrl}, this machine alone; set SITE_URL before visitors come` };
  if (protocol === 'https:') return { status: 'ok', detail: siteUrl };
  const detail = `${siteUrl}: what visitors send crosses the network unencrypted; serve the site by https`;
  return { status: 'warning', detail };
}

/** The disk of the data directory, which is made at the first start. */
export async function checkDisk(dataDirectory: string): Promise<Result> {
  let existing = resolve(dataDirectory);
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return judgeDisk(bavail * bsize, dataDirectory);
}

/** @param free in bytes */
export function judgeDisk(free: number, dataDirectory: string): Result {
  const status = free < 100 * mebibyte ? 'failed' : free < gibibyte ? 'warning' : 'ok';
  const size = free < gibibyte ? `${Math.floor(free / mebibyte)} MiB` : `${(free / gibibyte).toFixed(1)} GiB`;
  const advice = status === 'ok' ? '' : ': make room; on a full disk nothing that visitors send can be stored';
  return { status, detail: `${size} free for ${dataDirectory}${advice}` };
}

async function checkMailServer(smtpUrl: string): Promise<Result> {
  const { protocol, host, username } = new URL(smtpUrl);
  const server = `${protocol}//${host}`;
  const verified = await verifySmtp(smtpUrl);
  if (!verified.ok) return { status: 'failed', detail: `${server}: ${verified.reason}` };
  const answers = `${server} answers, ${verified.encrypted ? 'encrypted' : 'not encrypted'}`;
  if (username === '') return { status: 'ok', detail: answers };
  if (verified.login) return { status: 'ok', detail: `${answers}, and accepts the login` };
  return { status: 'warning', detail: `${answers}, but takes no logins: SMTP_URL has one for nothing` };
}

async function checkMailFolder(mailFolder: string): Promise<Result> {
  const what = `nobody is mailed: SMTP_URL is not set, so each mail becomes a file in ${mailFolder}/`;
  const probe = join(mailFolder, `doctor-${randomUUID()}`);
  try {
    await mkdir(mailFolder, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'x', { mode: 0o600, flush: true });
    return { status: 'warning', detail: `${what}, which can be written` };
  } catch (fault) {
    const reasons = explainFault(fault) ?? [String(fault)];
    throw new CommandFailure([`${what}, which cannot be written:`, ...reasons]);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

async function checkDeliveries(store: EnquiryStore, now: Date): Promise<Result> {
  const { counts, oldestFailing } = await store.health();
  const { due, failed, quarantined } = counts;
  const failingFor = oldestFailing === null ? 0 : now.getTime() - oldestFailing.getTime();
  // For that long a mail server may be away before the site counts as degraded.
  const isLong = failingFor > 15 * minute;
  const details = [
    `${due} due, ${failed} failed, ${quarantined} quarantined`,
    ...(isLong ? [`mail has been failing for ${duration(failingFor)}`] : []),
    ...(failed > 0 ? ['"enquiries list --state failed" shows why, "enquiries retry --failed" sends again'] : []),
    ...(quarantined > 0 ? ['"enquiries list --state quarantined" shows what looks like spam'] : []),
  ];
  return { status: failed > 0 || isLong ? 'warning' : 'ok', detail: details.join('; ') };
}

function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}

async function checkRetention(store: EnquiryStore, retentionDays: number, now: Date): Promise<Result> {
  const end = new Date(now.getTime() - retentionDays * day);
  const detail = `${counted(await store.count({ until: end }))} older than ${retentionDays} days`;
  // A running server purges each day: what is late by two has been left lying.
  const overdue = await store.count({ until: new Date(end.getTime() - 2 * day) });
  if (overdue === 0) return { status: 'ok', detail: `${detail}; the server erases them daily` };
  return { status: 'warning', detail: `${detail}: the server erases them daily while it runs, or "enquiries purge"` };
}

/** Sends one mail the way that enquiries go. */
async function sendTestMail({ smtpUrl, mailFolder, mailFrom }: Config, to: string, date: Date): Promise<Result> {
  const id = `test-${randomUUID()}`;
  const messageId = `<${id}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`;
  const from = { name: `${site.name} website`, address: mailFrom };
  const subject = `Test of the ${site.name} website`;
  const text = `This is a test of the ${site.name} website. Enquiries are mailed in the same way.\n`;
  const html = `<!doctype html>\n<html lang="en-GB"><title>Test</title><p>${text.trim()}</p></html>\n`;
  const mailer = smtpUrl === undefined ? createFileMailer(createMailFolder(mailFolder)) : createSmtpMailer(smtpUrl);
  const outcome = await mailer.send({ enquiryId: id, messageId, date, from, to, replyTo: from, subject, text, html });
  if (!outcome.delivered) return { status: 'failed', detail: `to ${to}: ${outcome.reason}` };
  if (smtpUrl !== undefined)
    return { status: 'ok', detail: `the mail server took it for ${to}; see that it arrives, and not as spam` };
  return { status: 'ok', detail: `it is a file: ${join(mailFolder, `${id}.eml`)}` };
}
