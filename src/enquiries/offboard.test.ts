import { expect, it } from 'vitest';
import { offboardPerson } from './offboard.ts';
import { createAccountRepository } from '../accounts/people.ts';
import { createCoreUnderTest } from './testing/core-under-test.ts';
import { insertSamples, listSampleIds, never, soon } from './testing/test-store.ts';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';

const [anna, bob] = ['anna@example.com', 'bob@example.com'];

async function startWithBoth() {
  const databaseDependencies = openTemporarySqlite();
  const core = createCoreUnderTest({ databaseDependencies });
  const people = createAccountRepository(databaseDependencies);
  for (const person of [anna, bob]) await people.createInvitation(person);
  const [waiting, ended] = [await core.receive(), await core.receive()];
  for (const id of [waiting, ended]) await core.act(id, { action: 'assign', to: anna }, anna);
  await core.act(ended, 'close', anna);
  const parts = { people, enquiries: core.enquiries };
  return { ...core, people, parts, waiting, ended, by: { actor: 'the command', note: 'Retired' } };
}

it.each([bob, null])(
  'hands what waits for a person who leaves to %s, and keeps their name in the history',
  async (to) => {
    const { enquiries, parts, people, found, waiting, ended, by } = await startWithBoth();
    expect(await offboardPerson(parts, { email: 'Anna@example.com', to, by })).toEqual({
      outcome: 'left',
      reassignedCount: 1,
    });
    expect((await people.listPeople()).map(({ email }) => email)).toEqual([bob]);
    expect([(await found(waiting))?.assignee, (await found(ended))?.assignee]).toEqual([to, anna]);
    const acts = await enquiries.listEvents({ enquiryId: waiting });
    expect(acts).toMatchObject([{ actor: anna }, { actor: 'the command', action: 'assign', detail: to ?? '' }]);
    expect(await enquiries.listEvents({ limit: 1 })).toMatchObject([
      { action: 'remove', detail: anna, note: 'Retired' },
    ]);
  },
);

it.each([
  [{ email: 'carol@example.com', to: bob }, 'carol@example.com'],
  [{ email: anna, to: 'carol@example.com' }, 'carol@example.com'],
  [{ email: anna, to: anna }, anna],
])('changes nothing where %j names somebody who cannot leave or take over', async (asked, email) => {
  const { parts, people, found, waiting, by } = await startWithBoth();
  expect(await offboardPerson(parts, { ...asked, by })).toEqual({ outcome: 'nobody', email });
  expect([(await people.listPeople()).length, (await found(waiting))?.assignee]).toEqual([2, anna]);
});

it.each(databaseCases)(
  'leaves reminders in %s to who takes over, but where that person has one, and never to nobody',
  async (_kind, open) => {
    const { database, store } = await open();
    const people = createAccountRepository({ database });
    for (const person of [anna, bob]) await people.createInvitation(person);
    await insertSamples(store, 1, 2);
    const [first = '', second = ''] = listSampleIds(1, 2);
    for (const [id, actor, at] of [
      [first, anna, soon],
      [second, anna, soon],
      [second, bob, never],
    ] as const)
      await store.applyAction(id, { action: 'remind', at }, { actor });
    const leave = (email: string, to: string | null) =>
      offboardPerson({ people, enquiries: store }, { email, to, by: { actor: 'the command' } });
    await leave(anna, bob);
    expect(await store.listReminders(bob)).toMatchObject({ [first]: { at: soon }, [second]: { at: never } });
    await leave(bob, null);
    expect(await store.listReminders(bob)).toEqual({});
  },
);
