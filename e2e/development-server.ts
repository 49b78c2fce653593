import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { freePort } from '../enquiries/testing/free-port.ts';

export interface Development {
  url: string;
  /** The address of the office's inbox. */
  inbox: string;
  /** Of the copy. */
  directory: string;
  /** All that it has said so far. */
  said(): string;
  /** Changes a file of the copy. Throws where the change leaves it as it is. */
  edit(file: string, change: (text: string) => string): void;
}

const sources = ['content', 'enquiries', 'office', 'process', 'server', 'site', 'start', 'tooling'];
const settings = ['package.json', 'tsconfig.json', 'vite.config.ts'];
/** What is in them is nobody's to read, besides the database: as in a folder in which somebody works. */
export const secrets = ['.env', 'backups/site.db', 'mine.txt', 'site/.env.local'];

/**
 * `npm run dev`, or by its script `npm run edit`, on a port and a database of its own, and on a copy of the sources, which tests
 * may edit.
 */
export async function withDevelopment(
  use: (development: Development) => Promise<void>,
  script = 'tooling/dev/dev.ts',
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  copyProject(directory);
  const inboxPort = await freePort();
  const server = spawn(process.execPath, [script], {
    cwd: directory,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      INBOX_PORT: `${inboxPort}`,
      DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}`,
      LOG_LEVEL: 'info',
    },
  });
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  try {
    const url = `http://127.0.0.1:${await portOf(server, () => said)}`;
    await use({
      url,
      inbox: `http://localhost:${inboxPort}`,
      directory,
      said: () => said,
      edit: (file, change) => edit(join(directory, file), change),
    });
  } finally {
    await end(server);
    process.off('exit', kill);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Packages are links, each by itself: beside them the bundler keeps files of its own. */
function copyProject(directory: string): void {
  for (const name of [...sources, ...settings]) cpSync(name, join(directory, name), { recursive: true });
  mkdirSync(join(directory, 'backups'));
  for (const name of secrets) writeFileSync(join(directory, name), '# secret\n');
  const packages = readdirSync('node_modules').filter((name) => !name.startsWith('.'));
  mkdirSync(join(directory, 'node_modules'));
  for (const name of packages) {
    symlinkSync(resolve('node_modules', name), join(directory, 'node_modules', name), 'junction');
  }
}

function portOf(server: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', () => {
      const port = /running at http:\/\/localhost:(\d+)/.exec(said())?.[1];
      if (port) resolve(port);
    });
    server.once('exit', () => reject(new Error(`The development server did not start: ${said()}`)));
  });
}

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} does not have what was to be changed`);
  writeFileSync(file, after);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  const force = setTimeout(() => server.kill('SIGKILL'), 5000);
  server.kill('SIGTERM');
  await exit;
  clearTimeout(force);
}
