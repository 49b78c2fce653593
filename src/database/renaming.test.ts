import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPeopleRepository } from '../accounts/people.ts';
import { describeEvent } from '../enquiries/describe-event.ts';
import type { EventName } from '../enquiries/change.ts';
import type { DatabaseHandle, OpenDatabaseOptions } from './database.ts';
import { findMeta, setMeta } from './meta.ts';
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

const problem = (name: string) => JSON.stringify([{ name: 'words-not-shown-1', problem: name, since: at, seenAt: at }]);

it.each(kinds)(
  'nobody loses access by the name of a role in %s, whichever release reads it',
  async (_kind, prepare) => {
    const open = await prepare();
    const before = await ready(open({ migrations: listMigrationsTo(5) }));
    const roles = ['enquiries words people', 'words', 'people', ''];
    const emails = roles.map((_roles, index) => `words${index}@ours.example`);
    for (const [index, email] of emails.entries())
      await before.database
        .insertInto('people')
        .values({ email, handle: email, added_at: at, roles: roles[index] ?? '' })
        .execute();
    const token = await createPeopleRepository(before).createSession(emails[1] ?? '');
    const details = [
      'words@ours.example, words',
      'a@ours.example, enquiries and words and people',
      'a@ours.example, none',
    ];
    const event = { at, actor: 'anna@ours.example', action: 'roles', note: 'enquiries and words' };
    for (const [index, detail] of details.entries())
      await before.database
        .insertInto('events')
        .values({ ...event, id: `e${index}`, detail })
        .execute();
    await setMeta(before.database, 'alerts', problem('words: not shown'));
    await before.close();

    const { database } = await ready(open());
    const people = createPeopleRepository({ database });
    expect((await people.authenticateSession(token))?.roles).toEqual(['content']);
    expect(await people.listEmailsWithRole('content')).toEqual(emails.slice(0, 2));
    const stored = await database.selectFrom('people').select('roles').orderBy('email').execute();
    const written = ['enquiries content words people', 'content words', 'people', ''];
    expect(stored.map((row) => row.roles)).toEqual(written);
    const events = await database.selectFrom('events').select(['detail', 'note']).orderBy('id').execute();
    expect(events).toEqual([
      { detail: 'words@ours.example, content', note: event.note },
      { detail: 'a@ours.example, enquiries and content and people', note: event.note },
      { detail: 'a@ours.example, none', note: event.note },
    ]);
    expect(await findMeta(database, 'alerts')).toBe(problem('content: not shown'));
  },
);

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
