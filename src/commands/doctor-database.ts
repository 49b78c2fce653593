import { findNewestRestorableBackup } from '../database/check-backup.ts';
import { findOfficeOrigin } from '../office/office-origin.ts';
import { findBackupConcern, isMailFailing } from '../enquiries/find-concerns.ts';
import { isPublicSite } from '../process/is-loopback-host.ts';
import type { ApplicationCore } from '../start/open-application-core.ts';
import { pluralise } from '../text/format-text.ts';
import { createConcernResult, createResult, type CheckResult, type CheckRunner } from './check-result.ts';
import { formatLocalTime } from './format-text.ts';

const hour = 60 * 60_000;

/** Runs the checks of the database: deliveries, retention, content, backup, office and webhook. */
export async function runDatabaseChecks(runCheck: CheckRunner, core: ApplicationCore): Promise<void> {
  const now = new Date();
  const { config } = core;
  await runCheck('deliveries', () => checkDeliveries(core, now));
  await runCheck('retention', () => checkRetention(core, now));
  await runCheck('content', () => checkContent(core));
  await runCheck('backup', () => checkLastBackup(core, now));
  if (config.backupCopyCommand !== undefined || (config.backupSource === 'own' && isPublicSite(config)))
    await runCheck('copies', () => checkLastCopy(core, now));
  if (config.officePort !== undefined) await runCheck('office', () => checkOffice(core));
  if (config.webhook !== undefined) await runCheck('webhook', () => checkWebhook(core));
}

/** Checks that mails are delivered. */
async function checkDeliveries({ enquiries }: ApplicationCore, now: Date): Promise<CheckResult> {
  const health = await enquiries.readMailAndBackupHealth();
  const { dueMessages, failedMails, unsentReplies, oldestFailingAt, heldSince } = health;
  const spam = await enquiries.count({ status: 'spam' });
  const details = [
    `${dueMessages} due, ${failedMails} failed, ${spam} spam`,
    ...(heldSince
      ? [`all is held since a backup was restored, ${formatLocalTime(heldSince)}; send it with "backup release-mail"`]
      : []),
    ...(oldestFailingAt
      ? [`mail has been failing since ${formatLocalTime(oldestFailingAt)}: see mail above, and the log`]
      : []),
    ...(failedMails > 0 ? ['"enquiries list --state failed" shows why, "enquiries retry --failed" sends again'] : []),
    ...(unsentReplies > 0
      ? [`${pluralise(unsentReplies, 'reply', 'replies')} did not go out, or perhaps not: the inbox shows which`]
      : []),
  ];
  const detail = details.join('; ');
  if (unsentReplies > 0 || isMailFailing(health, now)) return createConcernResult('mail: failing', detail);
  if (heldSince !== null) return createConcernResult('mail: held', detail);
  return oldestFailingAt === null ? createResult('ok', detail) : createResult('warning', detail);
}

/** Checks the age of the last good backup. */
async function checkLastBackup({ enquiries, config }: ApplicationCore, now: Date): Promise<CheckResult> {
  if (config.backupSource === 'external') return createResult('ok', 'made by other means, as BACKUPS=external states');
  const health = await enquiries.readMailAndBackupHealth();
  // Backups of another server are known by the database.
  const newest = await findNewestRestorableBackup(config.backupDirectory);
  const times = [newest?.at, health.lastBackupAt].flatMap((time) => time ?? []);
  const lastBackupAt = times.length === 0 ? null : new Date(Math.max(...times.map(Number)));
  const isExpected = lastBackupAt !== null || isPublicSite(config);
  const advice = 'make one now with "backup"; website-backup.timer makes one a day';
  return isExpected ? checkAge({ ...health, lastBackupAt }, now, advice) : createResult('ok', 'there never was one');
}

/** Checks the age of the backup that was last copied elsewhere. */
async function checkLastCopy({ enquiries, config }: ApplicationCore, now: Date): Promise<CheckResult> {
  const { lastCopyAt: lastBackupAt, databaseCreatedAt } = await enquiries.readMailAndBackupHealth();
  const advice = 'make one now with "backup copy", which says what stops it';
  if (config.backupCopyCommand !== undefined) return checkAge({ lastBackupAt, databaseCreatedAt }, now, advice);
  return createResult(
    'warning',
    'none: all backups lie on this disk; to have each one copied elsewhere, set BACKUP_COPY',
  );
}

