import type { Selectable } from 'kysely';
import type { PeopleStore, Session } from '../core/people-store.ts';
import type { Database, Tables } from './sql-database.ts';

type Sessions = Pick<
  PeopleStore,
  'addSession' | 'session' | 'sessions' | 'seen' | 'endSession' | 'endSessions' | 'addChallenge' | 'takeChallenge'
>;

/** The part of the people's store that does not last: who is signed in, and what a passkey is to sign. */
export function sqlSessions(database: Database): Sessions {
  return {
    async addSession(tokenHash, { person, signedInAt, lastSeenAt }, { seenBefore, begunBefore }) {
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

    async session(tokenHash) {
      const ofToken = database.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash);
      const row = await ofToken.executeTakeFirst();
      return row === undefined ? null : toSession(row);
    },

    async sessions(email) {
      const own = database.selectFrom('sessions').selectAll().where('person', '=', email);
      const rows = await own.orderBy('last_seen_at', 'desc').execute();
      return rows.map((row) => ({ ...toSession(row), tokenHash: row.token_hash }));
    },

    async seen(tokenHash, at) {
      await database.updateTable('sessions').set({ last_seen_at: at }).where('token_hash', '=', tokenHash).execute();
    },
    async endSession(tokenHash) {
      await database.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },
    async endSessions(email) {
      await database.deleteFrom('sessions').where('person', '=', email).execute();
    },

    async addChallenge(tokenHash, challenge, expiresAt, now) {
      await database.deleteFrom('ceremonies').where('expires_at', '<=', now).execute();
      await database
        .insertInto('ceremonies')
        .values({ token_hash: tokenHash, challenge, expires_at: expiresAt })
        .execute();
    },
    async takeChallenge(tokenHash, now) {
      const taken = await database
        .deleteFrom('ceremonies')
        .where('token_hash', '=', tokenHash)
        .returning(['challenge', 'expires_at'])
        .executeTakeFirst();
      return taken !== undefined && new Date(taken.expires_at) > now ? taken.challenge : null;
    },
  };
}

function toSession(row: Selectable<Tables['sessions']>): Session {
  return { person: row.person, signedInAt: new Date(row.signed_in_at), lastSeenAt: new Date(row.last_seen_at) };
}
