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

/** What every authenticator knows one of. The library's own list has one more, which Node calls experimental. */
const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** What a browser is to ask of an authenticator: any passkey for this host, so that nobody has to say who they are. */
export function createSignInOptions({ host }: OwnOrigin, challenge: string) {
  const timeout = lifetimes.challenge;
  const bytes = bytesOf(challenge);
  return generateAuthenticationOptions({ rpID: host, challenge: bytes, userVerification: 'required', timeout });
}

/** The same for a new passkey, which has to name its person by itself later on. */
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

/** What the authenticator has made, if it is sound; else null. */
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
    // The library throws for whatever is not as it should be, and there is no other fault in it: it only computes.
    return null;
  }
}

/** Whether a passkey has signed the challenge, and its counter now; null where it has not. */
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

/** Whether a text can be the id of a passkey: base64url of at most 1,023 bytes. A database may fail at others. */
export function isPasskeyId(text: string): boolean {
  return /^[\w-]{1,1400}$/.test(text);
}

/**
 * Nobody asked for an attestation, and browsers take it off, but for one that a key makes of itself. Others bring certificates,
 * which the library would read, and whose lists of revoked ones it would fetch from wherever they say.
 */
function isUnattested({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(bytesOf(response.attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** Of what a person calls a passkey, in UTF-16 code units; the field takes no more. */
export const maxPasskeyNameLength = 60;

/** What a new passkey is called, by the browser that made it: `Chrome on Windows`. Empty where it does not say. */
export function suggestPasskeyName(userAgent: string): string {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, device] = [named(browsers), named(devices)];
  return [browser, device].filter(Boolean).join(' on ');
}

// The first that is named counts: browsers call themselves by older ones as well.
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
