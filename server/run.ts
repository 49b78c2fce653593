import type { FastifyInstance } from 'fastify';
import { site } from '../content/site.ts';
import { DatabaseOpenError } from '../enquiries/sqlite-database.ts';
import type { Composition } from './compose.ts';
import { ConfigError, type Config } from './config.ts';
import type { Log } from './log.ts';

export interface Running {
  app: FastifyInstance;
  composition: Composition;
  config: Config;
  log: Log;
}

/** Something without which the server cannot start, in words for the operator. */
export class StartError extends Error {}

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
  say(`${site.name} is running at ${addressOf(app, config.host)}`);
  if (config.smtpUrl === undefined) {
    say(`Nobody is being mailed: SMTP_URL is not set, so each enquiry becomes a .eml file in ${config.mailFolder}/`);
  }
  endOnSignal(running);
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

/** A fault that the operator can mend, in words; null for any other. */
export function explain(fault: unknown): readonly string[] | null {
  if (fault instanceof ConfigError) return fault.faults;
  if (fault instanceof StartError) return [fault.message];
  if (fault instanceof DatabaseOpenError) return [`${fault.message}. DATABASE_URL names another.`];
  if (!(fault instanceof Error && 'syscall' in fault && 'code' in fault)) return null;
  const { code, address, port } = fault as NodeJS.ErrnoException & { address?: string; port?: number };
  const where = `${address}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return [`${where} is already in use. Stop what uses it, or set PORT to another port.`];
    case 'EACCES':
      return [`This user may not listen on ${where}. Set PORT to another port, 1024 or above.`];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return [`HOST is no address of this machine: ${address ?? 'it cannot be found'}.`];
    default:
      return null;
  }
}

function addressOf(app: FastifyInstance, host: string): string {
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : '';
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host;
  return `http://${name}:${port}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function endOnSignal({ app, composition, log }: Running): void {
  let ending = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (ending) process.exit(1);
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
