import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { test as base } from '@playwright/test';

import { freePort } from '../../process/testing/free-port.ts';
import { launch } from '../../start/testing/site-process.ts';

export interface Development {
  url: string;
  /** The address of the office's inbox. */
  inbox: string;
  /** Of the copy. */
  directory: string;
  /** All that it has said so far. */
  said(): string;
  read(file: string): string;
  /** Runs the operator's command. */
  admin(...words: string[]): void;
  /** Changes a file of the copy. Throws where the change leaves it as it is. */
  edit(file: string, change: (text: string) => string): void;
}

const parts = [
  'accounts',
  'commands',
  'content',
  'database',
  'enquiries',
  'office',
  'outbox',
  'process',
  'server',
  'site',
  'start',
  'text',
  'tooling',
];
const settings = ['package.json', 'tsconfig.json', 'vite.config.ts'];
/** What is in them is nobody's to read, besides the database: as in a folder in which somebody works. */
export const secrets = ['.env', 'backups/site.db', 'mine.txt', 'site/.env.local'];

/**
 * A test of `npm run dev` with a port, a database and a copy of the sources of its own. One server for all: what a test has edited
 * stays so. The first start makes the bundler's cache, and the first page waits for it.
 */
export const test = base.extend<object, { development: Development }>({
  // oxlint-disable-next-line no-empty-pattern
  development: [async ({}, use) => withDevelopment(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ development }, use) => use(development.url),
});

async function withDevelopment(use: (development: Development) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  copyProject(directory);
  const inboxPort = `${await freePort()}`;
  const env = { ...process.env, NODE_ENV: 'development', INBOX_PORT: inboxPort };
  const { address, output, end } = launch(['tooling/dev/dev.ts'], env, process.execPath, directory);
  const kill = () => void end();
  process.once('exit', kill);
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  try {
    await use({
      url: await address(),
      inbox: `http://localhost:${inboxPort}`,
      directory,
      said: () => output.out + output.err,
      read,
      admin: (...words) =>
        void execFileSync(process.execPath, ['commands/admin.ts', ...words], { cwd: directory, env }),
      edit(file, change) {
        const [before, after] = [read(file), change(read(file))];
        if (after === before) throw new Error(`${file} does not have what was to be changed`);
        writeFileSync(join(directory, file), after);
      },
    });
  } finally {
    process.off('exit', kill);
    await end();
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
