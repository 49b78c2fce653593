import { lockDirectory } from '../process/directory-lock.ts';
import type { Config } from './config.ts';
import { StartError } from './start-errors.ts';

/**
 * Locks the data directory for this server until the process ends. Throws a StartError that names the holder.
 * Returns a function that retries if the directory was not writable, and then throws: call it before opening the
 * database. Servers on PostgreSQL lock nothing.
 */
export function lockDataDirectory(config: Config): () => void {
  let isLocked = config.database.kind !== 'sqlite';
  function lock(): void {
    if (isLocked) return;
    const holder = `process ${process.pid} (port ${config.port}, started ${new Date().toISOString()})`;
    const lockResult = lockDirectory(config.dataDirectory, 'server', holder);
    if (!lockResult.ok)
      throw new StartError(
        `The data directory ${config.dataDirectory} is in use by ${lockResult.holder}. Stop that server first, or set DATABASE_URL to a file in another directory.`,
      );
    isLocked = true;
  }
  try {
    lock();
  } catch (error) {
    if (error instanceof StartError) throw error;
  }
  return lock;
}
