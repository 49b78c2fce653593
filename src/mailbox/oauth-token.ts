import { systemClock, type Clock } from '../process/clock.ts';
import { redactSecrets } from '../process/redact-error.ts';

/** Client credentials (RFC 6749, section 4.4), as Microsoft 365 demands them. */
export type OAuthSettings = Readonly<Record<'tokenUrl' | 'clientId' | 'clientSecret' | 'scope', string>>;

/**
 * Returns a function that resolves to an access token, kept until a minute before it expires or the mail server refuses
 * it (`isRefused`). It rejects with a reason in one line, without the secret.
 */
export function createAccessTokenSource(
  { tokenUrl, clientId, clientSecret, scope }: OAuthSettings,
  { monotonicNow }: Pick<Clock, 'monotonicNow'> = systemClock,
): (isRefused: boolean) => Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  let [keptToken, expiresAt] = ['', -Infinity];

  async function requestToken(): Promise<string> {
    const [requestedAt, signal] = [monotonicNow(), AbortSignal.timeout(15_000)];
    const body = new URLSearchParams(form);
    const response = await fetch(tokenUrl, { method: 'POST', redirect: 'error', signal, body });
    const answer = Object(await response.json().catch(() => null)) as Partial<Record<string, string>>;
    const { access_token, expires_in, error = '', error_description = '' } = answer;
    if (!response.ok || !access_token) throw new Error(`${response.status} ${error} ${error_description}`.trim());
    [keptToken, expiresAt] = [access_token, requestedAt + (Number(expires_in) - 60) * 1000];
    return access_token;
  }

  return async (isRefused) => {
    if (!isRefused && monotonicNow() < expiresAt) return keptToken;
    return requestToken().catch(({ message, cause }: Error) => {
      const reason = cause instanceof Error ? cause.message : message;
      throw new Error(redactSecrets(`no token from ${new URL(tokenUrl).host}: ${reason}`, [clientSecret]));
    });
  };
}
