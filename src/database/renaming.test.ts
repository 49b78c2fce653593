import { expect, it } from 'vitest';
import { createAccountRepository } from '../accounts/people.ts';
import { describeEvent } from '../enquiries/describe-event.ts';
import type { EventName } from '../enquiries/change.ts';
import type { DatabaseHandle } from './database.ts';
import { findMetaValue, storeMeta } from './meta.ts';
import { listMigrationsTo } from './schema.ts';
import { openerCases, ready } from './testing/openers.ts';

/** What the history has recorded before, and as what it is shown now. */
const history: readonly [before: string, now: EventName, sentence: string][] = [
  ['set aside', 'mark as spam', 'marked it as spam'],
  ['release', 'not spam', 'said that it is not spam'],
  ['answer by mail', 'record reply', 'replied to it elsewhere'],
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

it.each(openerCases)(
  'nobody loses access by the name of a role in %s, whatever release reads it',
  async (_kind, make) => {
    const [open] = await make();
    const before = await ready(open({ migrations: listMigrationsTo(5) }));
    const roles = ['enquiries words people', 'words', 'people', ''];
    const emails = roles.map((_roles, index) => `words${index}@ours.example`);
    const people = emails.map((email, index) => ({ email, handle: email, added_at: at, roles: roles[index] ?? '' }));
    await before.database.insertInto('people').values(people).execute();
    const token = await createAccountRepository(before).createSession(emails[1] ?? '');
    const event = { at, actor: 'anna@ours.example', action: 'roles', note: 'enquiries and words' };
    const given = ['words', 'enquiries and words and people', 'none'].map((text) => `words@ours.example, ${text}`);
    const recorded = given.map((detail, index) => ({ ...event, id: `e${index}`, detail }));
    await before.database.insertInto('events').values(recorded).execute();
    await storeMeta(before.database, 'alerts', problem('words: not shown'));
    await before.close();

    const { database } = await ready(open());
    const repository = createAccountRepository({ database });
    expect((await repository.authenticateSession(token))?.roles).toEqual(['content']);
    expect(await repository.listEmailsWithRole('content')).toEqual(emails.slice(0, 2));
    const stored = await database.selectFrom('people').select('roles').orderBy('email').execute();
    const written = ['enquiries content words people', 'content words', 'people', ''];
    expect(stored.map((row) => row.roles)).toEqual(written);
    const events = await database.selectFrom('events').select(['detail', 'note']).orderBy('id').execute();
    const shown = ['content', 'enquiries and content and people', 'none'];
    expect(events).toEqual(shown.map((text) => ({ detail: `words@ours.example, ${text}`, note: event.note })));
    expect(await findMetaValue(database, 'alerts')).toBe(problem('content: not shown'));
  },
);

it.each(openerCases)('a filled database of %s gets our names, and keeps what people wrote', async (_kind, make) => {
  const [open] = await make();
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
});
