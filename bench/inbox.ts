import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgresDatabase } from '../database/postgres-database.ts';
import { openSqliteDatabase } from '../database/sqlite-database.ts';
import { startPostgresServer } from '../database/testing/postgres-server.ts';
import { receivedEnquiry } from '../enquiries/testing/samples.ts';
import { createTestStore } from '../enquiries/testing/test-store.ts';
import { folders } from '../office/inbox/folders.ts';
import { type Case, compare, type Options, type Row } from './report.ts';
import { createTemporaryDirectory } from './start.ts';

const stored = 100_000;
const group = 1000;
const figure = `ms with ${stored} enquiries that wait`;

/** Measures the inbox's counts and the first page of each folder, on both databases. */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const postgres = await startPostgresServer();
  const sqlite = openSqliteDatabase(join(createTemporaryDirectory(), 'site.db'));
  const cases: Case[] = [];
  for (const [name, { database, dialect }] of [
    ['SQLite', sqlite],
    ['PostgreSQL', openPostgresDatabase(postgres.url)],
  ] as const) {
    const store = createTestStore({ database, dialect });
    for (let first = 0; first < stored; first += group)
      await store.add(Array.from({ length: group }, (_, index) => receivedEnquiry(first + index)));
    const reader = { person: 'anna@ours.example', now: new Date() };
    await sql`UPDATE enquiries SET assignee = ${reader.person} WHERE id LIKE '%7'`.execute(database);
    await sql`INSERT INTO reminders SELECT id || '.x', id, ${reader.person}, received_at FROM enquiries
      WHERE id LIKE '%77'`.execute(database);
    await sql`ANALYZE`.execute(database);
    const { search: _asked, ...kept } = folders;
    const looks = Object.entries(kept).map(([folder, { filter, order }]) => {
      const page = { ...filter({ ...reader, words: '' }), limit: 51, ...(order && { order }) };
      return [folder, () => store.list(page)] as const;
    });
    // A word in every enquiry, one in none, two words, and a telephone number.
    const searches = ['number', 'nowhere', 'number 777', '0117 496 0142'].map(
      (text) => [`search ${text}`, () => store.list({ text, limit: 51 })] as const,
    );
    const counts = ['counts', () => store.officeCounts(reader.person)] as const;
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
  return compare(cases, rounds * 10).finally(postgres.remove);
}
