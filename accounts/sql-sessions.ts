import type { Selectable } from 'kysely';
import { roles, type Role, type Session } from './accounts.ts';
import type { PeoplePart, Tables } from '../database/database.ts';

/** The part of the people's store that does not last: who is signed in, and what passkeys sign. */
export const sessionsInSql = {
  async addSession(database, tokenHash, { person, signedInAt, lastSeenAt }, { seenBefore, begunBefore }) {
    await database
      .deleteFrom('sessions')
      .where((is) => is.or([is('last_seen_at', '<', seenBefore), is('signed_in_at', '<', begunBefore)]))
      .execute();
    await database.transaction().execute(async (transaction) => {
      const known = transaction.selectFrom('people').select('email').where('email', '=', person);
      // None for a person who was removed meanwhile.
      if ((await known.executeTakeFirst()) === undefined) return;
      await transaction
        .insertInto('sessions')
        .values({ token_hash: tokenHash, person, signed_in_at: signedInAt, last_seen_at: lastSeenAt })
        .execute();
    });
  },

  async session(database, tokenHash) {
    const row = await database
      .selectFrom('sessions')
      .innerJoin('people', 'people.email', 'sessions.person')
      .selectAll('sessions')
      .select('roles')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row === undefined ? null : { ...toSession(row), roles: rolesIn(row.roles) };
  },

  async sessions(database, email) {
    const own = database.selectFrom('sessions').selectAll().where('person', '=', email);
    const rows = await own.orderBy('last_seen_at', 'desc').execute();
    return rows.map((row) => ({ ...toSession(row), tokenHash: row.token_hash }));
  },

  async seen(database, tokenHash, at) {
    await database.updateTable('sessions').set({ last_seen_at: at }).where('token_hash', '=', tokenHash).execute();
  },

  async endSession(database, tokenHash) {
    await database.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
  },

  async endSessions(database, email) {
    await database.deleteFrom('sessions').where('person', '=', email).execute();
  },

  async secret(database, candidate) {
    // A key of what is no setting.
    const key = 'health.secret';
    const stored = database.selectFrom('settings').select('value').where('key', '=', key);
    const known = await stored.executeTakeFirst();
    if (known !== undefined) return known.value;
    await database
      .insertInto('settings')
      .values({ key, value: candidate })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return (await stored.executeTakeFirstOrThrow()).value;
  },

  async useChallenge(database, hash, challenge, expiresAt, now) {
    await database.deleteFrom('ceremonies').where('expires_at', '<=', now).execute();
    const used = await database
      .insertInto('ceremonies')
      .values({ token_hash: hash, challenge, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .executeTakeFirst();
    return used.numInsertedOrUpdatedRows === 1n;
  },
} satisfies PeoplePart;

/** Those that are written in a column. Names that this code does not know are left out. */
export function rolesIn(column: string): readonly Role[] {
  const names = column.split(' ');
  return roles.filter((role) => names.includes(role));
}

function toSession(row: Selectable<Tables['sessions']>): Session {
  return { person: row.person, signedInAt: new Date(row.signed_in_at), lastSeenAt: new Date(row.last_seen_at) };
}
