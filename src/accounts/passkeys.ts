import type { Selectable } from 'kysely';
import { toDate } from '../database/database.ts';
import { serialiseTransaction } from '../database/meta.ts';
import type { Tables } from '../database/tables.ts';
import type { AccountDependencies } from './tokens.ts';

export interface Passkey {
  /** Base64url, like `publicKey`. */
  id: string;
  publicKey: string;
  /** Signature counter of the authenticator; many always report 0. */
  counter: number;
  addedAt: Date;
  lastUsedAt: Date | null;
  /** Name for its owner, such as `Chrome on Windows`; empty if it has none. */
  name: string;
}

export interface PasskeyOwner {
  email: string;
  /** WebAuthn user handle stored in the passkey: random, so that it does not identify the person. */
  handle: string;
}

export const passkeyRepository = {
  /** Resolves to a person's passkeys, oldest first. */
  async listPasskeys({ database }: AccountDependencies, email: string): Promise<readonly Passkey[]> {
    const query = database.selectFrom('passkeys').selectAll().where('person', '=', email);
    return (await query.orderBy('added_at').orderBy('id').execute()).map(toPasskey);
  },

  /** Removes a passkey and all sessions of its owner: one may have begun with it. Resolves to false for the last. */
  async removePasskey({ database, clock }: AccountDependencies, email: string, id: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, clock.now());
      const others = transaction.selectFrom('passkeys').select('id').where('person', '=', email).where('id', '!=', id);
      const { numDeletedRows } = await transaction
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('person', '=', email)
        .where(({ exists }) => exists(others))
        .executeTakeFirst();
      if (numDeletedRows > 0n) await transaction.deleteFrom('sessions').where('person', '=', email).execute();
      return numDeletedRows > 0n;
    });
  },

  /** Renames a passkey. Resolves to false if the person has none with this id. */
  async renamePasskey({ database }: AccountDependencies, email: string, id: string, name: string): Promise<boolean> {
    const query = database.updateTable('passkeys').set({ name }).where('id', '=', id).where('person', '=', email);
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  },

  async findPasskey(
    { database }: AccountDependencies,
    id: string,
  ): Promise<{ passkey: Passkey; owner: PasskeyOwner } | null> {
    const row = await database
      .selectFrom('passkeys')
      .innerJoin('people', 'people.email', 'passkeys.person')
      .selectAll('passkeys')
      .select('handle')
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : { passkey: toPasskey(row), owner: { email: row.person, handle: row.handle } };
  },

  /** Records a use. It is not accepted if the passkey was removed or its counter has not increased. */
  async recordPasskeyUse(
    { database, clock }: AccountDependencies,
    id: string,
    counter: number,
  ): Promise<{ isAccepted: boolean }> {
    const update = database
      .updateTable('passkeys')
      .set({ counter, last_used_at: clock.now() })
      .where('id', '=', id)
      // The higher counter of two concurrent sign-ins wins. Many passkeys always report 0.
      .where('counter', counter === 0 ? '=' : '<', counter);
    return { isAccepted: (await update.executeTakeFirst()).numUpdatedRows > 0n };
  },
};

/** Returns the passkey of a row of `passkeys`. */
export function toPasskey(row: Selectable<Tables['passkeys']>): Passkey {
  return {
    id: row.id,
    publicKey: row.public_key,
    counter: row.counter,
    addedAt: new Date(row.added_at),
    lastUsedAt: toDate(row.last_used_at),
    name: row.name,
  };
}
