import type { Selectable } from 'kysely';
import { toDate } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { AccountParts } from './tokens.ts';

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

/** Owner of a passkey. */
export interface Person {
  email: string;
  /** WebAuthn user handle stored in the passkey: random, so that it does not identify the person. */
  handle: string;
}

export const passkeyRepository = {
  async passkeys({ database }: AccountParts, email: string): Promise<readonly Passkey[]> {
    const own = database.selectFrom('passkeys').selectAll().where('person', '=', email);
    return (await own.orderBy('added_at').orderBy('id').execute()).map(toPasskey);
  },

  /** Removes a passkey and all sessions of its owner: one may have begun with it. False if it is the last. */
  async removePasskey({ database }: AccountParts, email: string, id: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
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
  async renamePasskey({ database }: AccountParts, email: string, id: string, name: string): Promise<boolean> {
    const own = database.updateTable('passkeys').set({ name }).where('id', '=', id).where('person', '=', email);
    return (await own.executeTakeFirst()).numUpdatedRows > 0n;
  },

  async passkey({ database }: AccountParts, id: string): Promise<{ passkey: Passkey; person: Person } | null> {
    const row = await database
      .selectFrom('passkeys')
      .innerJoin('people', 'people.email', 'passkeys.person')
      .selectAll('passkeys')
      .select('handle')
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : { passkey: toPasskey(row), person: { email: row.person, handle: row.handle } };
  },

  /** Records a use. Resolves to false if the passkey was removed or its counter has not increased. */
  async passkeyUsed({ database, clock }: AccountParts, id: string, counter: number): Promise<boolean> {
    const used = database
      .updateTable('passkeys')
      .set({ counter, last_used_at: clock.now() })
      .where('id', '=', id)
      // The higher counter of two concurrent sign-ins wins. Many passkeys always report 0.
      .where('counter', counter === 0 ? '=' : '<', counter);
    return (await used.executeTakeFirst()).numUpdatedRows > 0n;
  },
};

/** Converts a row of `passkeys`. */
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
