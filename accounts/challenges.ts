import { createHmac } from 'node:crypto';
import { clockTolerance } from '../process/clock.ts';
import { addTime, createToken, hashToken, lifetimes, type AccountParts } from './tokens.ts';

/**
 * What passkeys are asked to sign. A challenge follows from its token by a secret that the servers share, so that asking for one
 * stores nothing: strangers may ask as often as they like. Whoever learns the secret still has to have the passkey.
 */
export const createChallenges = {
  /** Both are letters, digits, `-` and `_`. The browser keeps the token. */
  async challenge(parts: AccountParts, purpose: string): Promise<{ token: string; challenge: string }> {
    const expiresAt = addTime(parts.clock.now(), lifetimes.challenge).getTime();
    const token = `${expiresAt.toString(36)}-${createToken()}`;
    return { token, challenge: await challengeFor(parts, purpose, token) };
  },

  /** That of a token, for the purpose that it was made for; null after five minutes. */
  async challengeOf(parts: AccountParts, purpose: string, token: string): Promise<string | null> {
    const expiresAt = parseInt(token, 36);
    return expiresAt > parts.clock.now().getTime() ? challengeFor(parts, purpose, token) : null;
  },

  /**
   * Of one that a passkey has signed: false where that very signature may have let somebody in before. Clears away what has
   * expired.
   */
  async signedOnce({ database, clock }: AccountParts, challenge: string): Promise<boolean> {
    const now = clock.now();
    await database.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
    const used = await database
      .insertInto('used_challenges')
      .values({ hash: hashToken(challenge), expires_at: addTime(now, lifetimes.challenge + clockTolerance) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return used.numInsertedOrUpdatedRows === 1n;
  },
};

async function challengeFor(parts: AccountParts, purpose: string, token: string): Promise<string> {
  return createHmac('sha256', await readSecret(parts))
    .update(`${purpose} ${token}`)
    .digest('base64url');
}

/** The secret of challenges: the one that was stored first. */
async function readSecret({ database }: AccountParts): Promise<string> {
  const key = 'challenge_secret';
  const stored = database.selectFrom('meta').select('value').where('key', '=', key);
  const known = await stored.executeTakeFirst();
  if (known !== undefined) return known.value;
  await database
    .insertInto('meta')
    .values({ key, value: createToken() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).value;
}
