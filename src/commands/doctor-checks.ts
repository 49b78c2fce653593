import type { Content } from '../content/content-models.ts';
import { getResponseTarget } from '../content/assemble-content.ts';
import { listMissingFacts, type MissingFact } from '../content/missing-facts.ts';
import * as releaseContent from '../content/release-content.ts';
import { formatDayAndTime, findFirstUnachievableTime, type ResponseTarget } from '../enquiries/response-target.ts';
import { lowDiskSpaceBytes, findWritableBytes } from '../process/disk-space.ts';
import { findTakenBack, listTakenBackVersions, readCurrentInstalledVersion } from '../process/installed-versions.ts';
import { isLoopbackHost, isPublicSite } from '../process/is-loopback-host.ts';
import { packageVersion } from '../process/package-info.ts';
import type { Config } from '../start/config.ts';
import type { ApplicationCore } from '../start/open-application-core.ts';
import { describeDatabaseLocation } from '../start/site-database.ts';
import { createConcernResult, createResult, type CheckResult, type CheckRunner } from './check-result.ts';
import type { CommandContext } from './context.ts';
import { runDatabaseChecks } from './doctor-database.ts';
import { checkBounceMailbox, checkMailbox, checkMailServer, checkSenderDomain, sendTestMail } from './doctor-mail.ts';
import { describeTakenBack } from './version.ts';

/**
 * Runs all checks except that of the configuration. Later ones use the open database.
 * @param testMailReceiver address of a test mail, or true for MAIL_TO; undefined: none is sent
 */
export async function runDoctorChecks(
  runCheck: CheckRunner,
  { openCore, loadConfig }: Pick<CommandContext, 'openCore' | 'loadConfig'>,
  testMailReceiver: string | true | undefined,
): Promise<void> {
  const config = loadConfig();
  const { siteUrl, smtpUrl, mailTo, dataDirectory } = config;
  const opened: { core?: ApplicationCore } = {};
  await runCheck('version', async () => checkVersions());
  await runCheck('site address', async () => checkSiteUrl(siteUrl));
  await runCheck('database', async () => {
    const { enquiries, database } = (opened.core = await openCore(config));
    await enquiries.verifyWritable();
    const damage = database.findDataLoss() ?? (await database.findDamage());
    if (damage !== null) return createResult('failed', damage);
    return createResult(
      'ok',
      `${describeDatabaseLocation(config.database)} opens and can be written (${await database.describeVersions()})`,
    );
  });
  await runCheck('disk space', async () => checkFreeSpace(await findWritableBytes(dataDirectory), dataDirectory));
  let mail: CheckResult | undefined;
  await runCheck('mail', async () => {
    mail = smtpUrl === undefined ? explainMailFolder(config) : await checkMailServer(smtpUrl, siteUrl);
    return mail;
  });
  await runCheck('mailbox', () => checkMailbox(config));
  if (opened.core !== undefined) await runDatabaseChecks(runCheck, opened.core);
  if (smtpUrl !== undefined) await runCheck('sender', () => checkSenderDomain(config.mailFrom.address));
  if (smtpUrl !== undefined) await runCheck('bounces', async () => checkBounceMailbox(config));
  // Without a database nothing is published, and the release's content is checked.
  const loadContent = async () => (await opened.core?.loadContentFromDatabase()) ?? releaseContent;
  await runCheck('company', async () => checkCompany(config, await loadContent()));
  await runCheck('facts', async () => checkFacts(config, await loadContent()));
  if (testMailReceiver === undefined) return;
  const receivers = testMailReceiver === true ? mailTo : [testMailReceiver];
  const isServerFailing = smtpUrl !== undefined && mail?.status === 'failed';
  await runCheck('test mail', async () =>
    isServerFailing ? createResult('warning', 'not sent: see mail') : sendTestMail(config, receivers),
  );
}

/** Checks that no version was taken back, whose place this one has. */
function checkVersions(): CheckResult {
  const current = readCurrentInstalledVersion() ?? packageVersion;
  const [name = current] = listTakenBackVersions();
  const takenBack = findTakenBack(name);
  if (name === current || takenBack === null) return createResult('ok', current);
  const advice = `mend that, then "version use ${name}", or stay here with "version use ${current}"`;
  return createConcernResult('update: taken back', `${name} was ${describeTakenBack(takenBack)}; ${advice}`);
}

