import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../start/config.ts';

/** Fills the database with this many enquiries of 4 KB each. */
export function fillDatabase({ config }: { config: Pick<Config, 'dataDirectory'> }, enquiryCount: number): void {
  using file = new DatabaseSync(join(config.dataDirectory, 'site.db'));
  file.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${enquiryCount})
    INSERT INTO enquiries (id, received_at, name, email, company, subject, text_hash, status, waiting_since, due_at,
      digest_pending, last_message_at, version)
    SELECT printf('00000000-0000-7000-8000-%012d', n), time, 'Ada', 'ada@example.com', '', 'Old', n, 'open', time, time,
      0, time, 0 FROM numbers, (SELECT '2026-01-01T00:00:00.000Z' AS time);
    INSERT INTO messages (id, enquiry_id, direction, author, text, sent_at, message_id, superseded)
    SELECT id, id, 'in', email, hex(randomblob(2000)), received_at, id, 0 FROM enquiries;
    INSERT INTO deliveries (id, kind, record_id, payload, state, recipient_states, queued_at, attempts, due_at, leased)
    SELECT 'mail.' || id, 'mail', id, '{}', 'delivered', '{}', received_at, 1, received_at, 0 FROM enquiries`);
}
