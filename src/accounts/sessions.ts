import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { maxClockSkewMs } from '../process/clock.ts';
import { addMilliseconds, createToken, hashToken, lifetimesMs, type AccountDependencies } from './tokens.ts';
import { parseRoles, type Role } from './roles.ts';

export interface Session {
  person: string;
  /** Time of the last use of a passkey: using it again starts a new session. */
  signedInAt: Date;
  /** Time of the last request, updated at most once a minute. */
  lastSeenAt: Date;
}

export interface ActiveSession extends Session {
  /** Empty if they gave none. */
  personName: string;
  roles: readonly Role[];
  /** True if single keys act for them. */
  usesKeys: boolean;
}

export const sessionRepository = {
  /** Starts a session and resolves to its token. `signedInAt`: when the person used a passkey. */
  async createSession(
    { database, clock }: AccountDependencies,
    person: string,
    signedInAt: Date = clock.now(),
  ): Promise<string> {
    const [now, token] = [clock.now(), createToken()];
    const idleCutoff = addMilliseconds(now, -lifetimesMs.idleSession);
    const startCutoff = addMilliseconds(now, -lifetimesMs.absoluteSession);
    await database
      .deleteFrom('sessions')
      .where((is) => is.or([is('last_seen_at', '<', idleCutoff), is('signed_in_at', '<', startCutoff)]))
      .execute();
    await database
      .insertInto('sessions')
      .values({ token_hash: hashToken(token), person, signed_in_at: signedInAt, last_seen_at: now })
      .execute();
    return token;
  },

  /** Resolves to the session of a token, and records the request. Null if it is unknown or has expired. */
  async authenticateSession(dependencies: AccountDependencies, token: string): Promise<ActiveSession | null> {
    const { database, clock } = dependencies;
    const row = await database
      .selectFrom('sessions')
      .innerJoin('people', 'people.email', 'sessions.person')
      .selectAll('sessions')
      .select(['name', 'roles', 'uses_keys'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (row === undefined) return null;
    const [session, now] = [toSession(row), clock.now()];
    if (isExpired(session, now)) {
      await endSession(dependencies, token);
      return null;
    }
    if (Math.abs(now.getTime() - session.lastSeenAt.getTime()) >= 60_000)
      await database
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('token_hash', '=', hashToken(token))
        .execute();
    return { ...session, personName: row.name, roles: parseRoles(row.roles), usesKeys: row.uses_keys === 1 };
  },

  /** Resolves to a person's active sessions, latest first. `isCurrent`: the one with this token. */
  async listSessions(
    { database, clock }: AccountDependencies,
    email: string,
    token: string,
  ): Promise<readonly (Session & { isCurrent: boolean })[]> {
    const query = database.selectFrom('sessions').selectAll().where('person', '=', email);
    const rows = await query.orderBy('last_seen_at', 'desc').execute();
    const now = clock.now();
    return rows
      .map((row) => ({ ...toSession(row), isCurrent: row.token_hash === hashToken(token) }))
      .filter((session) => !isExpired(session, now));
  },

  endSession,

  async endAllSessions({ database }: AccountDependencies, email: string): Promise<void> {
    await database.deleteFrom('sessions').where('person', '=', email).execute();
  },
};

async function endSession({ database }: AccountDependencies, token: string): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Returns true for a time after the use of a passkey: evidence of the person, not just of an open page. */
export function isRecentlyAuthenticated(
  { signedInAt }: Pick<Session, 'signedInAt'>,
  now: Date,
  maxAgeMs = lifetimesMs.recentAuthentication,
): boolean {
  return Math.abs(now.getTime() - signedInAt.getTime()) <= maxAgeMs;
}

function isExpired({ signedInAt, lastSeenAt }: Session, now: Date): boolean {
  const idle = now.getTime() - lastSeenAt.getTime();
  const age = now.getTime() - signedInAt.getTime();
  return idle > lifetimesMs.idleSession || age > lifetimesMs.absoluteSession || Math.min(idle, age) < -maxClockSkewMs;
}

function toSession(row: Selectable<Tables['sessions']>): Session {
  return { person: row.person, signedInAt: new Date(row.signed_in_at), lastSeenAt: new Date(row.last_seen_at) };
}
