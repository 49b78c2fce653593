import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { site } from '../content/words.ts';
import { listBackups } from '../enquiries/storage/backups.ts';
import { olderSqlite } from '../enquiries/testing/older-database.ts';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { lockDirectory } from '../process/data-directory-lock.ts';
import { startOperator, type Operator } from './testing/operator.ts';

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!canMount) console.warn('Not tested: backups on disks that refuse. Only root may mount them.');

interface Made {
  path: string;
  contains: Record<string, number>;
  removed: string[];
}

async function make({ runWith }: Operator, env: Record<string, string> = {}): Promise<Made> {
  const { code, out, err } = await runWith({ env }, 'backup', '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Made;
}

/** What the command lists, in the database at the address. */
async function listed({ runWith }: Operator, DATABASE_URL: string): Promise<unknown> {
  return JSON.parse((await runWith({ env: { DATABASE_URL } }, 'enquiries', 'list', '--json')).out);
}

/** A disk in memory, with the backups in it. */
function disk(options: string): string {
  const directory = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]);
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

/** Fills the database with so many enquiries of 4 KB. */
function fill({ config }: Operator, enquiries: number): void {
  const file = new DatabaseSync(join(config.dataDirectory, 'site.db'));
  file.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${enquiries})
    INSERT INTO enquiries (id, received_at, name, email, company, subject, message)
    SELECT printf('00000000-0000-7000-8000-%012d', n), '2026-01-01T00:00:00.000Z', 'Ada', 'ada@example.com', '', 'Old',
      hex(randomblob(2000)) FROM numbers;
    INSERT INTO deliveries (id, channel, event, enquiry_id, message_id, state, queued_at, attempts, due_at)
    SELECT 'mail.' || id, 'mail', '', id, id, 'delivered', received_at, 1, received_at FROM enquiries`);
  file.close();
}

/** Changes a database behind the program’s back, whatever refers to what. */
function change(file: string, statement: string): void {
  const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  raw.exec(statement);
  raw.close();
}

describe('backup', () => {
  it.each([
    ['SQLite', async () => ({})],
    ['PostgreSQL', async () => ({ DATABASE_URL: await temporaryPostgres(), BACKUP_DIRECTORY: temporaryDirectory() })],
  ])('of %s is one private file, a working database with all that was there', async (_what, env) => {
    const operator = await startOperator(await env());
    const { config, contactSettings, enquiries, people, receive, receiveSpam, run } = operator;
    await receive({ message: 'Grüße, 你好 👋' });
    await receiveSpam();
    await enquiries.deliverDue();
    await receive();
    await contactSettings.set('phone', '+44 117 496 0143', 'the command');
    const { token } = await people.invite('anna@example.com');
    await people.accept(token, { id: 'p1', publicKey: 'key', counter: 7, transports: [] });
    await run('enquiries', 'note', (await enquiries.list({ limit: 1 }))[0]?.reference ?? '', 'Call back');

    const { path, contains } = await make(operator);
    expect(contains).toMatchObject({ enquiries: 3, delivered: 1, quarantined: 1, due: 1, settings: 1, people: 1 });
    expect(contains).toMatchObject({ passkeys: 1, activity: 1, waiting: 2, 'set aside': 1 });
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(config.backupDirectory).filter((name) => name.startsWith('website'))).toHaveLength(1);
    expect(readFileSync(path).subarray(18, 20)).toEqual(Buffer.from([1, 1]));

    const restored = join(temporaryDirectory(), 'site.db');
    writeFileSync(restored, readFileSync(path));
    const here = await operator.runJson('enquiries', 'list');
    expect(await listed(operator, `sqlite:${restored}`)).toEqual(here);
    const url = await temporaryPostgres();
    const move = ['database', 'move', '--to', url, '--yes'];
    expect(await operator.runWith({ env: { DATABASE_URL: `sqlite:${restored}` } }, ...move)).toMatchObject({ code: 0 });
    expect(await listed(operator, url)).toEqual(here);
    const inbox = await operator.runWith({ env: { DATABASE_URL: url } }, 'inbox', 'people', '--json');
    expect(JSON.parse(inbox.out)).toMatchObject([{ email: 'anna@example.com', passkeys: [{ lastUsedAt: null }] }]);
  });

  it('says in a line what it made', async () => {
    const operator = await startOperator();
    await operator.receive();
    const { code, out } = await operator.run('backup');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Made and checked \/\S+\.db: 1 enquiry, \d+ KiB, in \d+\.\d s\.\n$/),
    ]);
  });

  it('holds one moment, whatever is stored meanwhile', async () => {
    const operator = await startOperator();
    fill(operator, 3000);
    const storing = new AbortController();
    const [{ contains }] = await Promise.all([
      make(operator).finally(() => storing.abort()),
      (async () => {
        while (!storing.signal.aborted) await operator.receive();
      })(),
    ]);
    expect(contains['enquiries']).toBeGreaterThanOrEqual(3000);
    expect(await operator.enquiries.count({})).toBeGreaterThan(contains['enquiries'] ?? 0);
  });

  it('removes those that are too old, once a new one is good', async () => {
    const operator = await startOperator();
    const { backupDirectory } = operator.config;
    mkdirSync(backupDirectory);
    const old = 'website-2025-01-01T08-00-00Z.db';
    writeFileSync(join(backupDirectory, old), '');
    change(
      join(operator.config.dataDirectory, 'site.db'),
      `INSERT INTO passkeys VALUES ('p', 'nobody', '', 0, '', '', NULL)`,
    );
    const { code, err } = await operator.run('backup');
    const says = /^No backup was made: it could not be restored: 1 of its rows refer to others that are missing\. /;
    expect([code, err]).toEqual([1, expect.stringMatching(says)]);
    expect(listBackups(backupDirectory).map(({ name }) => name)).toEqual([old]);

    change(join(operator.config.dataDirectory, 'site.db'), 'DELETE FROM passkeys');
    const { out } = await operator.run('backup');
    expect(out).toContain(` Removed 1 older than ${site.backupRetentionDays} days.`);
    expect(listBackups(backupDirectory)).toHaveLength(1);
    expect(existsSync(join(backupDirectory, old))).toBe(false);
  });

  it('is refused while another is being made, by name', async () => {
    const { config, run } = await startOperator();
    const other = lockDirectory(config.backupDirectory, 'backup', 'process 1234');
    if (!other.ok) throw new Error(other.holder);
    const err = 'Another backup is being made, by process 1234. Nothing was done.\n';
    expect(await run('backup')).toEqual({ code: 1, out: '', err });
    other.release();
    const both = await Promise.all([run('backup'), run('backup')]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
  });

  it('that is killed in the middle leaves nothing by which anybody would restore', async () => {
    const operator = await startOperator();
    fill(operator, 8000);
    const { backupDirectory, dataDirectory } = operator.config;
    const env = { ...process.env, DATABASE_URL: `sqlite:${join(dataDirectory, 'site.db')}` };
    const child = spawn(process.execPath, ['commands/admin.ts', 'backup'], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const names = () => (existsSync(backupDirectory) ? readdirSync(backupDirectory) : []);
    await expect.poll(() => names().join(), { interval: 1, timeout: 20_000 }).toContain('.unfinished');
    child.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    expect(names().join()).toContain('.unfinished');
    expect(listBackups(backupDirectory)).toEqual([]);
    expect((await make(operator)).contains['enquiries']).toBe(8000);
  });

  it.skipIf(!canMount)('says that the disk is full, and leaves the backups from before', async () => {
    const BACKUP_DIRECTORY = disk('size=4m');
    const operator = await startOperator({ BACKUP_DIRECTORY });
    const { path } = await make(operator);
    fill(operator, 3000);
    const err = `No backup was made: the disk of ${BACKUP_DIRECTORY} is full; make room on it. Those from before are as they were.\n`;
    expect(await operator.run('backup')).toEqual({ code: 1, out: '', err });
    expect(listBackups(BACKUP_DIRECTORY)).toMatchObject([{ path }]);
    // There is room for the backup, and not for a look into it.
    execFileSync('mount', ['-o', 'remount,size=16m', BACKUP_DIRECTORY]);
    const look = err.replace('made:', 'made: it could not be restored:');
    expect(await operator.run('backup')).toEqual({ code: 1, out: '', err: look });
    expect(readdirSync(BACKUP_DIRECTORY).filter((name) => !/^backup\.|db$/.test(name))).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=64m', BACKUP_DIRECTORY]);
    const last = await make(operator);
    const kept = listBackups(BACKUP_DIRECTORY).map((backup) => backup.path);
    expect(kept).toEqual(expect.arrayContaining([path, last.path]));
  });

  it('says that it is made where only that could not be noted', async () => {
    const operator = await startOperator({ BACKUP_DIRECTORY: temporaryDirectory() });
    const file = new DatabaseSync(join(operator.config.dataDirectory, 'site.db'));
    file.exec(`CREATE TRIGGER refusing BEFORE INSERT ON settings WHEN NEW.key = 'health.backup'
      BEGIN SELECT RAISE(ABORT, 'there is no room'); END`);
    file.close();
    expect(await operator.run('backup')).toEqual({
      code: 1,
      out: expect.stringMatching(/^Made and checked /),
      err: expect.stringMatching(/^That it was made could not be noted: .*\n.*there is no room/),
    });
  });

  it.skipIf(!canMount)('says that its directory cannot be written', async () => {
    const BACKUP_DIRECTORY = disk('size=4m');
    const { run } = await startOperator({ BACKUP_DIRECTORY });
    execFileSync('mount', ['-o', 'remount,ro', BACKUP_DIRECTORY]);
    const err = expect.stringContaining(`No backup was made: this user may not write to ${BACKUP_DIRECTORY}. `);
    expect(await run('backup')).toEqual({ code: 1, out: '', err });
  });
});

describe('a command that meets a database of an older release', () => {
  it('makes a backup before it migrates that, and says where on standard error', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    (await olderSqlite(path)).close();
    const { runWith } = await startOperator();
    const { code, err } = await runWith({ env: { DATABASE_URL: `sqlite:${path}` } }, 'enquiries', 'list');
    const says = /^A backup was made before the migration: \/\S+-before-schema-\d+\.db\n$/;
    expect([code, err]).toEqual([0, expect.stringMatching(says)]);
  });
});

describe('backup check', () => {
  it('says what is in a backup, and leaves nothing of its look', async () => {
    const operator = await startOperator();
    await operator.receive();
    const { path } = await make(operator);
    const { code, out } = await operator.run('backup', 'check', path);
    const says = /^\S+ can be restored\.\nMade: +20\S+ \S+, by release \d\S+\nSchema: +\d+\nHolds: .*\b1 enquiries, /;
    expect([code, out]).toEqual([0, expect.stringMatching(says)]);
    expect(await operator.runJson('backup', 'check', path)).toMatchObject({ path, contains: { enquiries: 1, due: 1 } });
    expect(readdirSync(operator.config.backupDirectory).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it.each<[string, RegExp, (path: string) => void]>([
    [
      'rows are missing',
      /0 enquiries instead of 1, /,
      (path) => change(path, 'DELETE FROM deliveries; DELETE FROM enquiries'),
    ],
    [
      'pages are damaged',
      /malformed|not a database|page/i,
      (path) => writeFileSync(path, readFileSync(path).fill(7, 2000, 9000)),
    ],
    [
      'is no database',
      /file is not a database/,
      (path) => writeFileSync(path, 'only words, a good deal more than nothing'.repeat(99)),
    ],
    ['is empty', /it is no database of the site/, (path) => writeFileSync(path, '')],
    [
      'was made by a newer release',
      /it was written by release 9\.9\.9 \(schema 99\)/,
      (path) => change(path, `PRAGMA user_version = 99; INSERT INTO schema_history VALUES (99, 99, '9.9.9', '')`),
    ],
  ])('refuses one that %s', async (_what, says, spoil) => {
    const operator = await startOperator();
    await operator.receive();
    const { path } = await make(operator);
    spoil(path);
    const { code, out, err } = await operator.run('backup', 'check', path);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(says)]);
  });

  it('tells of one that was made by other means what is in it, and of a missing one that it is', async () => {
    const { config, receive, run } = await startOperator();
    await receive();
    const path = join(temporaryDirectory(), 'mine.db');
    change(join(config.dataDirectory, 'site.db'), `VACUUM INTO '${path}'`);
    expect((await run('backup', 'check', path)).out).toMatch(/^Made: +by other means$/m);
    const err = expect.stringContaining('is not there, or this user may not read it');
    expect(await run('backup', 'check', `${path}x`)).toEqual({ code: 1, out: '', err });
  });
});

describe('backup list', () => {
  it('shows the backups with age and size, the newest first', async () => {
    const operator = await startOperator();
    expect((await operator.run('backup', 'list')).out).toMatch(/^There is no backup in \/\S+\. Make one: /);
    const { path } = await make(operator);
    const old = `website-${new Date(Date.now() - 49 * 3_600_000).toISOString().slice(0, 10)}T00-00-00Z-before-schema-5.db`;
    writeFileSync(join(operator.config.backupDirectory, old), 'x');
    const rows = (await operator.run('backup', 'list')).out.split('\n');
    expect(rows[1]).toMatch(/^20\S+ \S+ +0 hours +\d+ KiB +website-\S+\.db$/);
    expect(rows[2]).toMatch(new RegExp(`^20\\S+ \\S+ +[23] days +1 KiB +${old}$`));
    expect(await operator.runJson('backup', 'list')).toMatchObject([{ path }, { name: old, beforeSchema: 5 }]);
  });
});
