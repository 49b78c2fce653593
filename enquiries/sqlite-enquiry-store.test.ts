import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createSqliteEnquiryStore } from './sqlite-enquiry-store.ts';
import { sampleEnquiry } from './testing/samples.ts';
import { describeEnquiryStore } from './testing/store-contract.ts';
import { temporaryDatabase, temporaryDirectory } from './testing/temporary.ts';

describe('the SQLite enquiry store', () => {
  describeEnquiryStore(() => createSqliteEnquiryStore(temporaryDatabase()));

  it('finds everything again after the file was closed and opened', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const before = openSqliteDatabase(path);
    await createSqliteEnquiryStore(before.database).add(sampleEnquiry(1), '<1@example.com>');
    await before.close();
    expect(await createSqliteEnquiryStore(temporaryDatabase(path)).list({ limit: 10 })).toHaveLength(1);
  });

  it('shares its file: two processes never claim the same mail', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const [one, other] = [temporaryDatabase(path), temporaryDatabase(path)].map(createSqliteEnquiryStore);
    const now = new Date('2025-01-02T00:00:00Z');
    const lease = new Date('2025-01-02T00:01:00Z');
    await one?.add(sampleEnquiry(1), '<1@example.com>');
    const claims = await Promise.all([one?.claimDue(now, lease), other?.claimDue(now, lease)]);
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  it('leaves nothing of an erased enquiry in any file', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const store = createSqliteEnquiryStore(temporaryDatabase(path));
    await store.add(sampleEnquiry(1, { message: 'unmistakable-words' }), '<1@example.com>');
    const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
    expect(files()).toContain('unmistakable-words');
    await store.erase({ id: sampleEnquiry(1).id });
    expect(files()).not.toContain('unmistakable-words');
  });
});
