import { dirname } from 'node:path';
import { DatabaseOpenError } from '../database/database.ts';
import { ConfigError } from '../process/settings.ts';
import { PageRenderError } from '../server/render-pages.ts';
import { PortError, toPortError } from '../process/port-error.ts';
import { getSqliteErrorCode, isDiskFullError } from '../process/sqlite-error-code.ts';

/** The server or a command cannot start. The message is for the operator. */
export class StartError extends Error {}

/** Returns messages about an error that the operator can fix; null for any other. */
export function explainStartError(error: unknown): readonly string[] | null {
  if (error instanceof ConfigError) return error.messages;
  if (error instanceof StartError || error instanceof PageRenderError) return [error.message];
  if (error instanceof DatabaseOpenError) return [`${explainDatabaseError(error)}${adviseOnDatabase(error)}`];
  if (isCausedByFullDisk(error)) return [`It failed because ${fullDisk}`];
  // Errors of other ports were explained already, with their setting.
  const portError = toPortError(error, 'PORT');
  return portError instanceof PortError ? [portError.message] : null;
}

/** Returns what to do about a database that stays as it is; a lock or a full disk passes. */
function adviseOnDatabase({ cause, isPermanent }: DatabaseOpenError): string {
  if (['notADatabase', 'corrupt'].includes(getSqliteErrorCode(cause) ?? ''))
    return ' The file is damaged: restore a backup with "backup restore".';
  return isPermanent ? ' DATABASE_URL names another.' : '';
}

/** Returns why a database does not open, for the operator. */
export function explainDatabaseError(error: unknown): string {
  if (!(error instanceof DatabaseOpenError)) return `The database cannot be opened: ${String(error)}.`;
  return isCausedByFullDisk(error)
    ? `The database ${error.location} cannot be opened: ${fullDisk}`
    : `${error.message}.`;
}

const fullDisk = 'the disk is full. Make room on it; nothing that was stored is lost.';

/** Returns true if the error or one of its causes is a full disk, of this machine or the PostgreSQL server. */
export function isCausedByFullDisk(error: unknown): boolean {
  const directory = error instanceof DatabaseOpenError ? dirname(error.location) : undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isDiskFullError(cause, directory) || ('code' in cause && cause.code === postgresDiskFull)) return true;
  return false;
}

const postgresDiskFull = '53100';
