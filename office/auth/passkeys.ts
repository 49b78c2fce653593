import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { site } from '../../content/words.ts';
import type { Passkey } from '../../accounts/passkeys.ts';
import type { InvitedPerson } from '../../accounts/invitations.ts';
import { lifetimes } from '../../accounts/tokens.ts';
import type { OwnOrigin } from './own-origin.ts';

/** Algorithms of which every authenticator supports one. The library's list adds one that is experimental in Node. */
const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Returns WebAuthn options to sign in with any passkey for this host: no user name is needed. */
export function createSignInOptions({ host }: OwnOrigin, challenge: string) {
  const timeout = lifetimes.challenge;
  const bytes = bytesOf(challenge);
  return generateAuthenticationOptions({ rpID: host, challenge: bytes, userVerification: 'required', timeout });
}

/** Returns WebAuthn options to register a discoverable passkey, which identifies its owner without a user name. */
export function createRegistrationOptions(
  { host }: OwnOrigin,
  { email, handle, passkeys }: InvitedPerson,
  challenge: string,
) {
  return generateRegistrationOptions({
    challenge: bytesOf(challenge),
    rpName: `${site.name} inbox`,
    rpID: host,
    userName: email,
    userDisplayName: email,
    userID: bytesOf(handle),
    excludeCredentials: passkeys.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
    timeout: lifetimes.challenge,
  });
}

/** Resolves to the new passkey, or to null if the response is invalid. */
export async function verifyRegistration(
  response: unknown,
  challenge: string,
  own: OwnOrigin,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'> | null> {
  try {
    const registration = response as RegistrationResponseJSON;
    if (!isUnattested(registration)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: registration,
      ...expected(challenge, own),
      supportedAlgorithmIDs,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // The library throws on invalid input, and has no other faults: it only computes.
    return null;
  }
}

/** Resolves to the new counter if the passkey signed the challenge, else to null. */
export async function verifySignature(
  { id, publicKey, counter }: Passkey,
  response: unknown,
  challenge: string,
  own: OwnOrigin,
): Promise<{ counter: number } | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      ...expected(challenge, own),
      credential: { id, publicKey: bytesOf(publicKey), counter },
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

function expected(challenge: string, { origin, host }: OwnOrigin) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host };
}

/** Returns true if a text can be a passkey's id, base64url of at most 1,023 bytes. A database may fail on others. */
export function isPasskeyId(text: string): boolean {
  return /^[\w-]{1,1400}$/.test(text);
}

/**
 * Returns true without an attestation or with a self attestation. We request none, and browsers remove others. For a
 * certificate the library would fetch revocation lists from URLs that it names.
 */
function isUnattested({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(bytesOf(response.attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** Maximum length of a passkey's name in UTF-16 code units, also of the field. */
export const maxPasskeyNameLength = 60;

/** Returns a name for a new passkey from the user agent, such as `Chrome on Windows`; empty if it is unknown. */
export function suggestPasskeyName(userAgent: string): string {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, device] = [named(browsers), named(devices)];
  return [browser, device].filter(Boolean).join(' on ');
}

// The first match wins: user agents also name older browsers.
const browsers = [
  ['Edg', 'Edge'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrom', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const devices = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const;
