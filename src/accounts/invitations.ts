import { addMilliseconds, createToken, hashToken, lifetimesMs, type AccountDependencies } from './tokens.ts';
import { serialiseTransaction } from '../database/meta.ts';
import type { Passkey, PasskeyOwner } from './passkeys.ts';
import { formatRoles, parseRoles, type Role } from './roles.ts';

export interface InvitedPerson extends PasskeyOwner {
  passkeyIds: readonly string[];
}

/** `gone`: the invitation was used, has expired or never existed. `known`: the passkey is registered already. */
export type AcceptInvitationResult =
  | { outcome: 'accepted'; person: string }
  | { outcome: 'gone' }
  | { outcome: 'known' };

type NewPasskey = Omit<Passkey, 'addedAt' | 'lastUsedAt' | 'name'> & { name?: string };

export const invitationRepository = {
  /**
   * Creates an invitation to register a passkey, and revokes the person's earlier ones. Adds the person if the address,
   * in any case, is new. `roles` are added at once; a person without a role gets `enquiries` and `content` by default.
   */
  async createInvitation(
    { database, clock }: AccountDependencies,
    emailInput: string,
    roles?: readonly Role[],
  ): Promise<{ person: string; token: string; expiresAt: Date }> {
    const [now, token, email] = [clock.now(), createToken(), emailInput.toLowerCase()];
    const expiresAt = addMilliseconds(now, lifetimesMs.unusedInvitation);
    await database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, now);
      await transaction
        .insertInto('people')
        .values({ email, handle: createToken(), added_at: now, roles: '' })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute();
      await transaction.deleteFrom('invitations').where('person', '=', email).execute();
      const personQuery = transaction.selectFrom('people').select('roles').where('email', '=', email);
      const currentRoles = parseRoles((await personQuery.executeTakeFirstOrThrow()).roles);
      const addedRoles = roles ?? (currentRoles.length === 0 ? (['enquiries', 'content'] as const) : []);
      await transaction
        .updateTable('people')
        .set({ roles: formatRoles([...currentRoles, ...addedRoles]) })
        .where('email', '=', email)
        .execute();
      await transaction
        .insertInto('invitations')
        .values({ token_hash: hashToken(token), person: email, created_at: now, expires_at: expiresAt, used_at: null })
        .execute();
    });
    return { person: email, token, expiresAt };
  },

  /** Resolves to the person of an invitation. `ended`: it was used or has expired. */
  async findInvitation(
    { database, clock }: AccountDependencies,
    token: string,
  ): Promise<InvitedPerson | 'unknown' | 'ended'> {
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
    return { email, handle, passkeyIds: passkeys.map(({ id }) => id) };
  },

  /** Uses up the invitation and adds the passkey in one transaction. Of several concurrent calls, one is accepted. */
  async acceptInvitation(
    { database, clock }: AccountDependencies,
    token: string,
    passkey: NewPasskey,
  ): Promise<AcceptInvitationResult> {
    const { id, publicKey, counter, name = '' } = passkey;
    const now = clock.now();
    return database.transaction().execute(async (transaction): Promise<AcceptInvitationResult> => {
      await serialiseTransaction(transaction, now);
      const existingPasskey = transaction.selectFrom('passkeys').select('id').where('id', '=', id);
      if ((await existingPasskey.executeTakeFirst()) !== undefined) return { outcome: 'known' };
      const usedInvitation = await transaction
        .updateTable('invitations')
        .set({ used_at: now })
        .where('token_hash', '=', hashToken(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('person')
        .executeTakeFirst();
      if (usedInvitation === undefined) return { outcome: 'gone' };
      const { person } = usedInvitation;
      await transaction
        .insertInto('passkeys')
        .values({ id, person, public_key: publicKey, counter, added_at: now, last_used_at: null, name })
        .execute();
      return { outcome: 'accepted', person };
    });
  },
};
