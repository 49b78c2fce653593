import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { startPostgresServer } from '../../src/database/testing/postgres-server.ts';
import { sendContactEmailPath } from '../../src/server/send-contact-email.ts';
import { type BenchCase, measureCases, type Figures, type BenchOptions, type ReportRow } from './report.ts';
import { startSite, createTemporaryDirectory } from './start.ts';

const clients = 50;
const figure = `enquiries a second of ${clients} clients`;

/**
 * Measures accepted enquiries per second, with rejected submissions in the same run as reference: the cost of
 * durability. An acknowledged enquiry is on disk: the rows are counted afterwards.
 */
export async function measure({ rounds, seconds }: BenchOptions): Promise<ReportRow[]> {
  const postgres = await startPostgresServer();
  const createCase = (name: string, url: string, least: number): BenchCase => ({
    name,
    aims: { [figure]: ['ratio', 'at least', least] },
    ours: () => measureSending(url, seconds, 'Ada Example'),
    reference: () => measureSending(url, seconds, ''),
  });
  const sqlite = createCase('SQLite', `sqlite:${join(createTemporaryDirectory(), 'site.db')}`, 0.3);
  // Its processes and the clients share the machine with the server.
  const rows = await measureCases([sqlite, createCase('PostgreSQL', postgres.url, 0.15)], rounds);
  await postgres.remove();
  return rows;
}

/** Sends enquiries to a new server. */
async function measureSending(database: string, seconds: number, sender: string): Promise<Figures> {
  const site = await startSite({ DATABASE_URL: database });
  const warmUp = await sendForSeconds(2, site.url, sender);
  const sent = await sendForSeconds(seconds, site.url, sender);
  await site.kill('SIGTERM');
  const [before = NaN, after = NaN] = [...site.output.out.matchAll(/stored: (\d+)/g)].map(([, count]) => Number(count));
  const acknowledged = sender === '' ? 0 : warmUp + sent;
  if (after - before !== acknowledged)
    throw new Error(`${acknowledged} were acknowledged, ${after - before} are stored`);
  return { [figure]: sent / seconds };
}

/** Each client sends the next enquiry after the last response. Resolves to the number of expected responses. */
async function sendForSeconds(seconds: number, url: string, name: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [end, expected] = [performance.now() + seconds * 1000, name === '' ? 422 : 200];
  const sendInTurn = async () => {
    let sent = 0;
    for (; performance.now() < end; sent += 1) {
      const part = randomUUID();
      const message = `Good morning, please call me back about part ${part}. `.repeat(8);
      const body = { name, email: `ada.${part}@example.com`, company: 'Example Ltd', subject: `Part ${part}`, message };
      const headers = { 'content-type': 'application/json', 'idempotency-key': part };
      const outgoing = request(url + sendContactEmailPath, { agent, method: 'POST', headers }).end(
        JSON.stringify(body),
      );
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      if (response.statusCode !== expected) throw new Error(`An enquiry was answered with ${response.statusCode}`);
    }
    return sent;
  };
  const sent = await Promise.all(Array.from({ length: clients }, sendInTurn));
  agent.destroy();
  return sent.reduce((sum, one) => sum + one, 0);
}
