import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { copySite, launchProcess, type SiteProcess } from '../start/testing/site-process.ts';

it('the file .env is found from wherever server and command are called, and stops both with what is wrong in it', async () => {
  const directory = createTemporaryDirectory();
  copySite(directory);
  const file = join(directory, '.env');

  /** Calls a script of the checkout from a directory that has no such file. */
  function call(...[script = '', ...args]: string[]): SiteProcess {
    const called = launchProcess([join(directory, script), ...args], { LOG_LEVEL: 'silent', DATABASE_URL: undefined });
    onTestFinished(async () => void (await called.kill()));
    return called;
  }
  /** Exit code and output of everything that reads the settings. */
  function callAll() {
    const commands = [['src/start/main.ts'], ['tooling/dev/dev.ts'], ['src/commands/admin.ts', 'content', 'list']];
    const called = commands.map((command) => call(...command));
    return Promise.all(called.map(async ({ exitCode, output }) => [await exitCode, output.out, output.err]));
  }
  const list = async () => {
    const { exitCode, output } = call('src/commands/admin.ts', 'enquiries', 'list');
    return [await exitCode, output.out + output.err];
  };

  writeFileSync(file, 'DATABASE_URL=sqlite:kept/own.db\n');
  const database = join(directory, 'kept', 'own.db');
  const none = `There is no database ${database} yet. Start the server once, or set DATABASE_URL.\n`;
  expect(await list()).toEqual([1, none]);
  expect(existsSync(database)).toBe(false);
  const server = call('src/start/main.ts');
  await server.waitForUrl();
  await server.kill('SIGTERM');
  expect(await list()).toEqual([0, 'No enquiry matches.\n']);

  writeFileSync(file, 'SMPT_URL=smtp://mail.example.com\nHOST=two words\n');
  const faults = /^HOST takes .*\n\.env has SMPT_URL, which is no setting\. Did you mean SMTP_URL\?\n$/;
  const wrong = [1, '', expect.stringMatching(faults)];
  expect(await callAll()).toEqual([wrong, wrong, wrong]);
}, 60_000);
