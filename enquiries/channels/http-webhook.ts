import { lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import { request as requestHttp, STATUS_CODES, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import type { SendOutcome } from '../core/channels.ts';
import { isPublicAddress, literalAddress, PrivateAddress, publicLookup } from './public-address.ts';
import type { WebhookCaller } from './webhook.ts';

export interface HttpWebhookSettings {
  /** The one host that may be in a private network, as the URL has it. */
  privateHost?: string | undefined;
  /** For a whole call, in milliseconds. */
  timeout?: number;
  /** How names become addresses. */
  lookup?: LookupFunction;
}

/** In bytes. More of an answer is not read. */
const mostRead = 100 * 1024;

/**
 * Calls by one POST, signed after the Standard Webhooks specification 1.0.0: straight, without a proxy, following no redirection,
 * and to public addresses only.
 * @param url and `secret` are such that `faultOfWebhook` finds nothing
 */
export function createHttpWebhook(url: string, secret: string, settings: HttpWebhookSettings = {}): WebhookCaller {
  const { privateHost, timeout = 10_000, lookup = systemLookup } = settings;
  const target = new URL(url);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const signer = new Signer(secret);
  const isFree = isPrivateHost(target, privateHost);

  return {
    async post({ id, timestamp, body }) {
      const signal = AbortSignal.timeout(timeout);
      try {
        if (!isFree) expectPublic(target);
        const asked = send(target, {
          method: 'POST',
          agent: false,
          lookup: isFree ? lookup : publicLookup(lookup),
          signal,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'website-webhook',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
            'webhook-signature': signer.sign(id, timestamp, body),
          },
        });
        // What fails once the answer is there is no longer of interest.
        asked.on('error', () => {}).end(body);
        const [answer] = (await once(asked, 'response', { signal })) as [IncomingMessage];
        await readAway(answer);
        return judge(answer.statusCode ?? 0, target);
      } catch (fault) {
        const reason = signal.aborted ? `gave no answer within ${Math.round(timeout / 1000)} s` : reasonOf(fault);
        return failure(target, reason);
      }
    },
  };
}

/** No lookup is made for a host that is an address already. */
function expectPublic(target: URL): void {
  const address = literalAddress(target);
  if (address !== null && !isPublicAddress(address)) throw new PrivateAddress([address]);
}

/** A receiver may take it for a failure when the caller hangs up in the middle of its answer. None may hold the caller for it. */
async function readAway(answer: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) if ((size += part.length) > mostRead) return;
  } catch {
    // The receiver has answered all the same: the status counts.
  }
}

/**
 * Also what the specification of HTTP calls the caller's fault (400, 401, 404) is temporary: the calls are always of one kind, so it
 * is the receiver that is set up wrongly, and once that is mended it shall get what it has missed.
 */
function judge(status: number, target: URL): SendOutcome {
  if (status >= 200 && status <= 299) return { delivered: true };
  const words = `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return failure(
    target,
    status >= 300 && status <= 399 ? `${words}; redirections are not followed` : words,
    status === 410,
  );
}

function failure({ host }: URL, reason: string, permanent = false): SendOutcome {
  return { delivered: false, permanent, reason: `${host}: ${reason}`.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 500) };
}

/**
 * Of the answer, nothing but the status: it may quote the visitor's words, and the reason is kept longer than they are. Of the
 * URL, nothing but the host: its path and query often hold a key.
 */
function reasonOf(fault: unknown): string {
  // Node tries all addresses of a host, and tells how each failed.
  if (fault instanceof AggregateError) return fault.errors.map(reasonOf).join(', ');
  return fault instanceof Error ? fault.message : String(fault);
}

/** Why the settings of the webhook cannot be used, in words that never repeat them; null where they can. */
export function faultOfWebhook(
  url: string,
  secret: string | undefined,
  privateHost: string | undefined,
): string | null {
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol))
    return 'WEBHOOK_URL takes an https:// address, like https://hooks.example.com/enquiries.';
  if (target.username + target.password !== '')
    return 'WEBHOOK_URL takes an address without user and password: each call is signed with WEBHOOK_SECRET instead.';
  const isAllowed = isPrivateHost(target, privateHost);
  if (privateHost !== undefined && !isAllowed)
    return 'WEBHOOK_PRIVATE_HOST takes the host of WEBHOOK_URL, written as it is there but without its port.';
  if (target.protocol === 'http:' && !isAllowed)
    return 'WEBHOOK_URL takes an https:// address, like https://hooks.example.com/enquiries; http:// is for WEBHOOK_PRIVATE_HOST.';
  const address = literalAddress(target);
  if (address !== null && !isPublicAddress(address) && !isAllowed)
    return 'WEBHOOK_URL leads into a private network. If that is meant, set WEBHOOK_PRIVATE_HOST to its host.';
  if (!isSigningSecret(secret ?? ''))
    return 'WEBHOOK_SECRET takes whsec_ and 24 to 64 random bytes in Base64. This makes one: echo "whsec_$(openssl rand -base64 32)"';
  return null;
}

/** Whether a URL leads to the host that may be in a private network. */
function isPrivateHost({ hostname }: URL, privateHost: string | undefined): boolean {
  return hostname === privateHost?.toLowerCase();
}

/** As the Standard Webhooks specification writes the secret of a symmetric signature. */
function isSigningSecret(text: string): boolean {
  const encoded = /^whsec_(.+)$/.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded;
}
