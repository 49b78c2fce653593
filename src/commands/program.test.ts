import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getExistenceMarkerPath } from '../database/sqlite-database.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { startCommandTest } from './testing/command-test.ts';

const calls =
  `enquiries list, enquiries show, enquiries export, enquiries answer, enquiries retry, enquiries release, enquiries erase, enquiries purge, content list, content export, content import,
  content undo, people invite, people list, people remove, webhook test, setup, doctor, backup make, backup check,
  backup list, backup copy, backup restore, backup release-mail`.split(/,\s+/);

describe('the operator’s command', () => {
  it('teaches itself, and each of its commands', async () => {
    const { run } = await startCommandTest();
    const overview = await run('--help');
    expect(overview).toMatchObject({ code: 0, err: '' });
    for (const alike of ['help', '-h']) expect(await run(alike)).toEqual(overview);
    expect(await run()).toEqual({ code: 2, out: '', err: overview.out });
    for (const call of calls) {
      expect(overview.out).toContain(`\n  ${call} `);
      const help = await run(...call.split(' '), '--help');
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toMatch(new RegExp(`^Usage: npm run admin -- ${call} [^]*Example: npm run[^]*--json`));
      expect(await run('help', ...call.split(' '))).toEqual(help);
    }
    expect((await run('content', '-h')).out).toContain('\n  content export <folder> ');
    expect((await run('enquiries', 'list', '--help')).out).toMatch(/due .*delivered .*failed .*quarantined /s);
  });

  it.each([
    ['nonsense', 'unknown command'],
    ['enquiries', 'Usage: npm run admin -- enquiries'],
    ['enquiries lsit --state due', 'Did you mean list?'],
    ['enquiries list --nonsense', 'unknown option'],
    ['enquiries list --state lost', 'waiting, answered, set-aside, due, delivered, failed, quarantined'],
    ['enquiries list --limit 0', 'a number from 1 to 99999'],
    ['enquiries list --from yesterday', '--from takes a day like 2026-03-01'],
    ['enquiries list --from 2026-03-02 --until 2026-03-01', '--from is after --until'],
    ['enquiries retry', 'references or ids, or --failed'],
    ...['answer', 'release', 'erase'].flatMap((act) => [
      [`enquiries ${act}`, 'Name enquiries'],
      [`enquiries ${act} x --state waiting`, 'or choose them with --state'],
      [`enquiries ${act} --text `, '--text takes words'],
    ]),
    ['enquiries show', "missing required argument 'reference or id'"],
    ...['0', 'x', '36501'].map((days) => [`enquiries purge --yes --older-than ${days}`, '1 to 36500']),
    ['content import x', "'--reason <line>' not specified"],
    ['people invite a@example.com --roles wards', 'enquiries, words, people'],
    ['doctor --send-test-mail nobody', 'an email address'],
    ['backup now', 'too many arguments'],
  ])('answers "%s" with 2, before it opens anything', async (call, says = '') => {
    const { config, runWith } = await startCommandTest();
    const env = { DATABASE_URL: `sqlite:${config.dataDirectory}` };
    const { code, out, err } = await runWith({ env }, ...call.split(' '));
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
  });

  it('never quotes a password that is an argument too many', async () => {
    const { run } = await startCommandTest();
    const { code, err } = await run('backup', 'list', '--to=postgres://site:secret-word@host/x');
    expect([code, err]).toEqual([2, expect.not.stringContaining('secret-word')]);
  });

  it.each([
    [{ env: { PORT: 'x' } }, /^PORT takes a port number from 0 to 65535\.\n$/],
    [{ env: { DATABASE_URL: 'sqlite:LICENSE/below/site.db' } }, /^The database .*is not a directory.*\n$/],
    [{ namesInFile: ['SITEURL'] }, /Did you mean SITE_URL\?/],
  ])('tells a fault of the settings in a line, with 1: %j', async (surroundings, says) => {
    const { runWith } = await startCommandTest();
    const { code, out, err } = await runWith(surroundings, 'enquiries', 'list');
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(says)]);
  });

  it('makes no database, and tells one that is gone from one that has never been', async () => {
    const directory = createTemporaryDirectory();
    const path = join(directory, 'site.db');
    const { runWith } = await startCommandTest();
    const run = () => runWith({ env: { DATABASE_URL: `sqlite:${path}` } }, 'enquiries', 'list');
    const none = `There is no database ${path} yet. Start the server once, or set DATABASE_URL.\n`;
    expect(await run()).toEqual({ code: 1, out: '', err: none });
    expect(readdirSync(directory)).toEqual([]);
    writeFileSync(getExistenceMarkerPath(path), '');
    expect((await run()).err).toContain('a database has stood there');
  });
});
