import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { clockTolerance } from '../process/clock.ts';
import { addTime, createToken, hashToken, lifetimes, type AccountParts } from './tokens.ts';
import { parseRoles, type Role } from './roles.ts';

export interface Session {
  /** E-mail address. */
  person: string;
  /** Time of the last use of a passkey: using it again starts a new session. */
  signedInAt: Date;
  /** Time of the last request, updated at most once a minute. */
  lastSeenAt: Date;
}

/** A session with the person's current roles. */
export interface OpenSession extends Session {
  roles: readonly Role[];
}

export const sessionRepository = {
  /**
   * Starts a session and resolves to its token. Deletes expired sessions.
   * @param signedInAt time when the person used a passkey
   */
  async signIn({ database, clock }: AccountParts, person: string, signedInAt: Date = clock.now()): Promise<string> {
    const [now, token] = [clock.now(), createToken()];
    const [seenBefore, begunBefore] = [addTime(now, -lifetimes.idleSession), addTime(now, -lifetimes.session)];
    await database
      .deleteFrom('sessions')
      .where((is) => is.or([is('last_seen_at', '<', seenBefore), is('signed_in_at', '<', begunBefore)]))
      .execute();
    await database
      .insertInto('sessions')
      .values({ token_hash: hashToken(token), person, signed_in_at: signedInAt, last_seen_at: now })
      .execute();
    return token;
  },

  /** Resolves to the session of a token, and records the request. Null if it is unknown or has expired. */
  async session(parts: AccountParts, token: string): Promise<OpenSession | null> {
    const { database, clock } = parts;
    const row = await database
      .selectFrom('sessions')
      .innerJoin('people', 'people.email', 'sessions.person')
      .selectAll('sessions')
      .select('roles')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (row === undefined) return null;
    const [session, now] = [toSession(row), clock.now()];
    if (hasEnded(session, now)) {
      await signOut(parts, token);
      return null;
    }
    if (Math.abs(now.getTime() - session.lastSeenAt.getTime()) >= 60_000)
      await database
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('token_hash', '=', hashToken(token))
        .execute();
    return { ...session, roles: parseRoles(row.roles) };
  },

  async sessions(
    { database, clock }: AccountParts,
    email: string,
    token: string,
  ): Promise<readonly (Session & { isThis: boolean })[]> {
    const own = database.selectFrom('sessions').selectAll().where('person', '=', email);
    const rows = await own.orderBy('last_seen_at', 'desc').execute();
    const now = clock.now();
    return rows
      .map((row) => ({ ...toSession(row), isThis: row.token_hash === hashToken(token) }))
      .filter((session) => !hasEnded(session, now));
  },

  signOut,

  async signOutEverywhere({ database }: AccountParts, email: string): Promise<void> {
    await database.deleteFrom('sessions').where('person', '=', email).execute();
  },
};

async function signOut({ database }: AccountParts, token: string): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Returns true up to five minutes after the use of a passkey: proof of the person, not just of an open page. */
export function isProven({ signedInAt }: Pick<Session, 'signedInAt'>, now: Date): boolean {
  return Math.abs(now.getTime() - signedInAt.getTime()) <= lifetimes.proof;
}

function hasEnded({ signedInAt, lastSeenAt }: Session, now: Date): boolean {
  const idle = now.getTime() - lastSeenAt.getTime();
  const age = now.getTime() - signedInAt.getTime();
  return idle > lifetimes.idleSession || age > lifetimes.session || Math.min(idle, age) < -clockTolerance;
}

function toSession(row: Selectable<Tables['sessions']>): Session {
  return { person: row.person, signedInAt: new Date(row.signed_in_at), lastSeenAt: new Date(row.last_seen_at) };
}
