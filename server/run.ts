import type { FastifyInstance } from 'fastify';
import { site } from '../content/site.ts';
import type { Composition } from './compose.ts';
import type { Config } from './config.ts';
import { holdDataDirectory } from './data-directory-lock.ts';
import { explain, StartError } from './explain.ts';
import type { Log } from './log.ts';
import { role } from './process-role.ts';

export interface Running {
  app: FastifyInstance;
  composition: Composition;
  config: Config;
  log: Log;
}

/**
 * Keeps the data directory for this server until the process ends. Throws a StartError that names the holder where another
 * server has it. Servers on PostgreSQL share their work, and keep nothing.
 */
export function holdData(config: Config): void {
  if (config.database.kind !== 'sqlite') return;
  const about = `process ${process.pid} (port ${config.port}, started ${new Date().toISOString()})`;
  const held = tryToHold(config.dataDirectory, about);
  if (held.ok) return;
  throw new StartError(
    `The data directory ${config.dataDirectory} is in use by ${held.holder}. Stop that server first, or set DATABASE_URL to a file in another directory.`,
  );
}

/** A directory that cannot be made or written hinders the database as well, and opening that says so in better words. */
function tryToHold(directory: string, about: string): { ok: true } | { ok: false; holder: string } {
  try {
    return holdDataDirectory(directory, about);
  } catch {
    return { ok: true };
  }
}

/** Listens, says so in one line, and ends in good order on SIGTERM or SIGINT. */
export async function run(running: Running): Promise<void> {
  const { app, composition, config } = running;
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (fault) {
    await app.close();
    await composition.close();
    throw fault;
  }
  composition.start();
  const [address] = app.addresses();
  if (!role.isWorker) announce(config, typeof address === 'object' ? address.port : config.port);
  endOnSignal(running);
}

/** Says where the server runs, and that nobody is being mailed. */
export function announce(config: Config, port: number): void {
  say(`${site.name} is running at http://${nameOf(config.host)}:${port}`);
  if (config.smtpUrl === undefined) {
    say(`Nobody is being mailed: SMTP_URL is not set, so each enquiry becomes a .eml file in ${config.mailFolder}/`);
  }
}

/** Runs the start; a fault that an operator can mend is told in a line without a stack. Either way the exit code is 1. */
export async function orExplain(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (fault) {
    const lines = explain(fault);
    if (lines === null) console.error(fault);
    else for (const line of lines) console.error(line);
    process.exit(1);
  }
}

function nameOf(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function endOnSignal({ app, composition, log }: Running): void {
  let ending = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    // Who sends a second signal does not want to wait. A worker is sent one with all its group, and another by its primary.
    if (ending && !role.isWorker) process.exit(1);
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
    // Node closes the connections that are idle now; one that its last request leaves idle later would keep us waiting.
    setInterval(() => app.server.closeIdleConnections(), 50).unref();
    // Requests have 7 s, then the mail in hand has 2 more: its lease brings back one that takes longer.
    setTimeout(() => app.server.closeAllConnections(), 7000).unref();
    setTimeout(() => process.exit(0), 9000).unref();
    await app.close();
    await composition.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => void end(name));
}
