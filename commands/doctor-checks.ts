import { placeholders } from '../content/placeholders.ts';
import * as words from '../content/words.ts';
import { contactFields, type ContactSettings } from '../enquiries/core/contact-settings.ts';
import { createSqlContactSettings } from '../enquiries/storage/sql-contact-settings.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import type { EnquiryStore } from '../enquiries/core/store.ts';
import { compose, type Composition } from '../start/compose.ts';
import { isOfThisMachine, isPublic, type Config } from '../start/config.ts';
import { createLog } from '../process/log.ts';
import { loadRenderer } from '../start/open-pages.ts';
import { openDatabase, placeInWords } from '../start/open-database.ts';
import { backupMayBe } from '../server/readiness.ts';
import { expectDatabase } from './command.ts';
import type { Check, Result } from './check.ts';
import { checkDisk } from './doctor-disk.ts';
import { checkBounces, checkMailFolder, checkMailServer, sendTestMail } from './doctor-mail.ts';
import { checkInbox, checkWebhook } from './doctor-office.ts';
import { checkPlaceholders } from './doctor-placeholders.ts';
import { counted } from './enquiry-text.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

interface Examination {
  config: Config;
  buildDirectory: string;
  now: Date;
  /** Takes the database, to close it. */
  opened: AsyncDisposableStack;
  /** Where a test mail goes, or true for MAIL_TO; without it none is sent. */
  testMailTo: string | true | undefined;
  /** Told where a backup was made, if the database had to be migrated. */
  onBackup: (path: string) => void;
}

/** All checks but that of the configuration, in an order in which later ones may look into the opened database. */
export function createChecks(examination: Examination): readonly Check[] {
  const { config, buildDirectory, now, opened, testMailTo, onBackup } = examination;
  const { database: place, dataDirectory, retentionDays, siteUrl, smtpUrl, webhook: call } = config;
  let store: EnquiryStore | undefined;
  let contact: ContactSettings | undefined;
  const look = async (at: (store: EnquiryStore) => Promise<Result>): Promise<Result> =>
    store === undefined ? { status: 'failed', detail: 'not checked: the database does not open' } : at(store);
  const lookAtOffice = (at: (office: Composition) => Promise<Result>): Promise<Result> =>
    look(async () => at(opened.adopt(await compose(config, createLog('silent')), ({ close }) => close())));
  const checkDatabase = async (): Promise<Result> => {
    expectDatabase(place);
    const { database, dialect, versions, close } = await openDatabase(place, {
      backups: { directory: config.backupDirectory, onMade: onBackup },
    });
    opened.defer(close);
    store = createSqlEnquiryStore(database, dialect);
    contact = createSqlContactSettings(database);
    await store.proveWritable(now);
    return { status: 'ok', detail: `${placeInWords(place)} opens and can be written (${await versions()})` };
  };
  // What is left to fill in is of use before there is a database, too: nothing is overridden then.
  const checkWords = async () => checkPlaceholders(config, placeholders(words, await contact?.overrides()));
  const checkMail = () => (smtpUrl === undefined ? checkMailFolder(config) : checkMailServer(smtpUrl, config.siteUrl));
  // Without a mail server, mails are kept beside the database, and nobody is mailed from a public site.
  const mailNeeds = smtpUrl === undefined ? ['SMTP_URL', 'DATABASE_URL', 'SITE_URL'] : ['SMTP_URL'];

  const checks: Check[] = [
    { name: 'site address', needs: ['SITE_URL'], run: () => checkSiteUrl(siteUrl) },
    { name: 'build', needs: [], run: () => checkBuild(buildDirectory) },
    { name: 'database', needs: ['DATABASE_URL'], run: checkDatabase },
    { name: 'disk space', needs: ['DATABASE_URL'], run: () => checkDisk(dataDirectory) },
    { name: 'mail', needs: mailNeeds, run: checkMail },
    { name: 'deliveries', needs: ['DATABASE_URL'], run: () => look((store) => checkDeliveries(store, now)) },
    {
      name: 'retention',
      needs: ['DATABASE_URL', 'RETENTION_DAYS'],
      run: () => look((store) => checkRetention(store, retentionDays, now)),
    },
    {
      name: 'contact facts',
      needs: ['DATABASE_URL'],
      run: () => lookAtOffice(({ contactSettings }) => checkContactFacts(contactSettings)),
    },
    {
      name: 'backup',
      needs: ['DATABASE_URL', 'SITE_URL'],
      run: () => look((store) => checkLastBackup(store, config, now)),
    },
  ];
  if (config.inboxPort !== undefined) {
    const needs = ['DATABASE_URL', 'SITE_URL', 'INBOX_URL'];
    checks.push({ name: 'inbox', needs, run: () => lookAtOffice(({ people }) => checkInbox(config, people)) });
  }
  if (call !== undefined) {
    const run = () => lookAtOffice(({ webhook }) => checkWebhook(call.url, webhook));
    checks.push({ name: 'webhook', needs: ['DATABASE_URL'], run });
  }
  if (smtpUrl !== undefined)
    checks.push({ name: 'bounces', needs: ['MAIL_FROM', 'MAIL_TO'], run: () => checkBounces(config) });
  checks.push({ name: 'before you go public', needs: ['SITE_URL'], run: checkWords });
  if (testMailTo !== undefined) {
    const needs = [...mailNeeds, 'MAIL_FROM', ...(testMailTo === true ? ['MAIL_TO'] : [])];
    const to = testMailTo === true ? config.mailTo : [testMailTo];
    checks.push({ name: 'test mail', needs, run: () => sendTestMail(config, to, now) });
  }
  return checks;
}

