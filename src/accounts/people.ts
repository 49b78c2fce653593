import { bindFirstParameter, type Database } from '../database/database.ts';
import { serialiseTransaction } from '../database/meta.ts';
import { systemClock } from '../process/clock.ts';
import { challengeRepository } from './challenges.ts';
import { invitationRepository } from './invitations.ts';
import type { AccountDependencies } from './tokens.ts';
import { toPasskey, passkeyRepository, type Passkey } from './passkeys.ts';
import { formatRoles, parseRoles, type Role } from './roles.ts';
import { sessionRepository } from './sessions.ts';

/** Person with access to the office, or invited to it. The key is the e-mail address in lower case. */
export interface ListedPerson {
  email: string;
  addedAt: Date;
  roles: readonly Role[];
  passkeys: readonly Pick<Passkey, 'addedAt' | 'lastUsedAt'>[];
  lastSeenAt: Date | null;
  invitedUntil: Date | null;
}

export type PeopleRepository = ReturnType<typeof createAccountRepository>;

/** Returns the repository. Changes are durable once a function resolves; it rejects only if the database fails. */
export function createAccountRepository(
  dependencies: Pick<AccountDependencies, 'database'> & Partial<AccountDependencies>,
) {
  return bindFirstParameter(
    { clock: systemClock, ...dependencies },
    {
      ...personRepository,
      ...passkeyRepository,
      ...invitationRepository,
      ...sessionRepository,
      ...challengeRepository,
    },
  );
}

const personRepository = {
  /** Resolves to all people, by e-mail address. */
  listPeople,

  listEmailsWithRole: async (dependencies: AccountDependencies, role: Role): Promise<string[]> =>
    (await listPeople(dependencies)).filter(({ roles }) => roles.includes(role)).map(({ email }) => email),

  /** Resolves to the names of the people who gave one, by e-mail address. */
  async listNames({ database }: AccountDependencies): Promise<ReadonlyMap<string, string>> {
    const named = await database.selectFrom('people').select(['email', 'name']).where('name', '<>', '').execute();
    return new Map(named.map(({ email, name }) => [email, name]));
  },

  /** Sets or, with an empty text, removes a person's name. */
  async setName({ database }: AccountDependencies, email: string, name: string): Promise<void> {
    await database.updateTable('people').set({ name }).where('email', '=', email).execute();
  },

  /** Sets whether single keys act for a person. */
  async setUsesKeys({ database }: AccountDependencies, email: string, usesKeys: boolean): Promise<void> {
    const person = database.updateTable('people').where('email', '=', email);
    await person.set({ uses_keys: Number(usesKeys) }).execute();
  },

  /** Resolves to the people who get the statistics of each month by mail. */
  async listReportReaders({ database }: AccountDependencies): Promise<readonly Record<'email' | 'handle', string>[]> {
    return database.selectFrom('people').select(['email', 'handle']).where('gets_report', '=', 1).execute();
  },

  /** Sets whether a person gets the statistics of each month by mail. */
  async setReportReader({ database }: AccountDependencies, email: string, isReader: boolean): Promise<void> {
    const person = database.updateTable('people').where('email', '=', email);
    await person.set({ gets_report: Number(isReader) }).execute();
  },

  /** Replaces a person's roles. `last`: nobody with a passkey would keep the role `people`, so nothing changes. */
  async setRoles(
    { database, clock }: AccountDependencies,
    emailInput: string,
    newRoles: readonly Role[],
  ): Promise<'done' | 'unknown' | 'last'> {
    const email = emailInput.toLowerCase();
    return database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, clock.now());
      const passkeyOwners = transaction.selectFrom('passkeys').select('person');
      const everybody = await transaction
        .selectFrom('people')
        .select(({ eb }) => ['email', 'roles', eb('email', 'in', passkeyOwners).as('hasPasskey')])
        .execute();
      const person = everybody.find((one) => one.email === email);
      if (person === undefined) return 'unknown';
      const peopleManagers = everybody.filter((one) => one.hasPasskey && parseRoles(one.roles).includes('people'));
      if (!newRoles.includes('people') && peopleManagers.length === 1 && peopleManagers[0] === person) return 'last';
      await transaction
        .updateTable('people')
        .set({ roles: formatRoles(newRoles) })
        .where('email', '=', email)
        .execute();
      return 'done';
    });
  },

  /** Removes a person with what is theirs; `handOver` joins the transaction. Resolves to false for a stranger. */
  async removePerson(
    { database, clock }: AccountDependencies,
    email: string,
    handOver?: (transaction: Database) => Promise<void>,
  ): Promise<boolean> {
    const person = email.toLowerCase();
    return database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, clock.now());
      await handOver?.(transaction);
      const result = await transaction.deleteFrom('people').where('email', '=', person).executeTakeFirst();
      return result.numDeletedRows > 0n;
    });
  },
};

async function listPeople({ database, clock }: AccountDependencies): Promise<readonly ListedPerson[]> {
  const people = await database.selectFrom('people').selectAll().orderBy('email').execute();
  const passkeys = await database.selectFrom('passkeys').selectAll().orderBy('added_at').execute();
  const sessions = await database.selectFrom('sessions').select(['person', 'last_seen_at']).execute();
  const pendingInvitations = database
    .selectFrom('invitations')
    .select(['person', 'expires_at'])
    .where('used_at', 'is', null);
  const invitations = await pendingInvitations.where('expires_at', '>', clock.now()).execute();
  return people.map((person): ListedPerson => {
    const isTheirs = (row: { person: string }): boolean => row.person === person.email;
    const ownPasskeys = passkeys.filter(isTheirs).map(toPasskey);
    const activityTimes = [
      ...ownPasskeys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []),
      ...sessions.filter(isTheirs).map((session) => new Date(session.last_seen_at)),
    ];
    const invitation = invitations.find(isTheirs);
    return {
      email: person.email,
      addedAt: new Date(person.added_at),
      roles: parseRoles(person.roles),
      passkeys: ownPasskeys.map(({ addedAt, lastUsedAt }) => ({ addedAt, lastUsedAt })),
      lastSeenAt: activityTimes.length === 0 ? null : new Date(Math.max(...activityTimes.map(Number))),
      invitedUntil: invitation === undefined ? null : new Date(invitation.expires_at),
    };
  });
}
