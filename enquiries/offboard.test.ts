import { expect, it } from 'vitest';
import { leave } from './offboard.ts';
import { createPeople } from '../accounts/people.ts';
import { createSqlPeople } from '../accounts/sql-people.ts';
import { coreUnderTest } from './testing/core-under-test.ts';
import { temporarySqlite } from '../database/testing/temporary.ts';

const [anna, bob] = ['anna@example.com', 'bob@example.com'];

async function startWithBoth() {
  const { store, database } = temporarySqlite();
  const core = coreUnderTest({ store });
  const people = createPeople(createSqlPeople(database));
  for (const person of [anna, bob]) await people.invite(person);
  const [waiting, ended] = [await core.receive(), await core.receive()];
  for (const id of [waiting, ended]) await core.enquiries.act(id, { act: 'assign', to: anna }, { who: anna });
  await core.act(ended, 'answer', anna);
  const parts = { people, enquiries: core.enquiries };
  return { ...core, people, parts, waiting, ended, by: { who: 'the command', note: 'Retired' } };
}

it.each([bob, null])(
  'hands what waits for a person who leaves to %s, and keeps their name in the history',
  async (to) => {
    const { enquiries, parts, people, found, waiting, ended, by } = await startWithBoth();
    expect(await leave(parts, { email: 'Anna@example.com', to, by })).toEqual({ outcome: 'left', handedOver: 1 });
    expect((await people.people()).map(({ email }) => email)).toEqual([bob]);
    expect([(await found(waiting))?.assignedTo, (await found(ended))?.assignedTo]).toEqual([to, anna]);
    const acts = await enquiries.activity({ enquiryId: waiting });
    expect(acts).toMatchObject([{ by: anna }, { by: 'the command', act: 'assign', detail: to ?? '' }]);
    expect(await enquiries.activity({ limit: 1 })).toMatchObject([{ act: 'remove', detail: anna, note: 'Retired' }]);
  },
);

it.each([
  [{ email: 'carol@example.com', to: bob }, 'carol@example.com'],
  [{ email: anna, to: 'carol@example.com' }, 'carol@example.com'],
  [{ email: anna, to: anna }, anna],
])('changes nothing where %j names somebody who cannot leave or take over', async (asked, email) => {
  const { parts, people, found, waiting, by } = await startWithBoth();
  expect(await leave(parts, { ...asked, by })).toEqual({ outcome: 'nobody', email });
  expect([(await people.people()).length, (await found(waiting))?.assignedTo]).toEqual([2, anna]);
});
