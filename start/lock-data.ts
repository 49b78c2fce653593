import { lockDirectory } from '../process/directory-lock.ts';
import type { Config } from './config.ts';
import { StartError } from './explain.ts';

/**
 * Locks the data directory for this server until the process ends. Throws a StartError that names the holder where another
 * server has it. A directory that cannot be made or written hinders the database as well, and opening that says so in better
 * words: before it, call what this returns, which tries again where that is needed, and throws. Servers on PostgreSQL share
 * their work, and lock nothing.
 */
export function lockData(config: Config): () => void {
  let isLocked = config.database.kind !== 'sqlite';
  function lock(): void {
    if (isLocked) return;
    const about = `process ${process.pid} (port ${config.port}, started ${new Date().toISOString()})`;
    const held = lockDirectory(config.dataDirectory, 'server', about);
    if (!held.ok)
      throw new StartError(
        `The data directory ${config.dataDirectory} is in use by ${held.holder}. Stop that server first, or set DATABASE_URL to a file in another directory.`,
      );
    isLocked = true;
  }
  try {
    lock();
  } catch (fault) {
    if (fault instanceof StartError) throw fault;
  }
  return lock;
}