function checkAge(health: Parameters<typeof findBackupConcern>[0], now: Date, advice: string): CheckResult {
  const last = health.lastBackupAt;
  const made = last === null ? 'there never was one' : `the last good one is of ${formatLocalTime(last)}`;
  // A backup dated in the future counts as equally old.
  if (last !== null && Math.abs(now.getTime() - last.getTime()) <= 26 * hour) return createResult('ok', made);
  const concern = findBackupConcern(health, { madeBy: 'own', isPublic: true }, now);
  const detail = `${made}; ${advice}`;
  return concern === null ? createResult('warning', detail) : createConcernResult(concern, detail);
}

/** Checks that no enquiry exceeds the retention period. */
async function checkRetention({ enquiries, config }: ApplicationCore, now: Date): Promise<CheckResult> {
  const { retentionDays } = config;
  // A running server purges each day: two days late, the purge has failed.
  const lastMessageBefore = new Date(now.getTime() - (retentionDays + 2) * 24 * hour);
  // Unmailed enquiries are kept; the check of deliveries reports them.
  const overdueCount = await enquiries.countExpired(lastMessageBefore);
  if (overdueCount === 0) return createResult('ok', `nothing is older than ${retentionDays} days`);
  const which = `${pluralise(overdueCount)} older than ${retentionDays} days`;
  return createResult('warning', `${which}: start the server, which erases them daily, or call "enquiries purge"`);
}

/** Checks that this release can show the published content, and lists the files that differ. */
async function checkContent({ contentRepository }: ApplicationCore): Promise<CheckResult> {
  const { number, files, differingFiles, isUnreadable } = await contentRepository.readPublishedContent();
  if (number === 0) return createResult('ok', 'those of the release: nothing was published');
  if (isUnreadable)
    return createResult('failed', `revision ${number} cannot be read; an older one is shown: "content undo"`);
  const issues = await contentRepository.findRenderingIssues(files);
  if (issues.length > 0) {
    const { formatFileAndFieldTitle } = await import('../content/validate-content.ts');
    const advice = 'which shows an older one; "content import" publishes the release’s files';
    const lines = issues.map((issue) => `${formatFileAndFieldTitle(issue, files)} ${issue.message}`);
    return createResult(
      'failed',
      [`revision ${number} cannot be shown by this release, ${advice}`, ...lines].join('\n'),
    );
  }
  return createResult(
    'ok',
    `revision ${number} is published${differingFiles.length > 0 ? `; the release differs in ${differingFiles.join(', ')}` : ''}`,
  );
}

/** Checks that somebody can open the office. */
async function checkOffice({ config, people }: ApplicationCore): Promise<CheckResult> {
  const invited = await people.listPeople();
  const withPasskeyCount = invited.filter(({ passkeys }) => passkeys.length > 0).length;
  const where = `it is at ${findOfficeOrigin(config)}`;
  if (withPasskeyCount > 0)
    return createResult('ok', `${pluralise(withPasskeyCount, 'person has', 'people have')} a passkey; ${where}`);
  const all = pluralise(invited.length, 'person', 'people');
  const who = invited.length === 0 ? 'nobody has been invited' : `nobody has a passkey, of ${all} invited`;
  return createResult('warning', `${who}: "people invite" makes a link that is good for a day; ${where}`);
}

/** Checks the webhook. The URL may be a secret: only its host is shown. */
async function checkWebhook({ config, enquiries }: ApplicationCore): Promise<CheckResult> {
  const host = config.webhook && new URL(config.webhook.url).host;
  const last = await enquiries.findLastWebhookCall();
  if (last === null || last.state === 'delivered')
    return createResult('ok', `${host}: its last call was taken, or there was none yet`);
  const detail = `${last.lastReason ?? 'its last call was interrupted'}; "webhook test" tries it`;
  return last.state === 'failed' ? createResult('failed', `given up: ${detail}`) : createResult('warning', detail);
}
