import type { Selectable } from 'kysely';
import { toDate } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { AccountParts } from './tokens.ts';

export interface Passkey {
  /** In base64url, as its public key. */
  id: string;
  publicKey: string;
  /** Its own count of its uses; many always say 0. */
  counter: number;
  addedAt: Date;
  lastUsedAt: Date | null;
  /** What its person calls it, like `Chrome on Windows`; empty where nobody has said. */
  name: string;
}

/** Whose a passkey is. */
export interface Person {
  email: string;
  /** What a passkey knows the person by: random, so that it tells nobody who that is. */
  handle: string;
}

export const passkeyRepository = {
  async passkeys({ database }: AccountParts, email: string): Promise<readonly Passkey[]> {
    const own = database.selectFrom('passkeys').selectAll().where('person', '=', email);
    return (await own.orderBy('added_at').orderBy('id').execute()).map(toPasskey);
  },

  /** Removes one of several, and ends all sessions of the person: one of them may have begun with it. False where it is the last. */
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

  /** False where it is none of that person. */
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

  /** Records a use. False where the passkey has gone meanwhile. */
  async passkeyUsed({ database, clock }: AccountParts, id: string, counter: number): Promise<boolean> {
    const used = database
      .updateTable('passkeys')
      .set({ counter, last_used_at: clock.now() })
      .where('id', '=', id)
      // Of two sign-ins at once the later count stands. Many passkeys do not count.
      .where('counter', counter === 0 ? '=' : '<', counter);
    return (await used.executeTakeFirst()).numUpdatedRows > 0n;
  },
};

/** Reads a row of `passkeys`. */
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
