import { expect, it } from 'vitest';
import { createPeople } from './people.ts';
import { emptiedSchema, execute, openPostgres } from '../database/testing/postgres.ts';

const anna = 'anna@example.com';

it('of two passkeys that two servers remove at the same moment one stays', async () => {
  const url = await emptiedSchema();
  const { database } = await openPostgres(url);
  const people = createPeople(database);
  const servers = [people, createPeople((await openPostgres(url)).database)];
  const ids = ['p1', 'p2'];
  for (const id of ids) {
    const { token } = await people.invite(anna);
    await people.accept(token, { id, publicKey: 'key', counter: 0 });
  }

  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ '"(passkeys|people)"'`;
  const { started } = await database.transaction().execute(async (holder) => {
    await holder.selectFrom('passkeys').selectAll().forUpdate().execute();
    const started = servers.map((server, at) => server.removePasskey(anna, ids[at] ?? ''));
    await expect.poll(() => execute(url, waiting)).toHaveLength(2);
    return { started };
  });
  expect((await Promise.all(started)).filter(Boolean)).toHaveLength(1);
  expect(await people.passkeys(anna)).toHaveLength(1);
});
