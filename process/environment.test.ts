import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { copySite, launch, type SiteProcess } from '../start/testing/site-process.ts';

/** A checkout of the site with this `.env`, whose scripts are called from a directory that has none. */
function siteWith(file: string) {
  const directory = temporaryDirectory();
  copySite(directory);
  writeFileSync(join(directory, '.env'), file);
  return { directory, call: (...command: string[]) => callIn(directory, command) };
}

function callIn(directory: string, [script = '', ...args]: readonly string[]): SiteProcess {
  const called = launch([join(directory, script), ...args], { LOG_LEVEL: 'silent', DATABASE_URL: undefined });
  onTestFinished(async () => void (await called.end()));
  return called;
}

describe('the file .env', () => {
  it('is found from wherever the server and the command are called, and so is the database that it names', async () => {
    const { directory, call } = siteWith('DATABASE_URL=sqlite:kept/own.db\n');
    const file = join(directory, 'kept', 'own.db');
    const list = async () => {
      const { ended, output } = call('commands/admin.ts', 'enquiries', 'list');
      return [await ended, output.out + output.err];
    };
    const none = `There is no database ${file} yet. Start the server once, or set DATABASE_URL.\n`;
    expect(await list()).toEqual([1, none]);
    expect(existsSync(file)).toBe(false);
    const server = call('start/main.ts');
    await server.address();
    await server.end('SIGTERM');
    expect(await list()).toEqual([0, 'There are no enquiries.\n']);
  });

  it.each([['start/main.ts'], ['tooling/dev/dev.ts'], ['commands/admin.ts', 'contact', 'get']])(
    'stops %s by a name that is no setting, told with the other faults',
    async (...command) => {
      const { ended, output } = siteWith('SMPT_URL=smtp://mail.example.com\nHOST=two words\n').call(...command);
      const faults = /^HOST takes .*\n\.env has SMPT_URL, which is no setting\. Did you mean SMTP_URL\?\n$/;
      expect([await ended, output]).toEqual([1, { out: '', err: expect.stringMatching(faults) }]);
    },
  );

  it.each([['start/main.ts'], ['tooling/dev/dev.ts'], ['commands/admin.ts', 'contact', 'get']])(
    'stops %s when it cannot be read',
    async (...command) => {
      const directory = temporaryDirectory();
      copySite(directory);
      mkdirSync(join(directory, '.env'));
      const { ended, output } = callIn(directory, command);
      const fault = `${directory}/.env cannot be read (EISDIR). It has to be a file that this user may read.\n`;
      expect([await ended, output]).toEqual([1, { out: '', err: fault }]);
    },
  );
});
