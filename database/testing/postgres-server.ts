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
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'run-postgres.ts'), ...settings]);
  let complaint = '';
  keeper.stderr.on('data', (part) => (complaint += String(part)));
  const ended = once(keeper, 'close');
  const lines = createInterface(keeper.stdout)[Symbol.asyncIterator]();

  async function answer(to?: 'stop' | 'start'): Promise<string> {
    if (to !== undefined) keeper.stdin.write(`${to}\n`);
    const { value } = await lines.next();
    if (typeof value !== 'string') throw new Error(`There is no PostgreSQL for the tests. ${complaint}`);
    return value;
  }

  const url = (await answer()).replace('ready ', '');
  return {
    url,
    stop: async () => void (await answer('stop')),
    start: async () => void (await answer('start')),
    async remove() {
      keeper.stdin.end();
      await ended;
    },
  };
}
