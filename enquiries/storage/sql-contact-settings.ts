import { contactFields, type ContactSettings } from '../core/contact-settings.ts';
import type { Database } from './sql-database.ts';

const keys = contactFields.map((field) => `contact.${field}`);

export function createSqlContactSettings(database: Database): ContactSettings {
  return {
    async overrides() {
      const rows = await database.selectFrom('settings').selectAll().where('key', 'in', keys).execute();
      return Object.fromEntries(rows.map(({ key, value }) => [key.slice('contact.'.length), value]));
    },

    async details() {
      const rows = await database.selectFrom('settings').selectAll().where('key', 'in', keys).execute();
      return Object.fromEntries(
        rows.map(({ key, value, set_at: at, set_by: by }) => [
          key.slice('contact.'.length),
          { value, at: at === null ? null : new Date(at), by },
        ]),
      );
    },

    async set(field, value, by) {
      const set = { value, set_at: new Date(), set_by: by };
      await database
        .insertInto('settings')
        .values({ key: `contact.${field}`, ...set })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(set))
        .execute();
    },

    async reset(field) {
      await database.deleteFrom('settings').where('key', '=', `contact.${field}`).execute();
    },
  };
}
