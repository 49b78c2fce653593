import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryPostgres } from '../../enquiries/testing/postgres.ts';
import { holdDataDirectory } from '../../server/data-directory-lock.ts';
import { startOperator } from '../testing/operator.ts';

describe('database move', () => {
  it('only shows what it would move, until --yes; then the same commands work on PostgreSQL', async () => {
    const url = await temporaryPostgres();
    const { composition, receive, run, runWith } = await startOperator();
    const ids = [await receive(), await receive()].toReversed();
    await composition.contactSettings.set('phone', '+44 117 496 0143');

    const shown = await run('database', 'move', '--to', url);
    expect([shown.code, shown.out]).toEqual([
      2,
      expect.stringMatching(/^2 enquiries .* would move from .*site\.db to postgres:/),
    ]);
    expect(shown.err).toContain('--yes');
    const onTarget = { env: { DATABASE_URL: url } };
    expect((await runWith(onTarget, 'enquiries', 'list')).out).toBe('There are no enquiries.\n');

    const moved = await run('database', 'move', '--to', url, '--yes');
    expect([moved.code, moved.out]).toEqual([0, expect.stringMatching(/^Moved 2 enquiries /)]);
    expect(moved.err).toContain('DATABASE_URL');
    const listed = JSON.parse((await runWith(onTarget, 'enquiries', 'list', '--json')).out) as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect((await runWith(onTarget, 'contact', 'get')).out).toContain('+44 117 496 0143  (set here)');
    expect(await composition.enquiries.count({})).toBe(2);

    const again = await run('database', 'move', '--to', url, '--yes');
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('enquiries (2)') });
    expect((await run('database', 'move', '--to', url)).code).toBe(1);
  });

  it('speaks JSON, and never tells the password', async () => {
    const url = new URL(await temporaryPostgres());
    const { receive, run } = await startOperator();
    await receive();
    const { out, err } = await run('database', 'move', '--to', url.href, '--yes', '--json');
    expect(JSON.parse(out)).toEqual({
      from: expect.stringContaining('site.db'),
      to: `postgres://${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`,
      enquiries: 1,
      settings: 0,
      moved: true,
    });
    const secret = Object.assign(new URL(url.href), { username: 'nobody', password: 'secret-word' }).href;
    const refused = await run('database', 'move', '--to', secret, '--yes');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cannot be opened') });
    expect(out + err + refused.out + refused.err).not.toContain('secret-word');
  });

  it('refuses while a server runs on the data directory, and leaves it free afterwards', async () => {
    const url = await temporaryPostgres();
    const { config, receive, run } = await startOperator();
    await receive();
    const server = holdDataDirectory(config.dataDirectory, 'process 1234 (port 3000)');
    if (!server.ok) throw new Error(server.holder);
    const refused = await run('database', 'move', '--to', url, '--yes');
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('process 1234 (port 3000)') });
    expect((await run('database', 'move', '--to', url)).code).toBe(2);
    server.release();
    expect((await run('database', 'move', '--to', url, '--yes')).code).toBe(0);
    const next = holdDataDirectory(config.dataDirectory, 'the next');
    expect(next.ok).toBe(true);
    if (next.ok) onTestFinished(() => next.release());
  });

  it.each(['', 'sqlite:other.db', 'mysql://host/x', 'postgres://host'])('refuses to move to %j', async (to) => {
    const { run } = await startOperator();
    const { code, err } = await run('database', 'move', '--to', to, '--yes');
    expect([code, err]).toEqual([2, expect.stringMatching(/^--to takes postgres:/)]);
  });

  it('needs a SQLite database to move, and makes none', async () => {
    const url = await temporaryPostgres();
    const { config, runWith } = await startOperator();
    const call = ['database', 'move', '--to', url, '--yes'] as const;
    expect(await runWith({ env: { DATABASE_URL: url } }, ...call)).toMatchObject({
      code: 1,
      err: expect.stringContaining('already'),
    });
    const missing = join(config.dataDirectory, 'missing.db');
    const { code, err } = await runWith({ env: { DATABASE_URL: `sqlite:${missing}` } }, ...call);
    expect([code, err]).toEqual([1, expect.stringContaining(`There is no database ${missing}`)]);
  });
});
