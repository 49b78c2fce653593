import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { type Case, compare, type Figures, type Options, type Row } from './report.ts';
import { startSite, temporaryDirectory } from './start.ts';
import { clients, runWrk } from './wrk.ts';

const figure = `enquiries a second of ${clients} clients`;

/**
 * How many enquiries the server takes in a second, beside those that it reads and refuses, in the same run: what durability costs.
 * An acknowledged enquiry is on the disk: the rows are counted afterwards.
 */
export async function measure({ rounds, seconds }: Options): Promise<Row[]> {
  const postgres = await startPostgresServer();
  const compared = (name: string, url: string, least: number): Case => ({
    name,
    aims: { [figure]: ['ratio', 'at least', least] },
    ours: () => send(url, seconds, 'Ada Example'),
    reference: () => send(url, seconds, ''),
  });
  const sqlite = compared('SQLite', `sqlite:${join(temporaryDirectory(), 'site.db')}`, 0.3);
  // Its processes and the clients share the machine with the server.
  const rows = await compare([sqlite, compared('PostgreSQL', postgres.url, 0.15)], rounds);
  await postgres.remove();
  return rows;
}

/** To a server of its own. */
async function send(database: string, seconds: number, sender: string): Promise<Figures> {
  const site = await startSite({ DATABASE_URL: database });
  const each = [site.url + sendContactEmailPath, '--script', join(import.meta.dirname, 'enquiries.lua'), '--'];
  const warmUp = await runWrk([...each, randomUUID(), sender], 2, sender === '');
  const { requests, perSecond } = await runWrk([...each, randomUUID(), sender], seconds, sender === '');
  await site.end('SIGTERM');
  const [before = NaN, after = NaN] = [...site.output.out.matchAll(/stored: (\d+)/g)].map(([, count]) => Number(count));
  const acknowledged = sender === '' ? 0 : warmUp.requests + requests;
  // What is under way at the end of a load may be stored as well: it is acknowledged to nobody.
  if (!(after - before >= acknowledged && after - before <= acknowledged + 2 * clients))
    throw new Error(`${acknowledged} were acknowledged, ${after - before} are stored`);
  return { [figure]: perSecond };
}
