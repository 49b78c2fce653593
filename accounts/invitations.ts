import { addTime, createToken, hashToken, lifetimes, type AccountParts } from './tokens.ts';
import type { Passkey, Person } from './passkeys.ts';
import { formatRoles, parseRoles, type Role } from './roles.ts';

/** The person of a valid invitation. */
export interface InvitedPerson extends Person {
  /** Ids of the passkeys that the person has already. */
  passkeys: readonly string[];
}

/** `gone`: the invitation was used, has expired or never existed. `known`: the passkey is registered already. */
export type AcceptedInvitation = { outcome: 'accepted'; person: string } | { outcome: 'gone' } | { outcome: 'known' };

type NewPasskey = Omit<Passkey, 'addedAt' | 'lastUsedAt' | 'name'> & { name?: string };

export const invitationRepository = {
  /**
   * Creates an invitation to register a passkey, the first or a further one. Adds the person if the address is new,
   * and revokes their earlier invitations.
   * @param roles roles to add at once, accepted or not. Default for a person without a role: `enquiries` and `words`
   */
  async invite({ database, clock }: AccountParts, address: string, roles?: readonly Role[]) {
    const [now, token, email] = [clock.now(), createToken(), address.toLowerCase()];
    const expiresAt = addTime(now, lifetimes.invitation);
    await database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('people')
        .values({ email, handle: createToken(), added_at: now, roles: '' })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute();
      await transaction.deleteFrom('invitations').where('person', '=', email).execute();
      const person = transaction.selectFrom('people').select('roles').where('email', '=', email);
      const before = parseRoles((await person.executeTakeFirstOrThrow()).roles);
      const given = roles ?? (before.length === 0 ? (['enquiries', 'words'] as const) : []);
      await transaction
        .updateTable('people')
        .set({ roles: formatRoles([...before, ...given]) })
        .where('email', '=', email)
        .execute();
      await transaction
        .insertInto('invitations')
        .values({ token_hash: hashToken(token), person: email, made_at: now, expires_at: expiresAt, used_at: null })
        .execute();
    });
    return { person: email, token, expiresAt };
  },

  /** Resolves to the person of an invitation. `ended`: it was used or has expired. */
  async invitation({ database, clock }: AccountParts, token: string): Promise<InvitedPerson | 'unknown' | 'ended'> {
    const row = await database
      .selectFrom('invitations')
      .innerJoin('people', 'people.email', 'invitations.person')
      .select(['email', 'handle', 'expires_at', 'used_at'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (row === undefined) return 'unknown';
    const { email, handle, expires_at: expiresAt, used_at: usedAt } = row;
    if (usedAt !== null || new Date(expiresAt) <= clock.now()) return 'ended';
    const passkeys = await database.selectFrom('passkeys').select('id').where('person', '=', email).execute();
    return { email, handle, passkeys: passkeys.map(({ id }) => id) };
  },

  /** Uses up the invitation and adds the passkey in one transaction. Of several concurrent calls, one is accepted. */
  async accept({ database, clock }: AccountParts, token: string, passkey: NewPasskey): Promise<AcceptedInvitation> {
    const { id, publicKey, counter, name = '' } = passkey;
    const now = clock.now();
    return database.transaction().execute(async (transaction): Promise<AcceptedInvitation> => {
      const known = transaction.selectFrom('passkeys').select('id').where('id', '=', id);
      if ((await known.executeTakeFirst()) !== undefined) return { outcome: 'known' };
      const used = await transaction
        .updateTable('invitations')
        .set({ used_at: now })
        .where('token_hash', '=', hashToken(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('person')
        .executeTakeFirst();
      if (used === undefined) return { outcome: 'gone' };
      await transaction
        .insertInto('passkeys')
        .values({ id, person: used.person, public_key: publicKey, counter, added_at: now, last_used_at: null, name })
        .execute();
      return { outcome: 'accepted', person: used.person };
    });
  },
};
