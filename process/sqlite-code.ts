import { statfsSync } from 'node:fs';

/** The results of SQLite's that this software tells apart. */
const codes = {
  5: 'busy',
  8: 'readOnly',
  10: 'inputError',
  11: 'corrupt',
  13: 'full',
  14: 'cannotOpen',
  26: 'notADatabase',
} as const;

export type SqliteCode = (typeof codes)[keyof typeof codes];

/** What SQLite says has gone wrong; undefined of faults of others, and of what nobody here tells apart. */
export function getSqliteCode(fault: unknown): SqliteCode | undefined {
  if (!(fault instanceof Error && 'errcode' in fault)) return undefined;
  // The low byte of an extended code is the code itself.
  return Reflect.get(codes, Number(fault.errcode) & 0xff);
}

/** Whether something could not be written since the disk is full. `directory`: where it should have been written. */
export function isOutOfRoom(fault: unknown, directory?: string): boolean {
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC') return true;
  const code = getSqliteCode(fault);
  if (code !== 'inputError' || directory === undefined) return code === 'full';
  // Where a database exists already, SQLite cannot make its shared-memory file and calls it an "I/O error".
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < 64 * 1024;
}
