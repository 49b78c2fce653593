import { parseRoles } from '../accounts/roles.ts';
import { addMilliseconds, createToken, hashToken, type AccountDependencies } from '../accounts/tokens.ts';

/** URL path of the pages with drafts, before their token. */
export const draftPath = '/draft/';

const lifetime = 7 * 24 * 60 * 60 * 1000;

/** See `createDraftLinkStore`. */
export type DraftLinkStore = ReturnType<typeof createDraftLinkStore>;

/** Returns the store of links to pages with a person's drafts. */
export function createDraftLinkStore({ database, clock }: AccountDependencies) {
  return {
    /** Creates a link for a week. Resolves to its URL path, of which only a hash is stored. */
    async createLink(link: Record<'by' | 'file' | 'path', string>): Promise<string> {
      const { by: author, file, path } = link;
      const [token, now] = [createToken(), clock.now()];
      const row = { token_hash: hashToken(token), author, file, path, created_at: now };
      await database
        .insertInto('draft_links')
        .values({ ...row, expires_at: addMilliseconds(now, lifetime) })
        .execute();
      return draftPath + token;
    },

    /** Resolves to the valid links, whose makers have the role `content`, or to the valid link with this token. */
    async listLinks(token?: string) {
      const joined = database.selectFrom('draft_links').innerJoin('people', 'people.email', 'author');
      let query = joined.select(['token_hash', 'author', 'path', 'expires_at', 'roles']).orderBy('expires_at');
      if (token !== undefined) query = query.where('token_hash', '=', hashToken(token));
      return (await query.where('expires_at', '>', clock.now()).execute()).flatMap(({ roles, ...row }) => {
        const { token_hash: id, author: by, path, expires_at: expiresAt } = row;
        return parseRoles(roles).includes('content') ? [{ id, by, path, expiresAt: new Date(expiresAt) }] : [];
      });
    },

    /** Deletes a link by its id, the hash of its token. */
    async revokeLink(id: string): Promise<void> {
      await database.deleteFrom('draft_links').where('token_hash', '=', id).execute();
    },

    async deleteExpiredLinks(): Promise<void> {
      await database.deleteFrom('draft_links').where('expires_at', '<=', clock.now()).execute();
    },
  };
}
