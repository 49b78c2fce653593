import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// However a benchmark ends, its servers and files end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** A server in a process of its own. What it uses is read from /proc: Linux only. */
export interface RunningServer {
  url: string;
  /** User and system time since it began, that of the processes that it started included. */
  processorSeconds(): number;
  /** Processor time of the one thread that answers, to the nanosecond: while it works on one request, the others wait. */
  answeringSeconds(): number;
  /** Resident memory of its first process, in megabytes (10^6 bytes). */
  memory(): number;
  stop(): Promise<void>;
}

/** Runs Node with HOST, PORT and `env` set besides; its output goes to the file `log`. Resolves as `whenListening` does. */
export async function startNode(args: readonly string[], env: NodeJS.ProcessEnv, log?: number): Promise<RunningServer> {
  const port = await freePort();
  const server = spawn(process.execPath, args, {
    env: { ...process.env, HOST: '127.0.0.1', PORT: `${port}`, ...env },
    stdio: ['ignore', log ?? 'ignore', 'inherit'],
  });
  return whenListening(server, port);
}

/** Resolves when the server answers at all; rejects when it ends before that, or after 30 seconds. */
export async function whenListening(server: ChildProcess, port: number): Promise<RunningServer> {
  const url = `http://127.0.0.1:${port}`;
  process.once('exit', () => server.kill());
  const ended = once(server, 'close');
  const until = performance.now() + 30_000;
  const ask = async () => (await fetch(url, { signal: AbortSignal.timeout(5000) })).arrayBuffer();
  while (!(await ask().catch(() => undefined))) {
    if (server.exitCode !== null || performance.now() > until)
      throw new Error(`${server.spawnargs.join(' ')} does not answer at ${url}`);
    await sleep(50);
  }
  const pid = server.pid ?? NaN;
  return {
    url,
    processorSeconds: () => processorSeconds(pid),
    answeringSeconds: () => Number(read(`/proc/${pid}/schedstat`).split(' ')[0]) / 1e9,
    memory: () => Math.round((Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1024) / 1e6),
    async stop() {
      server.kill();
      await ended;
    },
  };
}

function processorSeconds(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  // The name, in brackets, may hold anything: the fields count from behind it.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  // Linux counts in hundredths of a second (USER_HZ), whatever the kernel's own clock.
  const own = (Number(fields[11]) + Number(fields[12])) / 100;
  return children.reduce((sum, child) => sum + processorSeconds(child), own);
}

const read = (path: string): string => readFileSync(path, 'utf8');

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  await using probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  return (probe.address() as AddressInfo).port;
}

/** The path of a new directory, which is removed when the program ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
