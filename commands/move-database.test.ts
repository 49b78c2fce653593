import { describe, expect, it } from 'vitest';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { contactFact, publishField } from '../start/testing/publish-field.ts';
import { startOperator } from './testing/operator.ts';

describe('database move', () => {
  it('only shows what it would move, until --yes; then the same commands work on PostgreSQL', async () => {
    const url = await temporaryPostgres();
    const env = { DATABASE_URL: url };
    const operator = await startOperator();
    const { enquiries, receive, run, runWith } = operator;
    const ids = [await receive(), await receive()].toReversed();
    await publishField(operator, contactFact('phone'), '+44 117 496 0143');

    const shown = await run('database', 'move', '--to', url);
    expect([shown.code, shown.err]).toEqual([2, expect.stringContaining('--yes')]);
    expect(shown.out).toMatch(/^2 enquiries, 0 people and 1 publication would move from .*site\.db to postgres:/);
    expect((await runWith({ env }, 'enquiries', 'list')).out).toBe('There are no enquiries.\n');

    const moved = await run('database', 'move', '--to', url, '--yes', '--json');
    expect([moved.code, moved.err]).toEqual([0, expect.stringContaining('set DATABASE_URL')]);
    const [from, to] = [expect.stringContaining('site.db'), expect.stringMatching(/^postgres:\/\/[\w.@]+:\d+\/\w+$/)];
    expect(JSON.parse(moved.out)).toEqual({ from, to, enquiries: 2, people: 0, publications: 1, moved: true });
    const { out } = await runWith({ env }, 'enquiries', 'list', '--json');
    expect(JSON.parse(out)).toMatchObject(ids.map((id) => ({ id })));
    expect((await runWith({ env }, 'words', 'show', '1')).out).toContain(
      'Phone\n- +44 117 496 0142\n+ +44 117 496 0143\n',
    );
    expect(await enquiries.count({})).toBe(2);

    const again = { code: 1, out: '', err: expect.stringContaining('enquiries (2)') };
    expect(await run('database', 'move', '--to', url, '--yes')).toEqual(again);
  });

  it('refuses while a server runs on the data directory, and leaves it free afterwards', async () => {
    const call = ['database', 'move', '--to', await temporaryPostgres()];
    const { config, receive, run } = await startOperator();
    await receive();
    const server = lockDataDirectory(config.dataDirectory, 'process 1234 (port 3000)');
    if (!server.ok) throw new Error(server.holder);
    const err = expect.stringContaining('process 1234 (port 3000)');
    expect(await run(...call, '--yes')).toEqual({ code: 1, out: '', err });
    server.release();
    expect(await run(...call, '--yes')).toMatchObject({ code: 0, out: expect.stringMatching(/^Moved 1 enquiry, /) });
  });
});
