import { STATUS_CODES } from 'node:http';
import { Webhook as Signer } from 'standardwebhooks';
import type { SendOutcome } from './send-outcome.ts';

/** One call of the webhook: `id` is the same at every attempt, `timestamp` that of the attempt. */
export interface WebhookCall {
  id: string;
  timestamp: Date;
  body: string;
}

/**
 * Returns a function that makes one POST, signed after the Standard Webhooks specification 1.0.0. It follows no redirection, settles
 * within the timeout, and never rejects: a fault is an outcome.
 * @param url and `secret` are such that `validateWebhook` finds nothing
 * @param timeout of a whole call, in milliseconds
 */
export function createWebhookCaller(url: string, secret: string, timeout = 10_000) {
  const { host } = new URL(url);
  const signer = new Signer(secret);

  return async ({ id, timestamp, body }: WebhookCall): Promise<SendOutcome> => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const answer = await fetch(url, {
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
      // The status is the whole answer, whatever becomes of the rest.
      answer.body?.cancel().catch(() => {});
      return judge(answer.status, host);
    } catch (fault) {
      const reason = signal.aborted ? `gave no answer within ${Math.round(timeout / 1000)} s` : reasonOf(fault);
      return failure(host, reason);
    }
  };
}

/**
 * Also what the specification of HTTP calls the caller's fault (400, 401, 404) is temporary: the calls are always of one kind, so it
 * is the receiver that is set up wrongly, and once that is mended it shall get what it has missed.
 */
function judge(status: number, host: string): SendOutcome {
  if (status >= 200 && status <= 299) return { delivered: true };
  const words = `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return failure(
    host,
    status >= 300 && status <= 399 ? `${words}; redirections are not followed` : words,
    status === 410,
  );
}

function failure(host: string, reason: string, permanent = false): SendOutcome {
  return { delivered: false, permanent, reason: `${host}: ${reason}`.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 500) };
}

/**
 * Of the answer, nothing but the status: it may quote the visitor's words, and the reason is kept longer than they are. Of the
 * URL, nothing but the host: its path and query often hold a key.
 */
function reasonOf(fault: unknown): string {
  // Node tries all addresses of a host, and tells how each failed.
  if (fault instanceof AggregateError) return fault.errors.map(reasonOf).join(', ');
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause === undefined ? fault.message : reasonOf(fault.cause);
}

/** Why the settings of the webhook cannot be used, in words that never repeat them; null where they can. */
export function validateWebhook(url: string, secret: string): string | null {
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol))
    return 'WEBHOOK_URL takes an https:// address, like https://hooks.example.com/enquiries.';
  if (target.username + target.password !== '')
    return 'WEBHOOK_URL takes an address without user and password: each call is signed with WEBHOOK_SECRET instead.';
  if (!isSigningSecret(secret))
    return 'WEBHOOK_SECRET takes whsec_ and 24 to 64 random bytes in Base64. This makes one: echo "whsec_$(openssl rand -base64 32)"';
  return null;
}

/** As the Standard Webhooks specification writes the secret of a symmetric signature. */
function isSigningSecret(text: string): boolean {
  const encoded = /^whsec_(.+)$/.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded;
}
