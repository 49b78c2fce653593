import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../enquiries/testing/free-port.ts';
import type { Change } from './changed-site.ts';

/** A server in a process of its own. What it uses is read from /proc: Linux only. */
export interface RunningServer {
  url: string;
  /** What it has written. */
  log: string;
  /** Time on a processor, in seconds: of all its threads, and of the processes that it started. */
  processorSeconds(): number;
  /** The same of the one thread that answers: while it works on one request, the others wait. */
  answeringSeconds(): number;
  /** Resident memory of its first process, in megabytes (10^6 bytes). */
  memory(): number;
  stop(): Promise<void>;
}

/** The site as an operator has it: `npm start` with default settings, on an empty SQLite database. */
export function startBuiltSite(): Promise<RunningServer> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  return startNode(scripts.start.split(' ').slice(1), {});
}

/** The same for visitors who send more than visitors do: see unlimited-site.ts. `env` are settings of it. */
export function startUnlimitedSite(env: Record<string, string> = {}): Promise<RunningServer> {
  return startNode([join(import.meta.dirname, 'unlimited-site.ts')], env);
}

/**
 * The same site as `site`, with a change in what it serves: see changed-site.ts.
 * @param paths of pages that are made before anybody waits for them
 */
export async function startChangedSite(site: RunningServer, change: Change, paths: readonly string[]) {
  const changed = await startNode([join(import.meta.dirname, 'changed-site.ts'), site.url, change], {});
  for (const path of paths) await (await fetch(changed.url + path)).arrayBuffer();
  return changed;
}

/** Runs Node with HOST, PORT, a database and `env` set besides. */
async function startNode(args: readonly string[], env: Record<string, string>): Promise<RunningServer> {
  const directory = temporaryDirectory();
  const log = join(directory, 'log');
  const port = await freePort();
  const own = { HOST: '127.0.0.1', PORT: `${port}`, DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` };
  const stdio: ['ignore', number, 'inherit'] = ['ignore', openSync(log, 'a'), 'inherit'];
  return whenListening(spawn(process.execPath, args, { env: { ...process.env, ...own, ...env }, stdio }), port, log);
}

/** Resolves when the server answers at all; rejects when it ends before that, or after 30 seconds. */
export async function whenListening(server: ChildProcess, port: number, log = ''): Promise<RunningServer> {
  const url = `http://127.0.0.1:${port}`;
  const { pid = NaN } = server;
  process.once('exit', () => server.kill());
  const ended = once(server, 'close');
  const until = performance.now() + 30_000;
  const ask = async () => (await fetch(url, { signal: AbortSignal.timeout(5000) })).arrayBuffer();
  while (!(await ask().catch(() => undefined))) {
    if (server.exitCode !== null || performance.now() > until)
      throw new Error(`${server.spawnargs.join(' ')} does not answer at ${url}`);
    await sleep(50);
  }
  return {
    url,
    log,
    processorSeconds: () => processorSeconds(pid),
    answeringSeconds: () => threadSeconds(pid, pid),
    memory: () => (Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1024) / 1e6,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

function processorSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => threadSeconds(pid, thread));
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [...threads, ...children.map((child) => processorSeconds(Number(child)))].reduce((sum, one) => sum + one, 0);
}

function threadSeconds(pid: number, thread: number | string): number {
  return Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e9;
}

const read = (path: string): string => readFileSync(path, 'utf8');

/** The path of a new directory, which is removed when the program ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
