import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './site-under-test.ts';

export interface SiteProcess {
  pid: number;
  url: string;
  /** What it has written to standard output. */
  output(): string;
  /** And to standard error. */
  errors(): string;
  /** Ends it as a crash would: at once, with no chance to tidy up. */
  kill(): Promise<void>;
  /** Resolves to the exit code when it has ended and all of its output is there; null where a signal has ended it. */
  ended: Promise<number | null>;
}

/** The server of run-site.ts as a process of its own, once it is running. Killed when the test ends. */
export async function startSiteProcess(env: Record<string, string>): Promise<SiteProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-site.ts')], {
    cwd: temporaryDirectory(),
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);

  let output = '';
  let complaint = '';
  const running = Promise.withResolvers<string>();
  child.stdout.on('data', (part) => {
    output += String(part);
    const port = / is running at http:\S+:(\d+)\n/.exec(output)?.[1];
    if (port !== undefined) running.resolve(`http://127.0.0.1:${port}`);
  });
  child.stderr.on('data', (part) => (complaint += String(part)));
  void ended.then(() => running.reject(new Error(`The server ended: ${output}${complaint}`)));
  const { pid = NaN } = child;
  return { pid, url: await running.promise, output: () => output, errors: () => complaint, kill, ended };
}

/** A port that nothing uses, for a server that is to come back at the same address. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return `${port}`;
}
