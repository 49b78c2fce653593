import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../start/config.ts';

/** Fills the database with so many enquiries of 4 KB. */
export function fill({ config }: { config: Pick<Config, 'dataDirectory'> }, enquiries: number): void {
  using file = new DatabaseSync(join(config.dataDirectory, 'site.db'));
  file.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${enquiries})
    INSERT INTO enquiries (id, received_at, name, email, company, subject, message)
    SELECT printf('00000000-0000-7000-8000-%012d', n), '2026-01-01T00:00:00.000Z', 'Ada', 'ada@example.com', '', 'Old',
      hex(randomblob(2000)) FROM numbers;
    INSERT INTO deliveries (id, channel, event, enquiry_id, message_id, state, queued_at, attempts, due_at)
    SELECT 'mail.' || id, 'mail', '', id, id, 'delivered', received_at, 1, received_at FROM enquiries`);
}
