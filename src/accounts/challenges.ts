import { createHmac } from 'node:crypto';
import { getOrCreateSecret } from '../database/meta.ts';
import { maxClockSkewMs } from '../process/clock.ts';
import { addMilliseconds, createToken, hashToken, lifetimesMs, type AccountDependencies } from './tokens.ts';

/**
 * Challenges for passkeys to sign. A challenge is an HMAC of its token under the servers' shared secret: issuing one
 * stores nothing, so strangers may request any number. An attacker with the secret still needs the passkey.
 */
export const challengeRepository = {
  /** Issues a challenge and its token, which the browser stores. Both consist of letters, digits, `-` and `_`. */
  async issueChallenge(
    dependencies: AccountDependencies,
    purpose: string,
  ): Promise<{ token: string; challenge: string }> {
    const expiresAt = addMilliseconds(dependencies.clock.now(), lifetimesMs.challenge).getTime();
    const token = `${expiresAt.toString(36)}-${createToken()}`;
    return { token, challenge: await computeChallenge(dependencies, purpose, token) };
  },

  /** Resolves to the challenge of a token for its purpose; null after five minutes. */
  async recomputeChallenge(dependencies: AccountDependencies, purpose: string, token: string): Promise<string | null> {
    const [expiry = ''] = token.split('-');
    return parseInt(expiry, 36) > dependencies.clock.now().getTime()
      ? computeChallenge(dependencies, purpose, token)
      : null;
  },

  /** Records a signed challenge as used, and deletes expired ones. `isReplay`: it was used before. */
  async consumeChallenge({ database, clock }: AccountDependencies, challenge: string): Promise<{ isReplay: boolean }> {
    const now = clock.now();
    await database.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
    const insertResult = await database
      .insertInto('used_challenges')
      .values({ hash: hashToken(challenge), expires_at: addMilliseconds(now, lifetimesMs.challenge + maxClockSkewMs) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return { isReplay: insertResult.numInsertedOrUpdatedRows !== 1n };
  },
};

async function computeChallenge({ database }: AccountDependencies, purpose: string, token: string): Promise<string> {
  return createHmac('sha256', await getOrCreateSecret(database, 'challenge_secret'))
    .update(`${purpose} ${token}`)
    .digest('base64url');
}
