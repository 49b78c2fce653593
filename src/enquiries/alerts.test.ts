import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { databaseCases } from '../database/testing/test-postgres.ts';
import type { WebhookCall } from '../outbox/http-webhook.ts';
import { leaseNextDelivery } from '../outbox/delivery-queries.ts';
import { packageDirectory } from '../process/package-info.ts';
import { createWebhook } from './notifications/webhook.ts';
import { concerns, type Concern } from './concerns.ts';
import { createCoreUnderTest } from './testing/core-under-test.ts';
import { day } from './testing/samples.ts';

const readDocument = (name: string) => readFileSync(join(packageDirectory, 'docs', name), 'utf8');
const full: Concern[] = ['disk: nearly full'];
const held: Concern[] = [...full, 'mail: held'];
const seen: Record<string, Concern[]> = { D: full, '+': full, '-': full, M: ['mail: failing'], H: held };

/** Starts a server. Each sign is what it sees a minute later (`.`: nothing), at + and - after its clock has jumped. */
function startServer(options: Parameters<typeof createCoreUnderTest>[0] = {}) {
  const core = createCoreUnderTest({ outboxOptions: { isOnlyProcess: true }, ...options });
  async function look(names: string): Promise<readonly string[]> {
    for (const name of names) {
      core.advanceClock(name === '+' ? day : name === '-' ? -day : 60_000);
      await core.enquiries.updateAlerts(seen[name] ?? []);
      await core.deliver();
    }
    return core.sent.map(({ subject }) => subject.replace(/ since .*/, ''));
  }
  return { ...core, look };
}

const [begun, over] = ['The website needs somebody: disk nearly full', 'Over: disk nearly full'];

it.each([
  ['that flickers', 'D.D.D.D.D.D.', []],
  ['that is over', 'DDDD............', [begun, over]],
  ['that is there again at once', 'DDDD..DDDD', [begun]],
  ['while the clock jumps', 'DDDD+D-D-D+DDDD', [begun]],
  ['while mail is held', 'HHHHH', []],
])('what is mailed of a problem %s: %s', async (_what, names, expected) => {
  expect(await startServer().look(names)).toEqual(expected);
});

it('an alert says since when, what follows, what to do, and when it was over, to its own receivers', async () => {
  const { look, sent } = startServer();
  await look('DDDD..........');
  const head = { to: ['operator@ours.example'], autoSubmitted: 'auto-generated', html: expect.any(String) };
  const advice = /\nMeanwhile: Once .*\nNext step: “The disk is full” in docs\/operations\.md\n$/;
  const texts = [advice, /since Wednesday 12:01\nOver since: Wednesday 12:04\n$/];
  expect(sent).toMatchObject(texts.map((text) => ({ ...head, text: expect.stringMatching(text) })));
});

it('an alert lasts over a restart, however long the server was off', async () => {
  const databaseDependencies = openTemporarySqlite();
  expect(await startServer({ databaseDependencies }).look('DD')).toEqual([begun]);
  const restarted = startServer({ databaseDependencies });
  restarted.advanceClock(day);
  expect(await restarted.look('.DDDDDDDD')).toEqual([]);
});

it('an alert opens only together with its delivery, which the next server sends if its own is killed meanwhile', async () => {
  const { database, ...others } = openTemporarySqlite();
  const databaseDependencies = { database, ...others };
  const killed = startServer({ databaseDependencies });
  await killed.look('D');
  await sql`ALTER TABLE deliveries RENAME TO away`.execute(database);
  await expect(killed.look('D')).rejects.toThrow('no such table');
  await sql`ALTER TABLE away RENAME TO deliveries`.execute(database);
  await killed.enquiries.updateAlerts(full);
  expect(await leaseNextDelivery(databaseDependencies, new Date('2025-01-02'), ['alert'])).not.toBeNull();
  expect(await startServer({ databaseDependencies }).look('DDD')).toEqual([begun]);
});

it('an alert that mail fails calls the webhook in the documented shape, and its end is mailed', async () => {
  const calls: WebhookCall[] = [];
  const makeCall = async (call: WebhookCall) => (calls.push(call), { delivered: true } as const);
  const webhook = createWebhook({ makeCall, clock: { now: () => new Date() } });
  expect(await startServer({ notificationOptions: { webhook } }).look('MMM..........')).toEqual(['Over: mail failing']);
  const texts = { subject: expect.any(String), message: expect.stringContaining('Mail does not arrive') };
  const data = { problem: 'mail: failing', since: '2025-01-01T12:01:00.000Z', ...texts };
  const body = { type: 'site.alert', timestamp: '2025-01-01T12:02:00.000Z', data };
  expect(calls.map((call) => JSON.parse(call.body) as object)).toEqual([body]);
  const example = /```json\n([^`]*site\.alert[^`]*)```/.exec(readDocument('webhook.md'))?.[1] ?? '';
  expect(Object.keys((JSON.parse(example) as typeof body).data)).toEqual(Object.keys(data));
});

it('an alert names a section of docs/operations.md', () => {
  const headings = readDocument('operations.md').match(/(?<=^#+ ).*$/gm);
  expect(headings).toEqual(expect.arrayContaining(Object.values(concerns).map(({ section }) => section)));
});

/** Formats a duration as the documents do. */
function formatDuration(ms: number): string {
  const hours = ms / 3_600_000;
  if (!Number.isInteger(hours)) return `${hours * 60} minutes`;
  return hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
}

// Its `database` is said otherwise where it is away.
const shown = Object.entries(concerns).filter(([code]) => code !== 'database: away');

it.each(shown)('docs/operations.md says when an alert begins: %s', (code, concern) => {
  const { afterMs, beforeMs } = { afterMs: undefined, beforeMs: undefined, ...concern };
  const after = afterMs === undefined ? '' : ` after ${formatDuration(afterMs)}`;
  const begins = beforeMs === undefined ? after : ` ${formatDuration(beforeMs)} before`;
  expect(readDocument('operations.md')).toContain(`- \`"${code.replace(': ', '":"')}"\`${begins}: [`);
});

it.each(databaseCases)(
  'of two servers on %s one mails, and the end once neither sees the problem',
  async (_kind, open) => {
    const databaseDependencies = await open();
    const [one, two] = [startServer({ databaseDependencies }), startServer({ databaseDependencies })];
    async function lookBoth(first: string, second: string): Promise<readonly string[]> {
      for (let count = 0; count < 10; count += 1) await Promise.all([one.look(first), two.look(second)]);
      return [...(await one.look('')), ...(await two.look(''))].toSorted();
    }
    expect(await lookBoth('D', 'D')).toEqual([begun]);
    expect(await lookBoth('.', 'D')).toEqual([begun]);
    expect(await lookBoth('.', '.')).toEqual([over, begun]);
  },
);
