import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { olderSchema, olderSqlite, schemaOf } from '../enquiries/testing/older-database.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { launchForTest, startSiteProcess } from './testing/site-process.ts';

const many = 30_000;
const rows = `
  WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${many})
  INSERT INTO enquiries (id, received_at, name, email, company, subject, message)
    SELECT printf('01a1fc16-0000-7000-8000-%012d', n), '2026-11-01T12:00:00.000Z', 'Ada', 'ada@example.com', '', 'Old',
      hex(randomblob(300)) FROM number;
  INSERT INTO deliveries (enquiry_id, message_id, state, queued_at, attempts, due_at, in_hand, to_tell)
    SELECT id, '<' || id || '@ours.example>', 'delivered', received_at, 1, received_at, 0, 0 FROM enquiries;`;

it('a migration that is killed in the middle leaves the old schema with all its rows, and the next start ends it', async () => {
  const path = join(temporaryDirectory(), 'site.db');
  const file = await olderSqlite(path, rows);
  file.exec('PRAGMA journal_mode = WAL');
  file.close();
  const env = { DATABASE_URL: `sqlite:${path}` };
  const killed = launchForTest(env);
  await killed.says(/the migration of the database begins/);
  await killed.end('SIGKILL');
  expect(killed.output.out).not.toContain('has ended');

  const found = new DatabaseSync(path);
  expect(await schemaOf(env.DATABASE_URL)).toBe(olderSchema);
  const counted = `SELECT (SELECT count(*) FROM enquiries) AS enquiries, (SELECT count(*) FROM deliveries) AS deliveries`;
  expect({ ...found.prepare(counted).get() }).toEqual({ enquiries: many, deliveries: many });
  found.close();

  const site = await startSiteProcess(env);
  expect(site.output.out).toMatch(/"from":3,"to":\d+,[^\n]*begins"[^]*"from":3,"to":\d+,[^\n]*has ended"/);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
}, 120_000);
