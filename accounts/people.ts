import { sql } from 'kysely';
import { bindAll, type Database } from '../database/database.ts';
import { systemClock } from '../process/clock.ts';
import { createChallenges } from './challenges.ts';
import { invitationRepository } from './invitations.ts';
import type { AccountParts } from './tokens.ts';
import { toPasskey, passkeyRepository, type Passkey } from './passkeys.ts';
import { formatRoles, parseRoles, type Role } from './roles.ts';
import { sessionRepository } from './sessions.ts';

/** A person with access to the office, or invited to it. The key is the e-mail address in lower case. */
export interface ListedPerson {
  email: string;
  addedAt: Date;
  roles: readonly Role[];
  passkeys: readonly Pick<Passkey, 'addedAt' | 'lastUsedAt'>[];
  lastSeenAt: Date | null;
  /** Expiry of the pending invitation; null if there is none. */
  invitedUntil: Date | null;
}

export type People = ReturnType<typeof createPeople>;

/** Returns the store of people, passkeys, invitations and sessions. Durable on return; rejects only on faults. */
export function createPeople(database: Database, clock: AccountParts['clock'] = systemClock) {
  return bindAll(
    { database, clock },
    {
      ...personFunctions,
      ...passkeyRepository,
      ...invitationRepository,
      ...sessionRepository,
      ...createChallenges,
    },
  );
}

const personFunctions = {
  people: listPeople,

  /** Resolves to the e-mail addresses of the people with this role. */
  withRole: async (parts: AccountParts, role: Role): Promise<string[]> =>
    (await listPeople(parts)).filter(({ roles }) => roles.includes(role)).map(({ email }) => email),

  /** Replaces a person's roles. `last`: nobody with a passkey would keep the role `people`, so nothing changes. */
  async setRoles(
    { database }: AccountParts,
    address: string,
    given: readonly Role[],
  ): Promise<'done' | 'unknown' | 'last'> {
    const email = address.toLowerCase();
    return database.transaction().execute(async (transaction) => {
      const able = transaction.selectFrom('passkeys').select('person');
      const people = await transaction
        .selectFrom('people')
        .select(({ eb }) => ['email', 'roles', eb('email', 'in', able).as('isAble')])
        .execute();
      const person = people.find((one) => one.email === email);
      if (person === undefined) return 'unknown';
      const keepers = people.filter((one) => one.isAble && parseRoles(one.roles).includes('people'));
      if (!given.includes('people') && keepers.length === 1 && keepers[0] === person) return 'last';
      await transaction
        .updateTable('people')
        .set({ roles: formatRoles(given) })
        .where('email', '=', email)
        .execute();
      return 'done';
    });
  },

  /**
   * Removes the person with passkeys, sessions and invitations. Resolves to false if there is none.
   * @param successor gets the reminders; `offboard` hands over the enquiries as well
   */
  async remove({ database }: AccountParts, email: string, successor: string | null = null): Promise<boolean> {
    const person = email.toLowerCase();
    return database.transaction().execute(async (transaction) => {
      if (successor !== null)
        await sql`UPDATE reminders SET id = enquiry_id || '.' || ${successor}, person = ${successor}
          WHERE person = ${person} AND enquiry_id NOT IN
            (SELECT enquiry_id FROM reminders WHERE person = ${successor})`.execute(transaction);
      await transaction.deleteFrom('reminders').where('person', '=', person).execute();
      const result = await transaction.deleteFrom('people').where('email', '=', person).executeTakeFirst();
      return result.numDeletedRows > 0n;
    });
  },
};

async function listPeople({ database, clock }: AccountParts): Promise<readonly ListedPerson[]> {
  const people = await database.selectFrom('people').selectAll().orderBy('email').execute();
  const passkeys = await database.selectFrom('passkeys').selectAll().orderBy('added_at').execute();
  const sessions = await database.selectFrom('sessions').select(['person', 'last_seen_at']).execute();
  const open = database.selectFrom('invitations').select(['person', 'expires_at']).where('used_at', 'is', null);
  const invitations = await open.where('expires_at', '>', clock.now()).execute();
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
      roles: parseRoles(person.roles),
      passkeys: own.map(({ addedAt, lastUsedAt }) => ({ addedAt, lastUsedAt })),
      lastSeenAt: seen.length === 0 ? null : new Date(Math.max(...seen.map(Number))),
      invitedUntil: invitation === undefined ? null : new Date(invitation.expires_at),
    };
  });
}
