import { concerns, selectConcerns, type Concern } from './concerns.ts';
import type { MailAndBackupHealth } from './health.ts';

/** Backup policy; a public site needs one. `external`: made by other means, which are not checked. */
export interface BackupPolicy {
  madeBy: 'own' | 'external';
  isPublic: boolean;
  isCopied?: boolean;
}

/** Returns the concerns about mails and backups. */
export function findMailAndBackupConcerns(health: MailAndBackupHealth, policy: BackupPolicy, now: Date): Concern[] {
  const backup = findBackupConcern(health, policy, now);
  const copyPolicy = { madeBy: policy.isCopied ? 'own' : 'external', isPublic: true } as const;
  const copy = findBackupConcern({ ...health, lastBackupAt: health.lastCopyAt }, copyPolicy, now);
  return [
    ...selectConcerns({ 'mail: failing': isMailFailing(health, now), 'digest: failing': health.isDigestFailing }),
    ...(backup === null ? [] : [backup]),
    ...selectConcerns({ 'copy: overdue': copy !== null, 'mail: held': health.heldSince !== null }),
  ];
}

/** Returns true if a mail was given up, which needs a person however recent it is, or if mail has long been failing. */
export function isMailFailing(
  { failedMails, oldestFailingAt }: Pick<MailAndBackupHealth, 'failedMails' | 'oldestFailingAt'>,
  now: Date,
): boolean {
  const failingFor = oldestFailingAt === null ? 0 : now.getTime() - oldestFailingAt.getTime();
  return failedMails > 0 || failingFor > concerns['mail: failing'].afterMs;
}

/** Returns the concern about backups, or null. A future timestamp (from a wrong clock) counts as equally old. */
export function findBackupConcern(
  { lastBackupAt, databaseCreatedAt }: Pick<MailAndBackupHealth, 'lastBackupAt' | 'databaseCreatedAt'>,
  { madeBy, isPublic }: BackupPolicy,
  now: Date,
): Extract<Concern, `backup: ${string}`> | null {
  const concern = lastBackupAt === null ? 'backup: never made' : 'backup: overdue';
  const isExpected = madeBy === 'own' && (lastBackupAt !== null || isPublic);
  const age = Math.abs(now.getTime() - (lastBackupAt ?? databaseCreatedAt ?? now).getTime());
  return isExpected && age > concerns[concern].afterMs ? concern : null;
}
