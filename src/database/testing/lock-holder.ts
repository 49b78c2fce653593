import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** Another process that has locked a SQLite file, as an open `sqlite3` shell does. */
export interface LockHolder {
  /** Gives the lock back. */
  releaseLock(): Promise<void>;
}

/** Resolves once the process has the lock; the test's end gives it back at the latest. */
export async function lockSqliteFile(path: string, beginStatement = 'BEGIN EXCLUSIVE'): Promise<LockHolder> {
  const script = `
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 5000 });
    database.exec(${JSON.stringify(beginStatement)});
    console.log('locked');
    process.stdin.on('end', () => database.close()).resume();`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'close');
  const releaseLock = async (): Promise<void> => {
    holder.stdin.end();
    await ended;
  };
  onTestFinished(releaseLock);
  const [said] = await Promise.race([once(holder.stdout, 'data'), ended]);
  if (!String(said).startsWith('locked')) throw new Error('The file could not be locked');
  return { releaseLock };
}
