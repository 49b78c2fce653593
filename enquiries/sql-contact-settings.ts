import { contactFields, type ContactSettings } from './contact-settings.ts';
import type { Database } from './sql-database.ts';

export function createSqlContactSettings(database: Database): ContactSettings {
  return {
    async overrides() {
      const keys = contactFields.map((field) => `contact.${field}`);
      const rows = await database.selectFrom('settings').selectAll().where('key', 'in', keys).execute();
      return Object.fromEntries(rows.map(({ key, value }) => [key.slice('contact.'.length), value]));
    },

    async set(field, value) {
      await database
        .insertInto('settings')
        .values({ key: `contact.${field}`, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },

    async reset(field) {
      await database.deleteFrom('settings').where('key', '=', `contact.${field}`).execute();
    },
  };
}
