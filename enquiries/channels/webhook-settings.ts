import { isPublicAddress, literalAddress } from './public-address.ts';

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
export function isPrivateHost({ hostname }: URL, privateHost: string | undefined): boolean {
  return hostname === privateHost?.toLowerCase();
}

/** As the Standard Webhooks specification writes the secret of a symmetric signature. */
function isSigningSecret(text: string): boolean {
  const encoded = /^whsec_(.+)$/.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded;
}
