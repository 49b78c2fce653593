import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuiltSite {
  port: string;
  /** Ends it as an operator would, and removes its data. */
  stop(): Promise<void>;
}

/** The built site as `npm start` runs it, on an empty database. `env` as an operator sets it. */
export async function startBuiltSite(env: Record<string, string>): Promise<BuiltSite> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    cwd: directory,
    env: { PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  const running = Promise.withResolvers<string>();
  child.stdout.on('data', (part) => {
    output += String(part);
    const port = / is running at http:\S+:(\d+)\n/.exec(output)?.[1];
    if (port !== undefined) running.resolve(port);
  });
  child.stderr.on('data', (part) => (output += String(part)));
  void ended.then(() => running.reject(new Error(`The site ended: ${output}`)));
  return {
    port: await running.promise,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
