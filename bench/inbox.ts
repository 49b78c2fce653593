import { join } from 'node:path';
import { sql } from 'kysely';
import { rulesAt } from '../enquiries/core/plan.ts';
import { openPostgresDatabase } from '../enquiries/storage/postgres-database.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import type { OpenDatabase } from '../enquiries/storage/sql-database.ts';
import { openSqliteDatabase } from '../enquiries/storage/sqlite-database.ts';
import { olderPostgres, olderSqlite } from '../enquiries/testing/older-database.ts';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { receivedEnquiry } from '../enquiries/testing/samples.ts';
import { folders } from '../office/inbox/folders.ts';
import { type Case, compare, type Options, type Row } from './report.ts';
import { temporaryDirectory } from './start.ts';

const stored = 100_000;
const group = 1000;
const figure = `ms with ${stored} enquiries that wait`;

/** How long the inbox's counts and the first page of each folder take, on both databases. */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const postgres = await startPostgresServer();
  const sqlite = openSqliteDatabase(join(temporaryDirectory(), 'site.db'));
  const cases: Case[] = [];
  for (const [name, { database, dialect }] of [
    ['SQLite', sqlite],
    ['PostgreSQL', openPostgresDatabase(postgres.url)],
  ] as const) {
    const store = createSqlEnquiryStore(database, dialect);
    const rules = rulesAt(new Date(), { webhook: false, acknowledgement: false });
    for (let first = 0; first < stored; first += group)
      await store.add(
        Array.from({ length: group }, (_, index) => receivedEnquiry(first + index)),
        rules,
      );
    const reader = { person: 'anna@ours.example', now: new Date() };
    await sql`UPDATE enquiries SET assigned_to = ${reader.person} WHERE id LIKE '%7'`.execute(database);
    await sql`INSERT INTO reminders SELECT id || '.x', id, ${reader.person}, received_at FROM enquiries
      WHERE id LIKE '%77'`.execute(database);
    await sql`ANALYZE`.execute(database);
    const { search: _asked, ...kept } = folders;
    const looks = Object.entries(kept).map(([folder, { filter, isOldestFirst }]) => {
      const page = { ...filter({ ...reader, words: '' }), limit: 51, ...(isOldestFirst && { after: '' }) };
      return [folder, () => store.list(page)] as const;
    });
    // One that stands in each, one that stands in none, two together, and a telephone number.
    const searches = ['number', 'nowhere', 'number 777', '0117 496 0142'].map(
      (text) => [`search ${text}`, () => store.list({ text, limit: 51 })] as const,
    );
    const counts = ['counts', () => store.officeCounts(new Date(), reader)] as const;
    for (const [what, look] of [counts, ...looks, ...searches])
      cases.push({
        name: `${name}: ${what}`,
        aims: { [figure]: ['figure', 'at most', 50] },
        async ours() {
          const begin = performance.now();
          await look();
          return { [figure]: performance.now() - begin };
        },
      });
  }
  const rows = await compare(cases, rounds * 10);
  await postgres.remove();
  return [...rows, ...(await migrations())];
}

/** How long a start takes that brings the database of the first release, with as many enquiries, to the schema of this one. */
async function migrations(): Promise<Row[]> {
  const rows = `INSERT INTO enquiries (id, received_at, name, email, company, subject, message)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${stored})
      SELECT '00000000-0000-7000-8000-' || (100000000000 + n), '2026-01-01T00:00:00.000Z', 'Ada',
        'ada' || n || '@example.com', '', 'Old', '${'Words. '.repeat(200)}' FROM numbers;
    INSERT INTO deliveries (enquiry_id, message_id, state, queued_at, attempts, due_at)
      SELECT id, id, 'delivered', received_at, 1, received_at FROM enquiries`;
  const path = join(temporaryDirectory(), 'site.db');
  (await olderSqlite(path, rows)).close();
  const postgres = await startPostgresServer();
  await olderPostgres(postgres.url, rows);
  const seconds = `seconds to migrate ${stored} enquiries`;
  const start = (name: string, open: () => OpenDatabase): Case => ({
    name,
    aims: { [seconds]: undefined },
    async ours() {
      const begin = performance.now();
      const { ready, close } = open();
      await ready();
      return close().then(() => ({ [seconds]: (performance.now() - begin) / 1000 }));
    },
  });
  const both = [
    start('SQLite', () => openSqliteDatabase(path)),
    start('PostgreSQL', () => openPostgresDatabase(postgres.url)),
  ];
  return compare(both, 1).finally(postgres.remove);
}