function checkSiteUrl(siteUrl: string): Result {
  if (isOfThisMachine(siteUrl))
    return { status: 'ok', detail: `${siteUrl}, this machine alone; set SITE_URL before visitors come` };
  if (siteUrl.startsWith('https:')) return { status: 'ok', detail: siteUrl };
  const detail = `${siteUrl}: what visitors send crosses the network unencrypted; serve the site by https`;
  return { status: 'warning', detail };
}

async function checkBuild(buildDirectory: string): Promise<Result> {
  const { listPages } = await loadRenderer(buildDirectory);
  return { status: 'ok', detail: `${listPages(words).length} pages` };
}

async function checkDeliveries(store: EnquiryStore, now: Date): Promise<Result> {
  const { counts, oldestFailing } = await store.health(now);
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
  return { status: failed > 0 || isLong ? 'failed' : 'ok', detail: details.join('; ') };
}

async function checkLastBackup(store: EnquiryStore, config: Config, now: Date): Promise<Result> {
  const { lastBackupAt } = await store.health(now);
  const advice = '"backup" makes one, and website-backup.timer one a day';
  if (lastBackupAt === null)
    return { status: isPublic(config) ? 'warning' : 'ok', detail: `there never was one; ${advice}` };
  const age = now.getTime() - lastBackupAt.getTime();
  const status = age > backupMayBe ? 'failed' : age > 26 * 60 * minute ? 'warning' : 'ok';
  const detail = `the last good one was made ${duration(Math.max(0, age))} ago`;
  return { status, detail: status === 'ok' ? detail : `${detail}; ${advice}` };
}

function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}

async function checkRetention(store: EnquiryStore, retentionDays: number, now: Date): Promise<Result> {
  const end = new Date(now.getTime() - retentionDays * day);
  // What was not mailed stays, and the check of deliveries tells of it.
  const settledUntil = async (until: Date): Promise<number> =>
    (await store.count({ until, state: 'delivered' })) + (await store.count({ until, state: 'quarantined' }));
  const detail = `${counted(await settledUntil(end))} older than ${retentionDays} days`;
  // A running server purges each day: what is late by two has been left lying.
  const overdue = await settledUntil(new Date(end.getTime() - 2 * day));
  if (overdue === 0) return { status: 'ok', detail: `${detail}; the server erases them daily` };
  return { status: 'warning', detail: `${detail}: the server erases them daily while it runs, or "enquiries purge"` };
}

/** What is set here hides what content/site.yaml says: whoever changes that should know. */
async function checkContactFacts({ overrides }: ContactSettings): Promise<Result> {
  const { contact } = words.site;
  const builtIn = { ...contact, ...contact.socialMedia };
  const set = await overrides();
  const hidden = contactFields.flatMap((field) =>
    set[field] === undefined ? [] : [`${field} is "${set[field]}" instead of "${builtIn[field]}"`],
  );
  if (hidden.length === 0) return { status: 'ok', detail: 'all as in content/site.yaml' };
  const detail = `set here, whatever content/site.yaml says: ${hidden.join(', ')}; "contact reset" returns to it`;
  return { status: 'ok', detail };
}
