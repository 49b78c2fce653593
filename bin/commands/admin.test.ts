import { describe, expect, it } from 'vitest';
import { startOperator } from '../testing/operator.ts';

describe('the operator’s command', () => {
  it('teaches itself: --help at every level', async () => {
    const { run } = startOperator();
    const overview = await run('--help');
    expect(overview).toMatchObject({ code: 0, err: '' });
    const calls = [
      'enquiries list',
      'enquiries show',
      'enquiries export',
      'enquiries retry',
      'enquiries erase',
      'contact get',
      'contact set',
      'contact reset',
    ];
    for (const call of calls) {
      expect(overview.out).toContain(`  ${call}`);
      const help = await run(...call.split(' '), '--help');
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toMatch(new RegExp(`^Usage: npm run admin -- ${call}[^]*--json[^]*Example: npm run`));
    }
    expect((await run('contact', '-h')).out).toContain('contact reset');
  });

  it.each([
    [[]],
    [['nonsense']],
    [['enquiries']],
    [['enquiries', 'nonsense']],
    [['toString', 'call']],
    [['enquiries', 'list', '--nonsense']],
    [['enquiries', 'list', 'extra']],
  ])('answers a wrong command line with 2, on standard error: %j', async (args) => {
    const { run } = startOperator();
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/Usage: npm run admin/);
  });

  it('tells a wrong configuration and a bad database in a line, with 1', async () => {
    const { config, run } = startOperator({ PORT: 'x' });
    expect(await run('enquiries', 'list')).toEqual({
      code: 1,
      out: '',
      err: 'PORT takes a port number from 0 to 65535.\n',
    });
    const misled = startOperator({ DATABASE_URL: `sqlite:${config.databasePath}/below` });
    expect(await misled.run('enquiries', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a directory'),
    });
  });
});
