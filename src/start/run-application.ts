import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { site } from '../content/release-content.ts';
import type { Application } from './assemble-application.ts';
import type { Config } from './config.ts';
import { explainStartError } from './start-errors.ts';
import { findActivatedSocketDescriptor } from '../process/socket-activation.ts';
import { getStandardOutput } from '../process/standard-output.ts';

/** Listens, prints the URL, and shuts down on SIGTERM or SIGINT. */
export async function runApplication(application: Application): Promise<void> {
  const { app, core, openInbox } = application;
  const { config } = core;
  let inbox: FastifyInstance | undefined;
  app.addHook('onClose', async () => inbox?.close());
  try {
    // Fastify requires a host; with an open socket, Node ignores it.
    const fd = findActivatedSocketDescriptor('website.socket');
    await app.listen({ host: config.host, port: config.port, ...(fd !== undefined && { fd }) });
    inbox = await openInbox();
  } catch (error) {
    await app.close();
    await core.close();
    throw error;
  }
  core.start();
  // Before the start message, after which others may end it.
  shutDownOnSignal(application, inbox === undefined ? [app.server] : [app.server, inbox.server]);
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
 * Shuts down within 10 seconds: first finishes mails while requests are still answered, then closes connections after
 * their current response.
 */
function shutDownOnSignal({ app, core }: Application, servers: readonly FastifyInstance['server'][]): void {
  let isEnding = false;
  const shutDown = async (signal: string): Promise<void> => {
    // A second signal exits at once.
    if (isEnding) process.exit(1);
    isEnding = true;
    core.log.info({ signal }, 'ending');
    const begin = performance.now();
    setTimeout(() => process.exit(0), 9500).unref();
    const areMailsSent = await Promise.race([core.stop().then(() => true), pause(mailGrace, false)]);
    await disableKeepAlive(servers);
    const remainingTime = Math.min(requestGrace, 9000 - (performance.now() - begin));
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), remainingTime).unref();
    // Connections that become idle would delay the end.
    setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50).unref();
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

/** Grace periods of mails, and then of requests, in milliseconds; 9 seconds together. */
const mailGrace = 5000;
const requestGrace = 7000;

/** Closes each connection after its next response, so that no request meets a closing connection. */
async function disableKeepAlive(servers: readonly FastifyInstance['server'][]): Promise<void> {
  for (const server of servers)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
  await pause(250);
}

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
