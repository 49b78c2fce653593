import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startOperator } from '../testing/operator.ts';
import { commands } from './admin.ts';
import { isCommand } from './find-command.ts';

const calls = Object.entries(commands).flatMap(([name, entry]) =>
  isCommand(entry) ? [name] : Object.keys(entry).map((verb) => `${name} ${verb}`),
);

describe('the operator’s command', () => {
  it.each(calls)('teaches itself: %s', async (call) => {
    const { run } = await startOperator();
    const overview = await run('--help');
    expect(overview).toMatchObject({ code: 0, err: '' });
    expect(overview.out).toContain(`  ${call}`);
    const help = await run(...call.split(' '), '--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatch(new RegExp(`^Usage: npm run admin -- ${call}[^]*--json[^]*Example: npm run`));
    expect(await run('help', ...call.split(' '))).toEqual(help);
  });

  it('teaches a group of commands, and what the states mean', async () => {
    const { run } = await startOperator();
    expect((await run('contact', '-h')).out).toContain('contact reset');
    expect((await run('enquiries', 'list', '--help')).out).toMatch(
      / {2}due .* {2}delivered .* {2}failed .* {2}quarantined /s,
    );
  });

  it.each([
    [[]],
    [['nonsense']],
    [['enquiries']],
    [['enquiries', 'nonsense']],
    [['toString', 'call']],
    [['enquiries', 'list', '--nonsense']],
    [['enquiries', 'list', 'extra']],
    [['doctor', 'extra']],
    [['nonsense', '--help']],
  ])('answers a wrong command line with 2, on standard error: %j', async (args) => {
    const { run } = await startOperator();
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/Usage: npm run admin/);
  });

  it('suggests what a mistyped command meant', async () => {
    const { run } = await startOperator();
    expect(await run('enquiries', 'lsit', '--state', 'due')).toEqual({
      code: 2,
      out: '',
      err: 'There is no command "enquiries lsit".\nDid you mean: npm run admin -- enquiries list\n',
    });
  });

  it('tells a wrong configuration and a bad database in a line, with 1', async () => {
    const { config, runWith } = await startOperator();
    expect(await runWith({ env: { PORT: 'x' } }, 'enquiries', 'list')).toEqual({
      code: 1,
      out: '',
      err: 'PORT takes a port number from 0 to 65535.\n',
    });
    const misled = { DATABASE_URL: `sqlite:${config.dataDirectory}/site.db/below` };
    expect(await runWith({ env: misled }, 'enquiries', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a directory'),
    });
  });

  it('finds fault with the command line before it opens anything', async () => {
    const { config, runWith } = await startOperator();
    const misled = { DATABASE_URL: `sqlite:${dirname(config.dataDirectory)}` };
    expect((await runWith({ env: misled }, 'enquiries', 'list', '--limit', '0')).code).toBe(2);
  });
});
