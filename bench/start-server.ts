import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../enquiries/testing/free-port.ts';

/** A server in a process of its own, which ends with this one. What it uses is read from /proc: Linux only. */
export interface RunningServer {
  url: string;
  /** Time on a processor, in seconds, of all its threads. */
  processorSeconds(): number;
  /** The same of the one thread that answers: while it works on one request, the others wait. */
  answeringSeconds(): number;
  /** Resident memory, in megabytes (10^6 bytes). */
  memory(): number;
  /** Ends it in order, and resolves to what it has written. */
  stop(): Promise<string>;
}

/** The site as an operator has it: `npm start` with default settings, on an empty SQLite database. */
export function startBuiltSite(): Promise<RunningServer> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  return startServer(() => scripts.start.split(' '));
}

/** The same for visitors who send more than visitors do: see unlimited-site.ts. `env` are settings of it. */
export function startUnlimitedSite(env: Record<string, string> = {}): Promise<RunningServer> {
  return startServer(() => ['node', 'bench/unlimited-site.ts'], env);
}

/**
 * The same site as `site`, with a change in what it serves: see changed-site.ts.
 * @param paths of pages that are made before anybody waits for them
 */
export async function startChangedSite(site: RunningServer, change: string, paths: readonly string[]) {
  const changed = await startServer(() => ['node', 'bench/changed-site.ts', site.url, change]);
  for (const path of paths) await (await fetch(changed.url + path)).arrayBuffer();
  return changed;
}

/**
 * Resolves when the server answers at all; rejects when it ends before that, or after 30 seconds.
 * @param commandFor gives the command for a port and for a directory of its own; the settings name both as well
 */
export async function startServer(
  commandFor: (port: number, directory: string) => string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const [port, directory] = [await freePort(), temporaryDirectory()];
  const [program = '', ...args] = commandFor(port, directory);
  const own = { HOST: '127.0.0.1', PORT: `${port}`, DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` };
  const log = join(directory, 'log');
  const server = spawn(program === 'node' ? process.execPath : program, args, {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', openSync(log, 'a'), 'inherit'],
  });
  process.prependOnceListener('exit', () => server.kill('SIGKILL'));
  const ended = once(server, 'close');
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + 30_000;
  const ask = async () => (await fetch(url, { signal: AbortSignal.timeout(5000) })).arrayBuffer();
  while (!(await ask().catch(() => undefined))) {
    if (server.exitCode !== null || performance.now() > until)
      throw new Error(`${program} ${args.join(' ')}: no answer`);
    await sleep(50);
  }
  const proc = `/proc/${server.pid}`;
  return {
    url,
    processorSeconds: () =>
      readdirSync(`${proc}/task`).reduce((sum, thread) => sum + secondsOf(`${proc}/task/${thread}`), 0),
    answeringSeconds: () => secondsOf(proc),
    memory: () => (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) * 1024) / 1e6,
    async stop() {
      server.kill();
      await ended;
      return readFileSync(log, 'utf8');
    },
  };
}

function secondsOf(thread: string): number {
  return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}

/** The path of a new directory, which is removed when the program ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
