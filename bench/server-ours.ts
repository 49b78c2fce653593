import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree, residentMegabytes } from './server-processes.ts';

/** A server that runs beside the benchmark, with what its processes use. */
export interface MeasuredServer {
  url: string;
  /** All its processes. */
  processes(): number[];
  /** How many of them answer requests. */
  workers(): number;
  /** Resident memory of each process, in megabytes. */
  memory(): number[];
  stop(): Promise<void>;
}

/** `npm start` as an operator has it: default settings, an empty SQLite database, a log that goes to a file. */
export async function startOurs(directory: string, processes: number): Promise<MeasuredServer> {
  mkdirSync(directory);
  const port = await freePort();
  const log = openSync(join(directory, 'log'), 'a');
  const server = spawn(process.execPath, startCommand(), {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
      WEB_CONCURRENCY: `${processes}`,
    },
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  return whenListening(server, `http://127.0.0.1:${port}`);
}

/** What package.json has for `npm start`: flags of Node, and the script. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
}

/** Resolves when the server answers at all; rejects after 30 seconds. However the benchmark ends, the server ends with it. */
export async function whenListening(server: ChildProcess, url: string): Promise<MeasuredServer> {
  process.on('exit', () => server.kill('SIGTERM'));
  const ended = once(server, 'close');
  const until = performance.now() + 30_000;
  while (!(await answers(url))) {
    if (server.exitCode !== null || performance.now() > until) {
      throw new Error(`${server.spawnargs.join(' ')} does not answer at ${url}`);
    }
    await sleep(50);
  }
  const processes = (): number[] => processTree(server.pid ?? NaN);
  return {
    url,
    processes,
    // Where there are several, the first only starts and watches the others.
    workers: () => Math.max(1, processes().length - 1),
    memory: () => processes().map(residentMegabytes),
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(5000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