/** Returns a failure for a public site of a company that is made up, which search engines are told to leave out. */
function checkCompany(config: Config, content: Content): CheckResult {
  const names = listMissingFacts(content).flatMap(({ name, isMadeUp }) => (isMadeUp ? [name] : []));
  if (names.length === 0) return createResult('ok', `it is ${content.site.legalName}`);
  const detail = `made up, as shipped: ${names.join(', ')}`;
  return isPublicSite(config)
    ? createResult('failed', `${detail}; until you state them in the office, search engines are told to stay away`)
    : createResult('ok', detail);
}

/** Lists the facts that the company has not stated yet. To leave some out is a choice until the site is public. */
function checkFacts(config: Config, content: Content): CheckResult {
  const { outsideHours } = content.contactPage.next;
  const sentence = listMissingHoursFacts(outsideHours, getResponseTarget(content), new Date());
  const missing = [...listMissingFacts(content), ...sentence];
  const lines = missing.map(
    ({ name, location, reason, isOptional }) => `${name}${isOptional ? ', if any' : ''}: ${location} (${reason})`,
  );
  const names = missing.flatMap(({ name, isOptional }) => (isOptional ? [] : name));
  if (names.length === 0) return createResult('ok', ['all are stated that every company has', ...lines].join('\n'));
  const first = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
  const advice = 'state them in the office’s editor, or with "content export" and "content import"';
  const summary = `${names.length} not stated yet: ${first}; ${advice}; "doctor --all" lists them`;
  return { status: isPublicSite(config) ? 'warning' : 'ok', detail: [summary, ...lines].join('\n') };
}

/** Returns the missing sentence of the contact page if the response target cannot always be met in office hours. */
export function listMissingHoursFacts(
  outsideHoursText: string,
  responseTarget: ResponseTarget,
  now: Date,
): MissingFact[] {
  const unkeepableTime = outsideHoursText === '' ? findFirstUnachievableTime(responseTarget, now) : null;
  if (unkeepableTime === null) return [];
  const when = formatDayAndTime(unkeepableTime, now, responseTarget.officeHours.timeZone);
  const reason = `what comes ${when} cannot be answered within ${responseTarget.replyWithinHours} hours in the hours of content/office.yaml`;
  const location = 'content/contact.yaml: next.outsideHours';
  const field = { file: 'contact.yaml', path: ['next', 'outsideHours'] };
  return [{ name: 'sentence on office hours', location, field, reason, isOptional: true }];
}

function checkSiteUrl(siteUrl: string): CheckResult {
  if (isLoopbackHost(new URL(siteUrl).hostname))
    return createResult('ok', `${siteUrl}, for this machine alone; for visitors, set SITE_URL`);
  if (siteUrl.startsWith('https:')) return createResult('ok', siteUrl);
  return createResult(
    'warning',
    `${siteUrl}: what visitors send crosses the network unencrypted; add https, and set SITE_URL`,
  );
}

/** Returns that nobody is mailed without SMTP_URL, which for this machine alone is a choice. */
function explainMailFolder({ mailFolder, siteUrl }: Config): CheckResult {
  const detail = `nobody is mailed: each mail becomes a file in ${mailFolder}/; to mail them, set SMTP_URL`;
  if (isLoopbackHost(new URL(siteUrl).hostname)) return createResult('ok', detail);
  return siteUrl.startsWith('https:')
    ? createConcernResult('mail: reaches nobody', detail)
    : createResult('warning', detail);
}

const mebibyte = 1024 ** 2;

/** Returns the result for the free space of the data directory's disk; null: it is read-only. */
export function checkFreeSpace(freeBytes: number | null, dataDirectory: string): CheckResult {
  if (freeBytes === null) {
    const advice = 'look for its error with dmesg, repair it, and mount the disk for writing again';
    return createConcernResult('disk: read-only', `the disk of ${dataDirectory} is mounted read-only: ${advice}`);
  }
  if (freeBytes >= lowDiskSpaceBytes)
    return createResult('ok', `${(freeBytes / lowDiskSpaceBytes).toFixed(1)} GiB free for ${dataDirectory}`);
  const size = `${Math.floor(freeBytes / mebibyte)} MiB free for ${dataDirectory}`;
  const detail = `${size}: make room; on a full disk nothing that visitors send can be stored`;
  return freeBytes < 100 * mebibyte ? createResult('failed', detail) : createConcernResult('disk: nearly full', detail);
}
