import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeEvent } from '../enquiries/describe-event.ts';
import type { EventName } from '../enquiries/model.ts';
import type { DatabaseHandle, OpenDatabaseOptions } from './database.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { listMigrationsTo } from './schema.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createTemporaryDirectory } from './testing/temporary-sqlite.ts';
import { createTemporarySchema } from './testing/test-postgres.ts';

/** Opens a database, and closes it when the test ends. */
async function ready(opened: DatabaseHandle): Promise<DatabaseHandle> {
  onTestFinished(opened.close);
  await opened.ensureOpen();
  return opened;
}

type Opener = (settings?: OpenDatabaseOptions) => DatabaseHandle;

async function prepareSqlite(): Promise<Opener> {
  const path = join(createTemporaryDirectory(), 'site.db');
  return (settings) => openSqliteDatabase(path, settings);
}

async function preparePostgres(): Promise<Opener> {
  const url = await createTemporarySchema();
  return (settings) => openPostgresDatabase(url, settings);
}

const kinds: [kind: string, prepare: () => Promise<Opener>][] = [
  ['SQLite', prepareSqlite],
  ['PostgreSQL', preparePostgres],
];

/** What the history has recorded before, and as what it is shown now. */
const history: readonly [before: string, now: EventName, sentence: string][] = [
  ['set aside', 'mark as spam', 'marked it as spam'],
  ['release', 'not spam', 'said that it is not spam'],
  ['answer by mail', 'record reply', 'replied to it from a mail program'],
  ['written again', 'record message', 'said that the visitor has written again'],
  ['came back', 'record bounce', 'said that a reply to it came back'],
  ['was sent', 'confirm sent', 'said that a reply to it was sent'],
  ['confirm answer', 'confirm reply', 'said that a mail is our reply'],
  ['reply received', 'message received', 'wrote back'],
  ['answer received', 'answer received', 'replied to it from a mail program'],
  ['close', 'close', 'closed it: set aside'],
];

const at = new Date('2026-11-01T12:00:00Z');
const note = 'the "about":"reply received"';

/** Fills a database of the release before with what has the words that change. */
async function fill({ database }: DatabaseHandle): Promise<void> {
  const event = { at, actor: 'anna@ours.example', detail: 'set aside', note };
  const events = history.map(([action], index) => ({ ...event, id: `e${index}`, action }));
  await database.insertInto('events').values(events).execute();
  const delivery = { queued_at: at, due_at: at, attempts: 0, leased: 0, recipient_states: '{}', payload: '{}' };
  const about = JSON.stringify({ note, about: 'reply received' });
  await database
    .insertInto('deliveries')
    .values([
      { ...delivery, id: 'handover.1', kind: 'handover', state: 'due', payload: about },
      { ...delivery, id: 'mail.1', kind: 'mail', state: 'suppressed', last_reason: 'It was set aside.' },
      { ...delivery, id: 'webhook.1', kind: 'webhook', state: 'due', payload: '{"event":"enquiry.set_aside"}' },
    ])
    .execute();
}

it.each(kinds)(
  'a filled database of %s gets the names of this release, and keeps what people wrote',
  async (_kind, prepare) => {
    const open = await prepare();
    const before = await ready(open({ migrations: listMigrationsTo(5) }));
    await fill(before);
    await before.close();
    const { database } = await ready(open());
    const events = await database.selectFrom('events').select(['action', 'detail', 'note']).orderBy('id').execute();
    const shown = events.map(({ action, detail }) => [action, describeEvent({ action: action as EventName, detail })]);
    expect(shown).toEqual(history.map(([, now, sentence]) => [now, sentence]));
    expect(events.every((event) => event.detail === 'set aside' && event.note === note)).toBe(true);
    const deliveries = await database.selectFrom('deliveries').selectAll().orderBy('id').execute();
    expect(deliveries.map((one) => [one.id, JSON.parse(one.payload), one.last_reason])).toEqual([
      ['handover.1', { note, about: 'message received' }, null],
      ['mail.1', {}, 'It was marked as spam.'],
      ['webhook.1', { event: 'enquiry.set_aside' }, null],
    ]);
  },
);
