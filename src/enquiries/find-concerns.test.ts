import { expect, it } from 'vitest';
import { findBackupConcern, type BackupPolicy } from './find-concerns.ts';

const now = new Date('2025-01-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

it.each<[string, Date | null, number, BackupPolicy, ReturnType<typeof findBackupConcern>]>([
  ['made 50 hours ago', hoursAgo(50), 100, { madeBy: 'own', isPublic: true }, null],
  ['older than 50 hours', hoursAgo(50.1), 100, { madeBy: 'own', isPublic: false }, 'backup: overdue'],
  ['dated 51 hours ahead by a wrong clock', hoursAgo(-51), 100, { madeBy: 'own', isPublic: true }, 'backup: overdue'],
  ['that never were, of a public site of 50 hours', null, 50, { madeBy: 'own', isPublic: true }, null],
  ['that never were, of an older public site', null, 50.1, { madeBy: 'own', isPublic: true }, 'backup: never made'],
  ['that never were, of a site for this machine', null, 100, { madeBy: 'own', isPublic: false }, null],
  ['that somebody else makes', null, 100, { madeBy: 'external', isPublic: true }, null],
  ['of before somebody else made them', hoursAgo(100), 200, { madeBy: 'external', isPublic: true }, null],
])('backups %s', (_what, lastBackupAt, age, backups, concern) => {
  expect(findBackupConcern({ lastBackupAt, databaseCreatedAt: hoursAgo(age) }, backups, now)).toBe(concern);
});
