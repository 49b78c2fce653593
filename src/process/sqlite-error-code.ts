import { statfsSync } from 'node:fs';

const errorCodeNames = {
  5: 'busy',
  8: 'readOnly',
  10: 'ioError',
  11: 'corrupt',
  13: 'full',
  14: 'cannotOpen',
  26: 'notADatabase',
} as const;

export type SqliteErrorCode = (typeof errorCodeNames)[keyof typeof errorCodeNames];

/** Returns the SQLite result code of an error; undefined for other errors and other codes. */
export function getSqliteErrorCode(error: unknown): SqliteErrorCode | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The low byte of an extended code is the code itself.
  return Reflect.get(errorCodeNames, Number(error.errcode) & 0xff);
}

/** Returns true if a write to `targetDirectory` failed because the disk is full. */
export function isDiskFullError(error: unknown, targetDirectory?: string): boolean {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return true;
  const code = getSqliteErrorCode(error);
  if (code !== 'ioError' || targetDirectory === undefined) return code === 'full';
  // With an existing database, SQLite cannot create its shared-memory file and reports an "I/O error".
  const { bavail, bsize } = statfsSync(targetDirectory);
  return bavail * bsize < 64 * 1024;
}
