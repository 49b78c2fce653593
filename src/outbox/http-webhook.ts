import { STATUS_CODES } from 'node:http';
import { Webhook as Signer } from 'standardwebhooks';
import type { SendOutcome } from './send-outcome.ts';

/** A call of the webhook. `id` is the same for every attempt, `timestamp` is the time of this one. */
export interface WebhookCall {
  id: string;
  timestamp: Date;
  body: string;
}

/**
 * Returns a function that makes one POST, signed as in the Standard Webhooks specification 1.0.0. It follows no
 * redirect, settles within the timeout in milliseconds, and never rejects: a fault is an outcome.
 * @param url must pass `explainInvalidWebhookSettings`, together with `signingSecret`
 */
export function createWebhookCaller(
  url: string,
  signingSecret: string,
  timeout = 10_000,
): (call: WebhookCall) => Promise<SendOutcome> {
  const { host } = new URL(url);
  const signer = new Signer(signingSecret);

  return async ({ id, timestamp, body }) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'website-webhook',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
          'webhook-signature': signer.sign(id, timestamp, body),
        },
        body,
      });
      // The status alone decides; the body is discarded.
      response.body?.cancel().catch(() => {});
      return toSendOutcome(response.status, host);
    } catch (error) {
      const reason = signal.aborted ? `gave no answer within ${Math.round(timeout / 1000)} s` : explainCallError(error);
      return createFailedOutcome(host, reason);
    }
  };
}

/**
 * Returns the outcome for a status. Client errors (400, 401, 404) are temporary too: all calls have one form, so
 * the receiver is misconfigured, and gets the missed calls once it is repaired. Only 410 is permanent.
 */
function toSendOutcome(status: number, host: string): SendOutcome {
  if (status >= 200 && status <= 299) return { delivered: true };
  const statusText = `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return createFailedOutcome(
    host,
    status >= 300 && status <= 399 ? `${statusText}; redirections are not followed` : statusText,
    status === 410,
  );
}

function createFailedOutcome(host: string, reason: string, permanent = false): SendOutcome {
  return { delivered: false, permanent, reason: `${host}: ${reason}`.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 500) };
}

/**
 * Returns the reason of a failed call. It has the status and the host alone: the body may quote the visitor, whose text
 * is erased before the reason is, and the URL's path and query often contain a key.
 */
function explainCallError(error: unknown): string {
  // Node tries all addresses of a host, and collects their errors.
  if (error instanceof AggregateError) return error.errors.map(explainCallError).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : explainCallError(error.cause);
}

/** Returns why the webhook's settings are invalid, never quoting them; null if they are valid. */
export function explainInvalidWebhookSettings(url: string, signingSecret: string): string | null {
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol))
    return 'WEBHOOK_URL takes an https:// address, like https://hooks.example.com/enquiries.';
  if (target.username + target.password !== '')
    return 'WEBHOOK_URL takes an address without user and password: each call is signed with WEBHOOK_SECRET instead.';
  if (!isSigningSecret(signingSecret))
    return 'WEBHOOK_SECRET takes whsec_ and 24 to 64 random bytes in Base64. This makes one: echo "whsec_$(openssl rand -base64 32)"';
  return null;
}

function isSigningSecret(text: string): boolean {
  const encoded = /^whsec_(.+)$/.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded;
}
