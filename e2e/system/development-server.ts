import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { test as base } from '@playwright/test';

import { findFreePort } from '../../src/process/testing/find-free-port.ts';
import { launchProcess } from '../../src/start/testing/site-process.ts';

export interface DevelopmentServer {
  url: string;
  /** URL of the office's inbox. */
  inboxUrl: string;
  /** Path of the copied project. */
  directory: string;
  /** Returns the output so far. */
  readOutput(): string;
  readFile(file: string): string;
  /** Runs the operator's command. */
  runAdmin(...words: string[]): void;
  /** Edits a file of the copy. Throws if the edit changes nothing. */
  editFile(file: string, change: (text: string) => string): void;
}

const parts = ['content', 'docs', 'src', 'tooling'];
const settings = ['package.json', 'tsconfig.json', 'vite.config.ts'];
/** Files that must not be served, besides the database: as they lie in a developer's folder. */
export const secrets = ['.env', 'backups/site.db', 'mine.txt', 'src/site/.env.local'];

/**
 * A test of `npm run dev` with its own port, database and copy of the sources. One server for all tests: edits persist.
 * The first start fills the bundler's cache, and the first page waits for it.
 */
export const test = base.extend<object, { development: DevelopmentServer }>({
  // oxlint-disable-next-line no-empty-pattern
  development: [async ({}, use) => withDevelopment(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ development }, use) => use(development.url),
});

async function withDevelopment(use: (development: DevelopmentServer) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  copyProject(directory);
  const inboxPort = `${await findFreePort()}`;
  const env = { ...process.env, NODE_ENV: 'development', INBOX_PORT: inboxPort };
  const { waitForUrl, output, kill: end } = launchProcess(['tooling/dev/dev.ts'], env, process.execPath, directory);
  const kill = () => void end();
  process.once('exit', kill);
  const readFile = (file: string) => readFileSync(join(directory, file), 'utf8');
  try {
    await use({
      url: await waitForUrl(),
      inboxUrl: `http://localhost:${inboxPort}`,
      directory,
      readOutput: () => output.out + output.err,
      readFile,
      runAdmin: (...words) =>
        void execFileSync(process.execPath, ['src/commands/admin.ts', ...words], { cwd: directory, env }),
      editFile(file, change) {
        const [before, after] = [readFile(file), change(readFile(file))];
        if (after === before) throw new Error(`${file} does not have what was to be changed`);
        writeFileSync(join(directory, file), after);
      },
    });
  } finally {
    process.off('exit', kill);
    await end();
  }
}

/** Links packages one by one: the bundler writes files beside them. */
function copyProject(directory: string): void {
  for (const name of [...parts, ...settings]) cpSync(name, join(directory, name), { recursive: true });
  for (const name of ['backups', 'node_modules']) mkdirSync(join(directory, name));
  for (const name of secrets) writeFileSync(join(directory, name), '# secret\n');
  for (const name of readdirSync('node_modules').filter((it) => !it.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(directory, 'node_modules', name), 'junction');
}
