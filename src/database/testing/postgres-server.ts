import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface PostgresServer {
  /** URL of its default database, with a superuser. */
  url: string;
  /** Ends all connections; what is committed stays. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Stops it for good and removes every file of it. */
  remove(): Promise<void>;
}

/**
 * Starts an empty PostgreSQL server on its own port. Ready after about two seconds.
 * @param settings of the server, as `fsync=off`
 */
export async function startPostgresServer(...settings: string[]): Promise<PostgresServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-postgres.ts'), ...settings]);
  let errorOutput = '';
  child.stderr.on('data', (part) => (errorOutput += String(part)));
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();

  async function sendCommand(to?: 'stop' | 'start'): Promise<string> {
    if (to !== undefined) child.stdin.write(`${to}\n`);
    const { value } = await lines.next();
    if (typeof value !== 'string') throw new Error(`There is no PostgreSQL for the tests. ${errorOutput}`);
    return value;
  }

  const url = (await sendCommand()).replace('ready ', '');
  return {
    url,
    stop: async () => void (await sendCommand('stop')),
    start: async () => void (await sendCommand('start')),
    async remove() {
      child.stdin.end();
      await ended;
    },
  };
}
