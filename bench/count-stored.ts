import { compose } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { createLog } from '../server/log.ts';

/** How many enquiries the database holds. */
export async function countStored(databaseUrl: string): Promise<number> {
  const composition = await compose(readConfig({ DATABASE_URL: databaseUrl }), createLog('silent'));
  const stored = await composition.enquiries.count({});
  await composition.close();
  return stored;
}
