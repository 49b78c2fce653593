import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ServedDirectory {
  url: string;
  stop(): Promise<void>;
}

/** Serves a copy of build/client by the real server, in a process of its own, with an empty database beside the copy. */
export async function serveDirectory(directory: string): Promise<ServedDirectory> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'page-server.ts'), directory], {
    env: { ...process.env, DATABASE_URL: `sqlite:${directory}-data/site.db` },
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
