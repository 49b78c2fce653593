import { createHmac } from 'node:crypto';
import { clockTolerance } from '../process/clock.ts';
import { addTime, createToken, hashToken, lifetimes, type AccountParts } from './tokens.ts';

/**
 * Challenges for passkeys to sign. A challenge is an HMAC of its token under the servers' shared secret: issuing one
 * stores nothing, so strangers may request any number. An attacker with the secret still needs the passkey.
 */
export const createChallenges = {
  /** Issues a challenge. The browser keeps the token. Both consist of letters, digits, `-` and `_`. */
  async challenge(parts: AccountParts, purpose: string): Promise<{ token: string; challenge: string }> {
    const expiresAt = addTime(parts.clock.now(), lifetimes.challenge).getTime();
    const token = `${expiresAt.toString(36)}-${createToken()}`;
    return { token, challenge: await challengeFor(parts, purpose, token) };
  },

  /** Resolves to the challenge of a token for its purpose; null after five minutes. */
  async challengeOf(parts: AccountParts, purpose: string, token: string): Promise<string | null> {
    const expiresAt = parseInt(token, 36);
    return expiresAt > parts.clock.now().getTime() ? challengeFor(parts, purpose, token) : null;
  },

  /** Records a signed challenge as used, and deletes expired ones. Resolves to false on reuse: it may be a replay. */
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

/** Resolves to the shared secret, created on first use. If several servers create one, the first stored wins. */
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
