import { statfsSync } from 'node:fs';

/** SQLite result codes that this software distinguishes. */
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

/** Returns the SQLite result of a fault; undefined for other errors and other codes. */
export function getSqliteCode(fault: unknown): SqliteCode | undefined {
  if (!(fault instanceof Error && 'errcode' in fault)) return undefined;
  // The low byte of an extended code is the code itself.
  return Reflect.get(codes, Number(fault.errcode) & 0xff);
}

/** Returns true if a write failed since the disk is full. `directory`: the target of the write. */
export function isOutOfRoom(fault: unknown, directory?: string): boolean {
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC') return true;
  const code = getSqliteCode(fault);
  if (code !== 'inputError' || directory === undefined) return code === 'full';
  // With an existing database, SQLite cannot create its shared-memory file and reports an "I/O error".
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < 64 * 1024;
}
