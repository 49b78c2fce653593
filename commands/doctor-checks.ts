import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Content } from '../content/content-types.ts';
import { getResponseTarget } from '../content/assemble-content.ts';
import { listPlaceholders, type Placeholder } from '../content/placeholders.ts';
import * as words from '../content/words.ts';
import { formatDayAndTime, findUnkeepableTime, type ResponseTarget } from '../enquiries/response-target.ts';
import { isOfThisMachine, isPublic, type Config } from '../start/config.ts';
import type { Core } from '../start/open-core.ts';
import { describeDatabase } from '../start/open-database.ts';
import { reportFailure, reportOk, reportWarning, type Check, type Result } from './check.ts';
import type { Context } from './context.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkBounces, checkMailServer, checkSender, checkMailFolder, sendTestMail } from './doctor-mail.ts';
import { pluralise } from './enquiry-text.ts';

/**
 * All checks but that of the configuration, in an order in which later ones may look into the opened database.
 * @param testMailTo where a test mail goes, or true for MAIL_TO; without it none is sent
 */
export async function runChecks(
  check: Check,
  { open, ...context }: Pick<Context, 'open' | 'config'>,
  testMailTo: string | true | undefined,
): Promise<void> {
  const config = context.config();
  const { siteUrl, smtpUrl, mailTo } = config;
  const opened: { core?: Core } = {};
  await check('site address', async () => checkSiteUrl(siteUrl));
  await check('database', async () => {
    const { enquiries, database } = (opened.core = await open(config));
    await enquiries.proveWritable();
    const wrong = database.findLoss() ?? (await database.findDamage());
    if (wrong !== null) return reportFailure(wrong);
    return reportOk(`${describeDatabase(config.database)} opens and can be written (${await database.versions()})`);
  });
  await check('disk space', () => checkDisk(config.dataDirectory));
  await check('mail', async () =>
    smtpUrl === undefined ? checkMailFolder(config) : checkMailServer(smtpUrl, siteUrl),
  );
  if (opened.core !== undefined) await checkDatabase(check, opened.core);
  if (smtpUrl !== undefined) await check('sender', () => checkSender(config.mailFrom.address));
  if (smtpUrl !== undefined) await check('bounces', async () => checkBounces(config));
  await check('before you go public', async () =>
    // It is of use before there is a database, too: nothing is published then.
    checkPublicWords(config, (await opened.core?.wordsNow()) ?? words),
  );
  if (testMailTo === undefined) return;
  const receivers = testMailTo === true ? mailTo : [testMailTo];
  await check('test mail', () => sendTestMail(config, receivers));
}

function checkPublicWords(config: Config, words: Content): Result {
  const { outsideHours } = words.contactPage.next;
  const sentence = requireHoursSentence(outsideHours, getResponseTarget(words), new Date());
  return checkPlaceholders(config, [...listPlaceholders(words), ...sentence]);
}

/** Returns the placeholder of the contact page if the response target cannot be met in office hours. */
export function requireHoursSentence(outsideHours: string, promise: ResponseTarget, now: Date): Placeholder[] {
  const first = outsideHours === '' ? findUnkeepableTime(promise, now) : null;
  if (first === null) return [];
  const when = formatDayAndTime(first, now, promise.office.timeZone);
  const why = `what comes ${when} cannot be answered within ${promise.hours} hours in the hours of content/office.yaml`;
  const where = 'content/contact.yaml: next.outsideHours';
  return [{ what: 'sentence on office hours', where, why, isOptional: true }];
}

function checkSiteUrl(siteUrl: string): Result {
  if (isOfThisMachine(siteUrl)) return reportOk(`${siteUrl}, this machine alone; set SITE_URL before visitors come`);
  if (siteUrl.startsWith('https:')) return reportOk(siteUrl);
  return reportWarning(`${siteUrl}: what visitors send crosses the network unencrypted; serve the site by https`);
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** The disk of the data directory, which is made at the first start. */
export async function checkDisk(dataDirectory: string): Promise<Result> {
  let existing = dataDirectory;
  while (!existsSync(existing)) existing = dirname(existing);
  // Only writing tells: Linux goes on to call a disk writable that it has stopped after a fault. Root is refused as well.
  const refusal = await mkdtemp(join(existing, 'doctor-')).then(rmdir, (fault: NodeJS.ErrnoException) => fault.code);
  if (refusal === 'EROFS') {
    const advice = 'look for its fault with dmesg, mend it, and mount the disk for writing again';
    return reportFailure(`the disk of ${dataDirectory} is mounted read-only: ${advice}`);
  }
  const { bavail, bsize } = await statfs(existing);
  return checkFreeSpace(bavail * bsize, dataDirectory);
}

/** @param free in bytes */
export function checkFreeSpace(free: number, dataDirectory: string): Result {
  const status = free < 100 * mebibyte ? 'failed' : free < gibibyte ? 'warning' : 'ok';
  const size = free < gibibyte ? `${Math.floor(free / mebibyte)} MiB` : `${(free / gibibyte).toFixed(1)} GiB`;
  const advice = status === 'ok' ? '' : ': make room; on a full disk nothing that visitors send can be stored';
  return { status, detail: `${size} free for ${dataDirectory}${advice}` };
}

/** Checks for placeholders, a line each. Warns on a public site only. */
export function checkPlaceholders(config: Pick<Config, 'siteUrl'>, left: readonly Placeholder[]): Result {
  const needed = left.filter(({ isOptional }) => !isOptional).length;
  const also = left.length > 0 ? ', but for what not every company has' : '';
  const toFillIn = `${pluralise(needed, 'placeholder is', 'placeholders are')} left; fill them in, and build again`;
  const lines = left.map(
    ({ what, where, why, isOptional }) => `${what}${isOptional ? ', if any' : ''}: ${where} (${why})`,
  );
  const judge = needed > 0 && isPublic(config) ? reportWarning : reportOk;
  return judge([needed > 0 ? toFillIn : `everything is filled in${also}`, ...lines].join('\n'));
}
