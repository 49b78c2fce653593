import { listBackups } from '../database/backups.ts';
import { checkBackup } from '../database/check-backup.ts';
import { getInboxOrigin } from '../office/inbox-origin.ts';
import { findBackupConcern, mailMayFailFor } from '../server/health.ts';
import { isPublic } from '../start/config.ts';
import type { Core } from '../start/open-core.ts';
import { reportFailure, reportOk, reportWarning, type Check, type Result } from './check.ts';
import { pluralise, formatTime } from './enquiry-text.ts';

const hour = 60 * 60_000;

/** Checks what is stored. */
export async function checkDatabase(check: Check, core: Core): Promise<void> {
  const now = new Date();
  const { config } = core;
  await check('deliveries', () => checkDeliveries(core, now));
  await check('retention', () => checkRetention(core, now));
  await check('words', () => checkWords(core));
  await check('backup', () => checkLastBackup(core, now));
  if (config.inboxPort !== undefined) await check('inbox', () => checkInbox(core));
  if (config.webhook !== undefined) await check('webhook', () => checkWebhook(core));
}

/** Checks that mails are delivered. */
async function checkDeliveries({ enquiries }: Core, now: Date): Promise<Result> {
  const { due, failedMails, unsentReplies, oldestFailing, heldSince } = await enquiries.health();
  const quarantined = await enquiries.count({ status: 'spam' });
  const isLong = oldestFailing !== null && now.getTime() - oldestFailing.getTime() > mailMayFailFor;
  const details = [
    `${due} due, ${failedMails} failed, ${quarantined} quarantined`,
    ...(heldSince ? [`all is held since a backup was restored, ${formatTime(heldSince)}: "backup release-mail"`] : []),
    ...(oldestFailing ? [`mail has been failing since ${formatTime(oldestFailing)}: see mail above, and the log`] : []),
    ...(failedMails > 0 ? ['"enquiries list --state failed" shows why, "enquiries retry --failed" sends again'] : []),
    ...(unsentReplies > 0
      ? [`${pluralise(unsentReplies, 'answer', 'answers')} did not go out, or perhaps not: the inbox shows which`]
      : []),
  ];
  const status =
    failedMails + unsentReplies > 0 || isLong ? 'failed' : (heldSince ?? oldestFailing) === null ? 'ok' : 'warning';
  return { status, detail: details.join('; ') };
}

/** Checks the age of the last good backup. */
async function checkLastBackup({ enquiries, config }: Core, now: Date): Promise<Result> {
  if (config.backups === 'external') return reportOk('made by other means, as BACKUPS=external states');
  const health = await enquiries.health();
  // Another server may make them: of those the database tells.
  const times = [await findNewestSound(config.backupDirectory), health.lastBackupAt].flatMap((time) => time ?? []);
  const lastBackupAt = times.length === 0 ? null : new Date(Math.max(...times.map(Number)));
  const concern = findBackupConcern({ ...health, lastBackupAt }, { by: 'own', isPublic: isPublic(config) }, now);
  // One that is dated ahead counts for as long ago as it lies ahead.
  const isLate =
    lastBackupAt === null ? isPublic(config) : Math.abs(now.getTime() - lastBackupAt.getTime()) > 26 * hour;
  const made = lastBackupAt === null ? 'there never was one' : `the last good one is of ${formatTime(lastBackupAt)}`;
  const status = concern !== null ? 'failed' : isLate ? 'warning' : 'ok';
  return { status, detail: status === 'ok' ? made : `${made}; "backup" makes one, and website-backup.timer one a day` };
}

/** When the newest backup in a directory was made that can be restored; null where there is none. */
async function findNewestSound(directory: string): Promise<Date | null> {
  for (const { path, at } of listBackups(directory)) if ((await checkBackup(path)).ok) return at;
  return null;
}

/** Checks that no enquiry exceeds the retention period. */
async function checkRetention({ enquiries, config }: Core, now: Date): Promise<Result> {
  const { retentionDays } = config;
  // A running server purges each day: what is late by two has been left lying.
  const lastMessageBefore = new Date(now.getTime() - (retentionDays + 2) * 24 * hour);
  // Unmailed enquiries are kept; the check of deliveries reports them.
  const late = await enquiries.countPurgeable(lastMessageBefore);
  if (late === 0) return reportOk(`nothing is older than ${retentionDays} days`);
  const which = `${pluralise(late)} older than ${retentionDays} days`;
  return reportWarning(`${which}: the server erases them daily while it runs, or "enquiries purge"`);
}

/** Checks that this release can show the live content, and lists the files that differ. */
async function checkWords({ liveWords }: Core): Promise<Result> {
  const { number, files, differing, isUnreadable } = await liveWords.live();
  if (number === 0) return reportOk('those of the release: nothing was published');
  if (isUnreadable) return reportFailure(`publication ${number} is no words, so an older one is shown: "content undo"`);
  const faults = await liveWords.faults(files);
  if (faults.length > 0) {
    const { formatPlaceTitle } = await import('../content/validate-content.ts');
    const advice = 'which shows an older one; "content import" publishes the release’s files';
    const lines = faults.map((fault) => `${formatPlaceTitle(fault, files)} ${fault.message}`);
    return reportFailure([`publication ${number} cannot be shown by this release, ${advice}`, ...lines].join('\n'));
  }
  return reportOk(
    `publication ${number} is live${differing.length > 0 ? `; the release differs in ${differing.join(', ')}` : ''}`,
  );
}

/** Checks that somebody can open the inbox. */
async function checkInbox({ config, people }: Core): Promise<Result> {
  const invited = await people.people();
  const able = invited.filter(({ passkeys }) => passkeys.length > 0).length;
  const where = `it is at ${getInboxOrigin(config)}`;
  if (able > 0) return reportOk(`${pluralise(able, 'person has', 'people have')} a passkey; ${where}`);
  const all = pluralise(invited.length, 'person', 'people');
  const who = invited.length === 0 ? 'nobody has been invited' : `nobody has a passkey, of ${all} invited`;
  return reportWarning(`${who}: "people invite" makes a link that is good for a day; ${where}`);
}

/** Checks the webhook. The URL may be a secret: only its host is shown. */
async function checkWebhook({ config, enquiries }: Core): Promise<Result> {
  const host = config.webhook && new URL(config.webhook.url).host;
  const last = await enquiries.lastWebhookCall();
  if (last === null || last.state === 'delivered')
    return reportOk(`${host}: its last call was taken, or there was none yet`);
  const detail = `${last.lastReason ?? 'its last call was interrupted'}; "webhook test" tries it`;
  return last.state === 'failed' ? reportFailure(`given up: ${detail}`) : reportWarning(detail);
}
