import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { addPasskey } from '../accounts/testing/add-passkey.ts';
import { site } from '../content/release-content.ts';
import { listBackups } from '../database/backups.ts';
import { readErasedIds } from '../database/erased-list.ts';
import { databaseUrlCases } from '../database/testing/test-postgres.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { currentSchemaVersion } from '../database/testing/schemas.ts';
import { packageVersion } from '../process/package-info.ts';
import { fillDatabase } from './testing/fill-database.ts';
import { getContactFieldRef, publishField } from '../start/testing/publish-field.ts';
import { holdLock, startCommandTest } from './testing/command-test.ts';

/** Changes a database behind the program’s back. */
function change(file: string, statement: string): void {
  using raw = new DatabaseSync(file);
  raw.exec(statement);
}

describe('backup', () => {
  it.each(databaseUrlCases)('of %s is one file, a working database with all that was there', async (_what, makeUrl) => {
    const settings = { DATABASE_URL: await makeUrl(), BACKUP_DIRECTORY: createTemporaryDirectory() };
    const operator = await startCommandTest(settings);
    const { enquiries, outbox, people, receive, receiveSpam } = operator;
    await receive({ message: 'Grüße, 你好 👋' });
    await receiveSpam();
    await outbox.deliverDue();
    await receive();
    await publishField(operator, getContactFieldRef('phone'), '+44 117 496 0143');
    await addPasskey(people, 'anna@example.com', 'p1');
    const [latest] = await enquiries.list({ limit: 1 });
    await enquiries.applyAction(`${latest?.id}`, { action: 'note', text: 'Call back' }, { actor: 'anna@example.com' });

    const path = await operator.makeBackup();
    // No file beside it is needed: it is in no mode that writes ahead.
    expect(readFileSync(path).subarray(18, 20)).toEqual(Buffer.from([1, 1]));

    const restored = join(createTemporaryDirectory(), 'site.db');
    writeFileSync(restored, readFileSync(path));
    const elsewhere = async (...call: string[]): Promise<unknown> =>
      JSON.parse((await operator.runWith({ env: { DATABASE_URL: `sqlite:${restored}` } }, ...call, '--json')).out);
    for (const group of ['enquiries', 'people', 'content'])
      expect(await elsewhere(group, 'list')).toEqual(await operator.runJson(group, 'list'));
  });

  it('holds one moment, whatever is stored meanwhile', async () => {
    const operator = await startCommandTest();
    fillDatabase(operator, 3000);
    const storing = new AbortController();
    const [path] = await Promise.all([
      operator.makeBackup().finally(() => storing.abort()),
      (async () => {
        while (!storing.signal.aborted) await operator.receive();
      })(),
    ]);
    using copy = new DatabaseSync(path, { readOnly: true });
    const held = Number(copy.prepare('SELECT count(*) AS held FROM enquiries').get()?.['held']);
    expect(held).toBeGreaterThanOrEqual(3000);
    expect(await operator.enquiries.count({})).toBeGreaterThan(held);
  });

  it('says in a line what it made, and removes those that are too old', async () => {
    const operator = await startCommandTest();
    await operator.receive();
    const { backupDirectory } = operator.config;
    mkdirSync(backupDirectory);
    const old = 'website-2025-01-01T08-00-00Z.db';
    const recent = [1, 2, 3, 4, 5, 6].map(
      (days) => `website-${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T08-00-00Z.db`,
    );
    for (const name of [old, ...recent]) writeFileSync(join(backupDirectory, name), '');
    const made = String.raw`Made /\S+\.db: \d+ KB, in \d+\.\d s\.`;
    const removed = `Removed 1 older than ${site.backupRetentionDays} days\\.`;
    expect((await operator.run('backup')).out).toMatch(new RegExp(`^${made} ${removed}\n$`));
    expect(listBackups(backupDirectory).map(({ name }) => name)).toEqual([expect.not.stringContaining(old), ...recent]);
  });

  it('is refused while another is being made, by name', async () => {
    const { config, run } = await startCommandTest();
    const other = holdLock(config.backupDirectory, 'backup', 'process 1234');
    const err = 'Another backup is being made, by process 1234. Nothing was done.\n';
    expect(await run('backup')).toEqual({ code: 1, out: '', err });
    other.release();
    const both = await Promise.all([run('backup'), run('backup')]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
  });
});

describe('backup check', () => {
  it('says of which schema a backup is, and of which release', async () => {
    const operator = await startCommandTest();
    const path = await operator.makeBackup();
    const out = `${path} can be restored: schema ${currentSchemaVersion}, made by release ${packageVersion}.\n`;
    expect(await operator.run('backup', 'check', path)).toEqual({ code: 0, out, err: '' });
    const told = { path, schema: currentSchemaVersion, release: packageVersion };
    expect(await operator.runJson('backup', 'check', path)).toEqual(told);
  });

  const newer = `INSERT INTO schema_history VALUES (99, 99, '9.9.9', '')`;
  const write = (path: string, content: string | Buffer) => writeFileSync(path, content);
  it.each<[string, RegExp, (path: string) => void]>([
    ['is damaged', /malformed|not a database|page/i, (path) => write(path, readFileSync(path).fill(7, 2000, 9000))],
    ['is empty', /it is no database of the site/, (path) => write(path, '')],
    ['is missing', /is not there, or this user may not read it/, (path) => rmSync(path)],
    ['is newer', /it was written by release 9\.9\.9 \(schema 99\)/, (path) => change(path, newer)],
  ])('refuses one that %s', async (_what, says, spoil) => {
    const operator = await startCommandTest();
    await operator.receive();
    const path = await operator.makeBackup();
    // As of one whose checksum was not copied along.
    rmSync(`${path}.sha256`);
    spoil(path);
    const refused = { code: 1, out: '', err: expect.stringMatching(says) };
    expect(await operator.run('backup', 'check', path)).toEqual(refused);
  });

  it('refuses one whose bytes have changed, wherever in the file', async () => {
    const operator = await startCommandTest();
    const path = await operator.makeBackup();
    appendFileSync(path, 'x');
    const err = expect.stringContaining('its bytes have changed since it was made');
    expect(await operator.run('backup', 'check', path)).toEqual({ code: 1, out: '', err });
  });
});

it('backup list shows the backups with age and size, the newest first', async () => {
  const operator = await startCommandTest();
  expect((await operator.run('backup', 'list')).out).toMatch(/^There is no backup in \/\S+\. Make one: /);
  await operator.makeBackup();
  const time = new Date(Date.now() - 48.5 * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-');
  writeFileSync(join(operator.config.backupDirectory, `website-${time}Z.db`), 'x');
  const rows =
    /\n20\S+ \S+ +0 hours +\d+ KB +[0-9a-f]{12} +website-\S+\.db\n20\S+ \S+ +2 days +1 KB +unknown +website-\S+\.db\n$/;
  expect((await operator.run('backup', 'list')).out).toMatch(rows);
});

describe('backup copy', () => {
  it('hands over the files of the newest good one, with what was erased since', async () => {
    const BACKUP_DIRECTORY = join(createTemporaryDirectory(), 'with $& and spaces');
    const elsewhere = createTemporaryDirectory();
    const operator = await startCommandTest({ BACKUP_DIRECTORY, BACKUP_COPY: `cp -- {} ${elsewhere}` });
    const id = await operator.receive();
    const path = await operator.makeBackup();
    writeFileSync(path.replace('website-20', 'website-30'), 'spoilt');
    await operator.enquiries.erase({ ids: [id] });
    const files = [`${path}.erased`, `${path}.sha256`, path];
    expect(await operator.runJson('backup', 'copy')).toEqual({ backup: path, files });
    const copied = path.replace(BACKUP_DIRECTORY, elsewhere);
    expect(readErasedIds(`${copied}.erased`)).toEqual([id]);
    expect(await operator.run('backup', 'check', copied)).toMatchObject({ code: 0 });
    expect((await operator.run('doctor')).out).toMatch(/^ok +copies +the last good one is of 20/m);
  });

  it.each([
    ['', 0, /^$/],
    ['test -d', 1, /^\S+\.sha256 was not copied: test ended with 1: it said nothing\.$/m],
  ])('by the command "%s" ends with %i, and says of which file it failed', async (BACKUP_COPY, code, says) => {
    const operator = await startCommandTest({ BACKUP_COPY });
    await operator.makeBackup();
    expect(await operator.run('backup', 'copy')).toMatchObject({ code, err: expect.stringMatching(says) });
    const warned = /^warning +copies +there never was one; .*"backup copy"/m;
    expect(warned.test((await operator.run('doctor')).out)).toBe(code === 1);
  });
});
