import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { site } from '../content/words.ts';
import type { AssembledSite } from './assemble-site.ts';
import type { Config } from './config.ts';
import { explainStartError } from './explain.ts';
import { findActivatedSocket } from '../process/socket-activation.ts';
import { openStandardOutput } from '../process/standard-output.ts';

/** Listens, says so in one line, and ends in good order on SIGTERM or SIGINT. */
export async function runSite(assembled: AssembledSite): Promise<void> {
  const { app, core, openInbox } = assembled;
  const { config } = core;
  let inbox: FastifyInstance | undefined;
  app.addHook('onClose', async () => inbox?.close());
  try {
    // Fastify wants a host; with a socket that is there already, Node asks for none.
    const fd = findActivatedSocket('website.socket');
    await app.listen({ host: config.host, port: config.port, ...(fd !== undefined && { fd }) });
    inbox = await openInbox();
  } catch (fault) {
    await app.close();
    await core.close();
    throw fault;
  }
  core.start();
  // Before anybody can know that it runs, and end it.
  endOnSignal(assembled, inbox === undefined ? [app.server] : [app.server, inbox.server]);
  const [address] = app.addresses();
  printStart(config, typeof address === 'object' ? address.port : config.port, core.words().site.name);
}

/** Says where the server runs, and that nobody is being mailed. */
export function printStart(config: Config, port: number, name = site.name): void {
  say(`${name} is running at http://${nameOf(config.host)}:${port}`);
  if (config.smtpUrl === undefined) {
    say(`Nobody is being mailed: SMTP_URL is not set, so each enquiry becomes a .eml file in ${config.mailFolder}/`);
  }
}

/** Runs `start`. Prints a fault that an operator can fix without a stack. Either way the exit code is 1. */
export async function explainFailures(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (fault) {
    const lines = explainStartError(fault);
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
  openStandardOutput().write(`${line}\n`);
}

/**
 * Ends in good order, within 10 seconds. Pages and forms are answered until the mails in hand are sent: these may take seconds, and who
 * comes meanwhile shall not wait for them. Then each answer is the last one on its connection, and only then does it stop to listen.
 */
function endOnSignal({ app, core }: AssembledSite, servers: readonly FastifyInstance['server'][]): void {
  let ending = false;
  const end = async (signal: string): Promise<void> => {
    // A second signal exits at once.
    if (ending) process.exit(1);
    ending = true;
    core.log.info({ signal }, 'ending');
    const begin = performance.now();
    setTimeout(() => process.exit(0), 9500).unref();
    const mailsAreSent = core.stop().then(() => true);
    const areSent = await Promise.race([mailsAreSent, pause(mailGrace, false)]);
    await useConnectionsUp(servers);
    const left = Math.min(requestGrace, 9000 - (performance.now() - begin));
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), left).unref();
    // One that its last request leaves idle would keep us waiting.
    setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50).unref();
    await app.close();
    // A mail that takes longer is sent again: to close the database would wait for it.
    if (areSent) await core.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void end(signal));
  if (process.env['npm_lifecycle_event'] === 'start')
    endWithNpm(() => {
      if (!ending) void end('npm has ended');
    });
}

/** For how long mails in hand may go on, and then requests in hand, in milliseconds; both together 9 seconds. */
const mailGrace = 5000;
const requestGrace = 7000;

/**
 * Tells the clients of busy connections to open another one. Who sends a request over a connection that is closed at this moment, as a
 * proxy may, would get no answer, and could not know whether it was taken.
 */
async function useConnectionsUp(servers: readonly FastifyInstance['server'][]): Promise<void> {
  for (const server of servers)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
  await pause(250);
}

/** Without npm, which may be killed alone, nobody would know of the server that holds the port and the data. */
function endWithNpm(end: () => void): void {
  const starter = npm();
  const watch = setInterval(() => {
    if (npm() === starter) return;
    clearInterval(watch);
    end();
  }, 500);
  watch.unref();
}

/** The process that npm is, by its id: on Linux the shell's parent that it has started for the script. */
function npm(): string {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${shell.replace(/^.*\) /s, '').split(' ')[1]}`;
  } catch {
    return `${process.ppid}`;
  }
}
