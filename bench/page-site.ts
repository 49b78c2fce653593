import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyBuild, type Change } from './page-copy.ts';

export interface ServedCopy {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves a copy of the build, changed or as it is, by the real server: from memory, in a process of its own, on an empty
 * database. A build that is made meanwhile changes nothing.
 */
export async function serveCopy(change: Change = (text) => text): Promise<ServedCopy> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-page-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const pages = join(directory, 'pages');
  copyBuild(pages, change);

  const server = spawn(process.execPath, [join(import.meta.dirname, 'page-server.ts'), pages], {
    env: { ...process.env, DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const lines = createInterface(server.stdout);
  const [url] = (await Promise.race([once(lines, 'line'), ended.then(neverListened)])) as [string];
  return {
    url,
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}

function neverListened(): never {
  throw new Error('The server ended before it listened: see above.');
}
