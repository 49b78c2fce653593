import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the development server on a port and a database of its own while tests use it. Throws what it said if it does not start. */
export async function withDevelopmentServer(use: (url: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  const server = spawn(process.execPath, ['server/dev.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
      LOG_LEVEL: 'error',
    },
  });
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  try {
    await use(`http://127.0.0.1:${await portOf(server)}`);
  } finally {
    await end(server);
    process.off('exit', kill);
    rmSync(directory, { recursive: true, force: true });
  }
}

function portOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk) => {
        said += String(chunk);
        const port = /running at http:\/\/localhost:(\d+)/.exec(said);
        if (port?.[1]) resolve(port[1]);
      });
    }
    server.once('exit', () => reject(new Error(`The development server did not start: ${said}`)));
  });
}

/** In good order, so that what the bundler keeps for the next start is whole; by force if that takes long. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  const force = setTimeout(() => server.kill('SIGKILL'), 5000);
  server.kill('SIGTERM');
  await exit;
  clearTimeout(force);
}
