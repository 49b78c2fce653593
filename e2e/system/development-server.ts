import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { test as base } from '@playwright/test';

import { freePort } from '../../enquiries/testing/free-port.ts';

export interface Development {
  url: string;
  /** The address of the office's inbox. */
  inbox: string;
  /** Of the copy. */
  directory: string;
  /** All that it has said so far. */
  said(): string;
  read(file: string): string;
  /** Changes a file of the copy. Throws where the change leaves it as it is. */
  edit(file: string, change: (text: string) => string): void;
}

const parts = ['content', 'enquiries', 'office', 'process', 'server', 'site', 'start', 'tooling'];
const settings = ['package.json', 'tsconfig.json', 'vite.config.ts'];
/** What is in them is nobody's to read, besides the database: as in a folder in which somebody works. */
export const secrets = ['.env', 'backups/site.db', 'mine.txt', 'site/.env.local'];

/**
 * A test of `npm run dev`, or of `npm run edit`, with a port, a database and a copy of the sources of its own. One
 * server for all: what a test has edited stays so. The first start makes the bundler's cache, and the first page waits for it.
 */
export const testOf = (script: 'dev' | 'edit') =>
  base.extend<object, { development: Development }>({
    // oxlint-disable-next-line no-empty-pattern
    development: [async ({}, use) => withDevelopment(script, use), { scope: 'worker', timeout: 120_000 }],
    baseURL: async ({ development }, use) => use(development.url),
  });

async function withDevelopment(script: string, use: (development: Development) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  copyProject(directory);
  const inboxPort = `${await freePort()}`;
  const own = { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: '0', INBOX_PORT: inboxPort, LOG_LEVEL: 'info' };
  const env = { ...process.env, ...own, DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` };
  const command = ['tooling/dev/dev.ts', ...(script === 'edit' ? ['--edit'] : [])];
  const server = spawn(process.execPath, command, { cwd: directory, env });
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(server, 'exit');
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  try {
    let port: string | undefined;
    while (port === undefined) {
      const next = await Promise.race([once(server.stdout, 'data'), exited]);
      port = /running at http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port === undefined && server.exitCode !== null) throw new Error(`It ended with ${String(next)}: ${said}`);
    }
    await use({
      url: `http://127.0.0.1:${port}`,
      inbox: `http://localhost:${inboxPort}`,
      directory,
      said: () => said,
      read,
      edit(file, change) {
        const [before, after] = [read(file), change(read(file))];
        if (after === before) throw new Error(`${file} does not have what was to be changed`);
        writeFileSync(join(directory, file), after);
      },
    });
  } finally {
    kill();
    await exited;
    process.off('exit', kill);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Packages are links, each by itself: beside them the bundler keeps files of its own. */
function copyProject(directory: string): void {
  for (const name of [...parts, ...settings]) cpSync(name, join(directory, name), { recursive: true });
  for (const name of ['backups', 'node_modules']) mkdirSync(join(directory, name));
  for (const name of secrets) writeFileSync(join(directory, name), '# secret\n');
  for (const name of readdirSync('node_modules').filter((it) => !it.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(directory, 'node_modules', name), 'junction');
}
