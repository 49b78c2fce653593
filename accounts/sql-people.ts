import { sql, type Selectable } from 'kysely';
import { roles as allRoles, type ListedPerson, type Passkey, type PeopleStore, type Person } from './accounts.ts';
import { type Database, dateOrNull, type PeoplePart, type Tables, withFirst } from '../database/database.ts';
import { rolesIn, sessionsInSql } from './sql-sessions.ts';

/** The people of the inbox, in either database. */
export function createSqlPeople(database: Database): PeopleStore {
  return withFirst<Database, PeopleStore>(database, { ...peopleInSql, ...sessionsInSql });
}

const peopleInSql = {
  async invite(database, { email, handle, addedAt }, { tokenHash, madeAt, expiresAt, roles }) {
    await database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('people')
        .values({ email, handle, added_at: addedAt, roles: '' })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute();
      await transaction.deleteFrom('invitations').where('person', '=', email).execute();
      const { roles: before } = await transaction
        .selectFrom('people')
        .select('roles')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const given = roles?.join(' ') ?? (before === '' ? 'enquiries words' : '');
      await transaction
        .updateTable('people')
        .set({ roles: rolesIn(`${before} ${given}`).join(' ') })
        .where('email', '=', email)
        .execute();
      await transaction
        .insertInto('invitations')
        .values({ token_hash: tokenHash, person: email, made_at: madeAt, expires_at: expiresAt, used_at: null })
        .execute();
    });
  },

  async invitation(database, tokenHash) {
    const row = await database
      .selectFrom('invitations')
      .innerJoin('people', 'people.email', 'invitations.person')
      .selectAll('people')
      .select(['expires_at', 'used_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (row === undefined) return null;
    const passkeys = await database.selectFrom('passkeys').select('id').where('person', '=', row.email).execute();
    return {
      ...toPerson(row),
      expiresAt: new Date(row.expires_at),
      usedAt: dateOrNull(row.used_at),
      passkeys: passkeys.map(({ id }) => id),
    };
  },

  async accept(database, tokenHash, passkey, now) {
    return database.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom('passkeys')
        .select('id')
        .where('id', '=', passkey.id)
        .executeTakeFirst();
      if (known !== undefined) return { outcome: 'known' };
      const used = await transaction
        .updateTable('invitations')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('person')
        .executeTakeFirst();
      if (used === undefined) return { outcome: 'gone' };
      const { id, publicKey, counter, transports, addedAt, name } = passkey;
      const added = await transaction
        .insertInto('passkeys')
        .values({
          id,
          person: used.person,
          public_key: publicKey,
          counter,
          transports: transports.join(','),
          added_at: addedAt,
          last_used_at: null,
          name,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      // Somebody has registered it by another invitation at the same moment; this one is used up all the same.
      return added.numInsertedOrUpdatedRows === 0n
        ? { outcome: 'known' }
        : { outcome: 'accepted', person: used.person };
    });
  },

  async people(database, now) {
    const people = await database.selectFrom('people').selectAll().orderBy('email').execute();
    const passkeys = await database.selectFrom('passkeys').selectAll().orderBy('added_at').execute();
    const sessions = await database.selectFrom('sessions').select(['person', 'last_seen_at']).execute();
    const open = database.selectFrom('invitations').select(['person', 'expires_at']).where('used_at', 'is', null);
    const invitations = await open.where('expires_at', '>', now).execute();
    return people.map((person): ListedPerson => {
      const isTheirs = (row: { person: string }): boolean => row.person === person.email;
      const own = passkeys.filter(isTheirs).map(toPasskey);
      const seen = [
        ...own.flatMap(({ lastUsedAt }) => lastUsedAt ?? []),
        ...sessions.filter(isTheirs).map((session) => new Date(session.last_seen_at)),
      ];
      const invitation = invitations.find(isTheirs);
      return {
        email: person.email,
        addedAt: new Date(person.added_at),
        roles: rolesIn(person.roles),
        passkeys: own.map(({ addedAt, lastUsedAt }) => ({ addedAt, lastUsedAt })),
        lastSeenAt: seen.length === 0 ? null : new Date(Math.max(...seen.map(Number))),
        invitedUntil: invitation === undefined ? null : new Date(invitation.expires_at),
      };
    });
  },

  async setRoles(database, email, given) {
    const roles = allRoles.filter((role) => given.includes(role)).join(' ');
    return database.transaction().execute(async (transaction) => {
      // Holds every row, in either database: of two who take the role from each other, the second sees what the first has left.
      await transaction
        .updateTable('people')
        .set({ email: ({ ref }) => ref('email') })
        .execute();
      const able = transaction.selectFrom('passkeys').select('person');
      const people = await transaction
        .selectFrom('people')
        .select(({ eb }) => ['email', 'roles', eb('email', 'in', able).as('isAble')])
        .execute();
      const person = people.find((one) => one.email === email);
      if (person === undefined) return 'unknown';
      const keepers = people.filter((one) => one.isAble && rolesIn(one.roles).includes('people'));
      if (!given.includes('people') && keepers.length === 1 && keepers[0] === person) return 'last';
      await transaction.updateTable('people').set({ roles }).where('email', '=', email).execute();
      return 'done';
    });
  },

  async remove(database, email, heir) {
    return database.transaction().execute(async (transaction) => {
      if (heir !== null)
        await sql`UPDATE reminders SET id = enquiry_id || '.' || ${heir}, person = ${heir} WHERE person = ${email}
          AND enquiry_id NOT IN (SELECT enquiry_id FROM reminders WHERE person = ${heir})`.execute(transaction);
      await transaction.deleteFrom('reminders').where('person', '=', email).execute();
      const result = await transaction.deleteFrom('people').where('email', '=', email).executeTakeFirst();
      return result.numDeletedRows > 0n;
    });
  },

  async passkeys(database, email) {
    const own = database.selectFrom('passkeys').selectAll().where('person', '=', email);
    return (await own.orderBy('added_at').orderBy('id').execute()).map(toPasskey);
  },

  async removePasskey(database, email, id) {
    return database.transaction().execute(async (transaction) => {
      // Holds the person's row, in either database: of two removals at once the second sees what the first has left.
      await transaction.updateTable('people').set({ email }).where('email', '=', email).execute();
      const others = transaction.selectFrom('passkeys').select('id').where('person', '=', email).where('id', '!=', id);
      const removed = await transaction
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('person', '=', email)
        .where(({ exists }) => exists(others))
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    });
  },

  async renamePasskey(database, email, id, name) {
    const own = database.updateTable('passkeys').set({ name }).where('id', '=', id).where('person', '=', email);
    return (await own.executeTakeFirst()).numUpdatedRows > 0n;
  },

  async passkey(database, id) {
    const row = await database.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return null;
    const ofPerson = database.selectFrom('people').selectAll().where('email', '=', row.person);
    const person = await ofPerson.executeTakeFirst();
    return person === undefined ? null : { passkey: toPasskey(row), person: toPerson(person) };
  },

  async passkeyUsed(database, id, counter, at) {
    const used = database
      .updateTable('passkeys')
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      // Of two sign-ins at once the later count stands. Many passkeys do not count.
      .where('counter', counter === 0 ? '=' : '<', counter);
    return (await used.executeTakeFirst()).numUpdatedRows > 0n;
  },
} satisfies PeoplePart;

function toPerson({ email, handle, added_at: addedAt }: Selectable<Tables['people']>): Person {
  return { email, handle, addedAt: new Date(addedAt) };
}

function toPasskey(row: Selectable<Tables['passkeys']>): Passkey {
  return {
    id: row.id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(','),
    addedAt: new Date(row.added_at),
    lastUsedAt: dateOrNull(row.last_used_at),
    name: row.name,
  };
}
