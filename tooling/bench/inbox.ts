import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgresDatabase } from '../../src/database/postgres-database.ts';
import { openSqliteDatabase } from '../../src/database/sqlite-database.ts';
import { startPostgresServer } from '../../src/database/testing/postgres-server.ts';
import { createReceivedEnquiry } from '../../src/enquiries/testing/samples.ts';
import { createTestStore } from '../../src/enquiries/testing/test-store.ts';
import { folders } from '../../src/office/inbox/folders.ts';
import { type BenchCase, measureCases, type BenchOptions, type ReportRow } from './report.ts';
import { createTemporaryDirectory } from './start.ts';

const stored = 100_000;
const group = 1000;
const figure = `ms with ${stored} open enquiries`;

/** Measures the inbox's counts and the first page of each folder, on both databases. */
export async function measure({ rounds }: BenchOptions): Promise<ReportRow[]> {
  const postgres = await startPostgresServer();
  const sqlite = openSqliteDatabase(join(createTemporaryDirectory(), 'site.db'));
  const cases: BenchCase[] = [];
  for (const [name, { database, dialect }] of [
    ['SQLite', sqlite],
    ['PostgreSQL', openPostgresDatabase(postgres.url)],
  ] as const) {
    const store = createTestStore({ database, dialect });
    for (let first = 0; first < stored; first += group)
      await store.insert(Array.from({ length: group }, (_, index) => createReceivedEnquiry(first + index)));
    const reader = { person: 'anna@ours.example', now: new Date() };
    await sql`UPDATE enquiries SET assignee = ${reader.person} WHERE id LIKE '%7'`.execute(database);
    await sql`INSERT INTO reminders SELECT id || '.x', id, ${reader.person}, received_at FROM enquiries
      WHERE id LIKE '%77'`.execute(database);
    await sql`ANALYZE`.execute(database);
    const { search: _search, ...listedFolders } = folders;
    const folderQueries = Object.entries(listedFolders).map(([folder, { createFilter, order }]) => {
      const page = { ...createFilter({ ...reader, query: '' }), limit: 51, ...(order && { order }) };
      return [folder, () => store.list(page)] as const;
    });
    // A word in every enquiry, one in none, two words, and a telephone number.
    const searches = ['number', 'nowhere', 'number 777', '0117 496 0142'].map(
      (query) => [`search ${query}`, () => store.list({ query, limit: 51 })] as const,
    );
    const counts = ['counts', () => store.readInboxCounts(reader.person)] as const;
    for (const [queryName, runQuery] of [counts, ...folderQueries, ...searches])
      cases.push({
        name: `${name}: ${queryName}`,
        aims: { [figure]: ['figure', 'at most', 50] },
        async ours() {
          const begin = performance.now();
          await runQuery();
          return { [figure]: performance.now() - begin };
        },
      });
  }
  return measureCases(cases, rounds * 10).finally(postgres.remove);
}
