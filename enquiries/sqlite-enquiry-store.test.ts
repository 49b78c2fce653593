import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSqlEnquiryStore } from './sql-enquiry-store.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { receivedEnquiry, sampleEnquiry } from './testing/samples.ts';
import { describeEnquiryStore } from './testing/store-contract.ts';
import { temporaryDirectory, temporaryStore } from './testing/temporary.ts';

const never = new Date('2999-01-01T00:00:00Z');

describe('the SQLite enquiry store', () => {
  describeEnquiryStore(() => temporaryStore());

  it('finds everything again after the file was closed and opened', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const before = openSqliteDatabase(path);
    await createSqlEnquiryStore(before.database, before.dialect).add([receivedEnquiry(1)], never);
    await before.close();
    expect(await temporaryStore(path).list({ limit: 10 })).toHaveLength(1);
  });

  it('shares its file: two processes never claim the same mail', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const [one, other] = [temporaryStore(path), temporaryStore(path)];
    const now = new Date('2025-01-02T00:00:00Z');
    const lease = new Date('2025-01-02T00:01:00Z');
    await one.add([receivedEnquiry(1)], never);
    const claims = await Promise.all([one.claimDue(now, lease), other.claimDue(now, lease)]);
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  it('leaves nothing of an erased enquiry in any file', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const store = temporaryStore(path);
    await store.add([receivedEnquiry(1, { message: 'unmistakable-words' })], never);
    const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
    expect(files()).toContain('unmistakable-words');
    await store.erase({ id: sampleEnquiry(1).id });
    expect(files()).not.toContain('unmistakable-words');
  });
});
