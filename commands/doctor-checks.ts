import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeholders, type Placeholder } from '../content/placeholders.ts';
import * as words from '../content/words.ts';
import { loadRenderer } from '../start/built-pages.ts';
import { isOfThisMachine, isPublic, type Config } from '../start/config.ts';
import type { Core } from '../start/open-core.ts';
import { placeInWords } from '../start/open-database.ts';
import { failed, ok, warning, type Check, type Result } from './check.ts';
import type { Context } from './command.ts';
import {
  checkContactFacts,
  checkDeliveries,
  checkInbox,
  checkLastBackup,
  checkRetention,
  checkWebhook,
} from './doctor-database.ts';
import { checkBounces, checkMailFolder, checkMailServer, sendTestMail } from './doctor-mail.ts';
import { counted } from './enquiry-text.ts';

/**
 * All checks but that of the configuration, in an order in which later ones may look into the opened database.
 * @param testMailTo where a test mail goes, or true for MAIL_TO; without it none is sent
 */
export function createChecks(
  { open, buildDirectory }: Pick<Context, 'open' | 'buildDirectory'>,
  config: Config,
  testMailTo: string | true | undefined,
): readonly Check[] {
  const { siteUrl, smtpUrl, inboxPort, webhook } = config;
  const now = new Date();
  let core: Core | undefined;
  const checkDatabase = async (): Promise<Result> => {
    core = await open(config);
    await core.enquiries.proveWritable();
    return ok(`${placeInWords(config.database)} opens and can be written (${await core.versions()})`);
  };
  const ofCore = (look: (core: Core, now: Date) => Promise<Result>) => async (): Promise<Result> =>
    core === undefined ? failed('not checked: the database does not open') : look(core, now);
  // What is left to fill in is of use before there is a database, too: nothing is overridden then.
  const checkWords = async () =>
    checkPlaceholders(config, placeholders(words, await core?.contactSettings.overrides()));
  // Without a mail server, mails are kept beside the database, and nobody is mailed from a public site.
  const mailNeeds = smtpUrl === undefined ? ['SMTP_URL', 'DATABASE_URL', 'SITE_URL'] : ['SMTP_URL'];
  const mail = smtpUrl === undefined ? () => checkMailFolder(config) : () => checkMailServer(smtpUrl, siteUrl);
  const testMailNeeds = [...mailNeeds, 'MAIL_FROM', ...(testMailTo === true ? ['MAIL_TO'] : [])];
  const receivers = typeof testMailTo === 'string' ? [testMailTo] : config.mailTo;
  const inboxNeeds = ['DATABASE_URL', 'SITE_URL', 'INBOX_URL'];

  const checks: (Check | false)[] = [
    { name: 'site address', needs: ['SITE_URL'], run: () => checkSiteUrl(siteUrl) },
    { name: 'build', needs: [], run: () => checkBuild(buildDirectory) },
    { name: 'database', needs: ['DATABASE_URL'], run: checkDatabase },
    { name: 'disk space', needs: ['DATABASE_URL'], run: () => checkDisk(config.dataDirectory) },
    { name: 'mail', needs: mailNeeds, run: mail },
    { name: 'deliveries', needs: ['DATABASE_URL'], run: ofCore(checkDeliveries) },
    { name: 'retention', needs: ['DATABASE_URL', 'RETENTION_DAYS'], run: ofCore(checkRetention) },
    { name: 'contact facts', needs: ['DATABASE_URL'], run: ofCore(checkContactFacts) },
    { name: 'backup', needs: ['DATABASE_URL', 'SITE_URL'], run: ofCore(checkLastBackup) },
    inboxPort !== undefined && { name: 'inbox', needs: inboxNeeds, run: ofCore(checkInbox) },
    webhook !== undefined && { name: 'webhook', needs: ['DATABASE_URL'], run: ofCore(checkWebhook(webhook.url)) },
    smtpUrl !== undefined && { name: 'bounces', needs: ['MAIL_FROM', 'MAIL_TO'], run: () => checkBounces(config) },
    { name: 'before you go public', needs: ['SITE_URL'], run: checkWords },
    testMailTo !== undefined && {
      name: 'test mail',
      needs: testMailNeeds,
      run: () => sendTestMail(config, receivers, now),
    },
  ];
  return checks.filter((check) => check !== false);
}

function checkSiteUrl(siteUrl: string): Result {
  if (isOfThisMachine(siteUrl)) return ok(`${siteUrl}, this machine alone; set SITE_URL before visitors come`);
  if (siteUrl.startsWith('https:')) return ok(siteUrl);
  return warning(`${siteUrl}: what visitors send crosses the network unencrypted; serve the site by https`);
}

async function checkBuild(buildDirectory: string): Promise<Result> {
  const { listPages } = await loadRenderer(buildDirectory);
  return ok(`${listPages(words).length} pages`);
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** The disk of the data directory, which is made at the first start. */
export async function checkDisk(dataDirectory: string): Promise<Result> {
  let existing = dataDirectory;
  while (!existsSync(existing)) existing = dirname(existing);
  if (await isReadOnly(existing)) {
    const advice = 'look for its fault with dmesg, mend it, and mount the disk for writing again';
    return failed(`the disk of ${dataDirectory} is mounted read-only: ${advice}`);
  }
  const { bavail, bsize, files, ffree } = await statfs(existing);
  // A file system that makes its inodes as they are needed says that it has 0.
  if (files > 0 && ffree < 100) {
    const advice = 'however much room it has: remove files that nobody needs; df -i shows how many it can hold';
    return failed(`the disk of ${dataDirectory} takes only ${ffree} files more, ${advice}`);
  }
  return judgeSpace(bavail * bsize, dataDirectory);
}

/** Root is refused as well. */
async function isReadOnly(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK).then(
    () => false,
    (fault: NodeJS.ErrnoException) => fault.code === 'EROFS',
  );
}

/** @param free in bytes */
export function judgeSpace(free: number, dataDirectory: string): Result {
  const status = free < 100 * mebibyte ? 'failed' : free < gibibyte ? 'warning' : 'ok';
  const size = free < gibibyte ? `${Math.floor(free / mebibyte)} MiB` : `${(free / gibibyte).toFixed(1)} GiB`;
  const advice = status === 'ok' ? '' : ': make room; on a full disk nothing that visitors send can be stored';
  return { status, detail: `${size} free for ${dataDirectory}${advice}` };
}

/** Whether anything is left to fill in, with a line for each. Until the site is public, there is time. */
export function checkPlaceholders(config: Pick<Config, 'siteUrl'>, left: readonly Placeholder[]): Result {
  const needed = left.filter(({ isOptional }) => !isOptional);
  const optional = left.filter(({ isOptional }) => isOptional);
  const lines = left.map(
    ({ what, where, why, isOptional }) => `${what}${isOptional ? ', if any' : ''}: ${where} (${why})`,
  );
  if (needed.length === 0) {
    const also = optional.length > 0 ? ', but for what not every company has' : '';
    return ok([`everything is filled in${also}`, ...lines].join('\n'));
  }
  const head = `${counted(needed.length, 'placeholder is', 'placeholders are')} left; fill them in, and build again`;
  return { status: isPublic(config) ? 'warning' : 'ok', detail: [head, ...lines].join('\n') };
}
