import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { copySite, launch, type SiteProcess } from '../start/testing/site-process.ts';

describe('the file .env', () => {
  let directory: string;
  let file: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'checkout-'));
    file = join(directory, '.env');
    copySite(directory);
    return () => rmSync(directory, { recursive: true });
  });

  /** Calls a script of the checkout from a directory that has no such file. */
  function call(...[script = '', ...args]: string[]): SiteProcess {
    const called = launch([join(directory, script), ...args], { LOG_LEVEL: 'silent', DATABASE_URL: undefined });
    onTestFinished(async () => {
      await called.end();
      rmSync(file, { recursive: true, force: true });
    });
    return called;
  }

  /** Exit code and output of everything that reads the settings. */
  function callAll() {
    const commands = [['start/main.ts'], ['tooling/dev/dev.ts'], ['commands/admin.ts', 'contact', 'get']];
    const called = commands.map((command) => call(...command));
    return Promise.all(called.map(async ({ ended, output }) => [await ended, output.out, output.err]));
  }

  it('is found from wherever the server and the command are called, and so is the database that it names', async () => {
    writeFileSync(file, 'DATABASE_URL=sqlite:kept/own.db\n');
    const database = join(directory, 'kept', 'own.db');
    const list = async () => {
      const { ended, output } = call('commands/admin.ts', 'enquiries', 'list');
      return [await ended, output.out + output.err];
    };
    const none = `There is no database ${database} yet. Start the server once, or set DATABASE_URL.\n`;
    expect(await list()).toEqual([1, none]);
    expect(existsSync(database)).toBe(false);
    const server = call('start/main.ts');
    await server.address();
    await server.end('SIGTERM');
    expect(await list()).toEqual([0, 'There are no enquiries.\n']);
  });

  it('stops what reads it by a name that is no setting, told with the other faults', async () => {
    writeFileSync(file, 'SMPT_URL=smtp://mail.example.com\nHOST=two words\n');
    const faults = /^HOST takes .*\n\.env has SMPT_URL, which is no setting\. Did you mean SMTP_URL\?\n$/;
    const end = [1, '', expect.stringMatching(faults)];
    expect(await callAll()).toEqual([end, end, end]);
  });

  it('stops what reads it when it cannot be read', async () => {
    mkdirSync(file);
    const end = [1, '', `${file} cannot be read (EISDIR). It has to be a file that this user may read.\n`];
    expect(await callAll()).toEqual([end, end, end]);
  });
});
