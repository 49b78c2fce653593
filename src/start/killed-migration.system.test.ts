import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteDatabase } from '../database/sqlite-database.ts';
import { fillDatabase } from '../commands/testing/fill-database.ts';
import {
  laterMigrations,
  laterSchemaVersion,
  readSchemaNumber,
  currentSchemaVersion,
} from '../database/testing/schemas.ts';
import { createTemporaryDirectory, openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';

const many = 3000;

/** Opens the database as a later release does, whose migration never ends. */
const endless = (path: string) => `
  const { openSqliteDatabase } = await import('./src/database/sqlite-database.ts');
  const { laterMigrations } = await import('./src/database/testing/schemas.ts');
  const rewrite = ["UPDATE messages SET text = 'lost'",
    'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT max(n) FROM numbers'];
  const [last] = laterMigrations.slice(-1);
  const migrations = [...laterMigrations.slice(0, -1), { ...last, sql: (types) => [...last.sql(types), ...rewrite] }];
  await openSqliteDatabase(${JSON.stringify(path)}, { migrations, onMigration: console.log }).ensureOpen();`;

it('a migration that is killed in the middle leaves the old schema with all its rows, and the next start ends it', async () => {
  const path = join(createTemporaryDirectory(), 'site.db');
  const before = openTemporarySqlite(path);
  await before.ensureOpen();
  fillDatabase({ config: { dataDirectory: dirname(path) } }, many);
  await before.close();
  const child = spawn(process.execPath, ['--input-type=module', '-e', endless(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
  expect(String(said)).toContain('begins');
  // More than SQLite keeps in memory: some of what changes is in the log.
  await expect.poll(() => statSync(`${path}-wal`).size, { timeout: 20_000 }).toBeGreaterThan(1e6);
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(await readSchemaNumber(`sqlite:${path}`)).toBe(currentSchemaVersion);

  const { database, close } = openSqliteDatabase(path, { migrations: laterMigrations });
  onTestFinished(close);
  const kept = database.selectFrom('messages').select('id').where('text', '!=', 'lost');
  expect(await kept.execute()).toHaveLength(many);
  expect(await readSchemaNumber(`sqlite:${path}`)).toBe(laterSchemaVersion);
});
