import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { site } from '../content/release-content.ts';
import type { Application } from './assemble-application.ts';
import type { Config } from './config.ts';
import { explainStartError } from './start-errors.ts';
import { findActivatedSocketDescriptor } from '../process/socket-activation.ts';
import { getStandardOutput } from '../process/standard-output.ts';
import { drainConnections } from '../server/http-server.ts';

/** Listens, prints the URL, and shuts down on SIGTERM or SIGINT. */
export async function runApplication(application: Application): Promise<void> {
  const { app, core, openOffice } = application;
  const { config } = core;
  let office: FastifyInstance | undefined;
  app.addHook('onClose', async () => office?.close());
  try {
    // Fastify requires a host; with an open socket, Node ignores it.
    const fd = findActivatedSocketDescriptor('website.socket');
    await app.listen({ host: config.host, port: config.port, ...(fd !== undefined && { fd }) });
    office = await openOffice();
  } catch (error) {
    await app.close();
    await core.close();
    throw error;
  }
  core.start();
  // Before the start message, after which others may end it.
  shutDownOnSignal(application, office === undefined ? [app.server] : [app.server, office.server]);
  const [address] = app.addresses();
  printStartMessage(config, typeof address === 'object' ? address.port : config.port, core.getContent().site.name);
}

/** Prints the URL, and a warning if no mail is sent. */
export function printStartMessage(config: Config, port: number, siteName = site.name): void {
  printLine(`${siteName} is running at http://${formatHost(config.host)}:${port}`);
  if (config.smtpUrl === undefined) {
    printLine(
      `Nobody is being mailed: SMTP_URL is not set, so each enquiry becomes a .eml file in ${config.mailFolder}/`,
    );
  }
}

/** Runs `action`. If it fails, prints the error and exits with 1; without a stack if an operator can fix it. */
export async function exitOnFailure(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const lines = explainStartError(error);
    if (lines === null) console.error(error);
    else for (const line of lines) console.error(line);
    process.exit(1);
  }
}

function formatHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function printLine(line: string): void {
  getStandardOutput().write(`${line}\n`);
}

/**
 * Shuts down within 10 seconds: first finishes mails and requests in hand while new requests are still answered, then
 * closes. From then on visitors wait for the next process, so no slow client may delay it for long.
 */
function shutDownOnSignal({ app, core }: Application, servers: readonly FastifyInstance['server'][]): void {
  let isEnding = false;
  const shutDown = async (signal: string): Promise<void> => {
    // A second signal exits at once.
    if (isEnding) process.exit(1);
    isEnding = true;
    core.log.info({ signal }, 'ending');
    setTimeout(() => process.exit(0), 9500).unref();
    const [areMailsSent] = await Promise.all([
      Promise.race([core.stop().then(() => true), pause(openGrace, false)]),
      Promise.race([Promise.all(servers.map(drainConnections)), pause(openGrace)]),
    ]);
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), closedGrace).unref();
    await app.close();
    // Closing the database would wait for a slow mail; unfinished, it is sent again.
    if (areMailsSent) await core.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void shutDown(signal));
  if (process.env['npm_lifecycle_event'] === 'start')
    shutDownWithNpm(() => {
      if (!isEnding) void shutDown('npm exited');
    });
}

/** Grace periods while new requests are answered, and then, in milliseconds. A request in hand has both. */
const openGrace = 7000;
const closedGrace = 1000;

/** Shuts down when npm ends, which may be killed alone: the server would keep the port and the data directory. */
function shutDownWithNpm(shutDown: () => void): void {
  const npmAtStart = findNpmProcess();
  const watch = setInterval(() => {
    if (findNpmProcess() === npmAtStart) return;
    clearInterval(watch);
    shutDown();
  }, 500);
  watch.unref();
}

/** Returns the process id of the shell that runs the script and, on Linux, of npm, its parent. */
function findNpmProcess(): string {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${shell.replace(/^.*\) /s, '').split(' ')[1]}`;
  } catch {
    return `${process.ppid}`;
  }
}
