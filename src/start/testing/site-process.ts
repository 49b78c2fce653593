import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packageDirectory } from '../../process/package-info.ts';

/** A server as its own process, in an empty directory that is removed with it, on a port that the system chooses. */
export interface SiteProcess {
  pid: number | undefined;
  /** Output so far. */
  output: { out: string; err: string };
  /** Resolves to the first match on standard output, as soon as it is there. Rejects if the process ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves to its URL once it is running. */
  waitForUrl(): Promise<string>;
  /** Resolves to the exit code (null after a signal) when the process has ended and all output is read. */
  exitCode: Promise<number | null>;
  /** Ends the process, by default with SIGKILL, as a crash would. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Launches a process. Its database is in that directory, unless `env` sets another. */
export function launchProcess(
  programArguments: readonly string[],
  env: NodeJS.ProcessEnv,
  program = process.execPath,
  directory = emptyDirectory(),
): SiteProcess {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const own = { PORT: '0', DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` };
  const child = spawn(program, programArguments, { cwd: directory, env: { ...own, ...env }, stdio });
  const output = { out: '', err: '' };
  child.stdout.on('data', (part) => (output.out += String(part)));
  child.stderr.on('data', (part) => (output.err += String(part)));
  const exitCode = once(child, 'close').then(([code]) => {
    rmSync(directory, { recursive: true, force: true });
    return code as number | null;
  });

  async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(output.out);
      if (match !== null) return match;
      const next = await Promise.race([once(child.stdout, 'data'), exitCode]);
      if (!Array.isArray(next)) throw new Error(`It ended with ${next}: ${output.out}${output.err}`);
    }
  }
  return {
    pid: child.pid,
    output,
    waitForOutput,
    waitForUrl: async () => `http://127.0.0.1:${(await waitForOutput(/ is running at http:\S+:(\d+)\n/))[1]}`,
    exitCode,
    kill(signal = 'SIGKILL') {
      child.kill(signal);
      return exitCode;
    },
  };
}

/** Launches the server of a copy of the site. `command`: flags of Node, and a script. `within`: a command prefix. */
export function launchSiteCopy(
  env: Record<string, string>,
  command: readonly string[] = ['src/start/main.ts'],
  commandPrefix: readonly string[] = [],
): SiteProcess {
  const directory = emptyDirectory();
  copySite(directory);
  const [program = '', ...args] = [...commandPrefix, process.execPath, ...command];
  return launchProcess(args, env, program, directory);
}

/** Copies a built checkout of the site, without its `.env`. */
export function copySite(directory: string): void {
  for (const part of ['src', 'content', 'tooling', 'package.json', 'build/node', 'build/assets.json'])
    cpSync(join(packageDirectory, part), join(directory, part), { recursive: true });
  for (const part of ['node_modules', 'build/client', 'build/office', 'build/packed', 'build/server'])
    symlinkSync(join(packageDirectory, part), join(directory, part), 'junction');
}

function emptyDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'site-'));
}

/** Starts the server of a copy. Resolves once it is running; ends it when the test ends. */
export async function startSiteCopy(...parameters: Parameters<typeof launchSiteCopy>) {
  const launched = launchSiteCopy(...parameters);
  onTestFinished(async () => void (await launched.kill()));
  return { ...launched, url: await launched.waitForUrl() };
}

/** Launches run-site.ts, and ends it when the test ends. */
export function launchTestSite(env: Record<string, string>): SiteProcess {
  // Node's compile cache makes the second start faster.
  const cache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
  const launched = launchProcess([join(import.meta.dirname, 'run-site.ts')], { ...cache, ...env });
  onTestFinished(async () => void (await launched.kill()));
  return launched;
}

/** Starts run-site.ts. Resolves once it is running. */
export async function startSiteProcess(env: Record<string, string>): Promise<SiteProcess & { url: string }> {
  const launched = launchTestSite(env);
  return { ...launched, url: await launched.waitForUrl() };
}
