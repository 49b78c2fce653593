import { dirname } from 'node:path';
import { DatabaseOpenError } from '../database/database.ts';
import { ConfigError } from '../process/settings.ts';
import { PageFault } from '../server/publication.ts';
import { PortError, explainPortError } from '../process/port-error.ts';
import { isOutOfRoom } from '../process/sqlite-code.ts';

/** The server, or a command, cannot start: a message for the operator. */
export class StartError extends Error {}

/** Returns messages about a fault that the operator can fix; null for any other. */
export function explainStartError(fault: unknown): readonly string[] | null {
  if (fault instanceof ConfigError) return fault.faults;
  if (fault instanceof StartError || fault instanceof PageFault) return [fault.message];
  if (fault instanceof DatabaseOpenError)
    // A wrong place stays wrong; a lock or a full disk passes.
    return [fault.isLasting ? `${explainOpenError(fault)} DATABASE_URL names another.` : explainOpenError(fault)];
  if (isDiskFull(fault)) return [`It failed: ${fullDisk}`];
  // Faults of other ports were explained already, with their setting.
  const ofPort = explainPortError(fault, 'PORT');
  return ofPort instanceof PortError ? [ofPort.message] : null;
}

/** Returns why a database does not open, in a sentence or two. */
export function explainOpenError(fault: unknown): string {
  if (!(fault instanceof DatabaseOpenError)) return `The database cannot be opened: ${String(fault)}.`;
  return isDiskFull(fault) ? `The database ${fault.place} cannot be opened: ${fullDisk}` : `${fault.message}.`;
}

const fullDisk = 'the disk is full. Make room on it; nothing that was stored is lost.';

/** Returns true if the fault or a cause of it is a full disk, of this machine or the PostgreSQL server. */
export function isDiskFull(fault: unknown): boolean {
  const directory = fault instanceof DatabaseOpenError ? dirname(fault.place) : undefined;
  for (let link = fault; link instanceof Error; link = link.cause)
    if (isOutOfRoom(link, directory) || ('code' in link && link.code === postgresDiskFull)) return true;
  return false;
}

const postgresDiskFull = '53100';
