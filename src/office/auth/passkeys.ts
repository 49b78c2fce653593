import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { site } from '../../content/release-content.ts';
import type { Passkey } from '../../accounts/passkeys.ts';
import type { InvitedPerson } from '../../accounts/invitations.ts';
import { lifetimesMs } from '../../accounts/tokens.ts';
import type { ExpectedOrigin } from './expected-origin.ts';

/** Algorithms of which every authenticator supports one. The library's list adds one that is experimental in Node. */
const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Returns WebAuthn options to sign in with any passkey for this host: no user name is needed. */
export function createSignInOptions(
  { rpId }: ExpectedOrigin,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const [challengeBytes, timeout] = [decodeBase64Url(challenge), lifetimesMs.challenge];
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: challengeBytes,
    userVerification: 'required',
    timeout,
  });
}

/** Returns WebAuthn options to register a discoverable passkey, which identifies its owner without a user name. */
export function createRegistrationOptions(
  { rpId }: ExpectedOrigin,
  { email, handle, passkeyIds }: InvitedPerson,
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    challenge: decodeBase64Url(challenge),
    rpName: `${site.name} office`,
    rpID: rpId,
    userName: email,
    userDisplayName: email,
    userID: decodeBase64Url(handle),
    excludeCredentials: passkeyIds.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
    timeout: lifetimesMs.challenge,
  });
}

/** Resolves to the new passkey, or to null if the response is invalid. */
export async function verifyRegistration(
  response: unknown,
  challenge: string,
  expectedOrigin: ExpectedOrigin,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'> | null> {
  try {
    const registration = response as RegistrationResponseJSON;
    if (!isUnattested(registration)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: registration,
      ...createExpectations(challenge, expectedOrigin),
      supportedAlgorithmIDs,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // The library throws on invalid input, and for no other reason: it only computes.
    return null;
  }
}

/** Resolves to the new counter if the passkey signed the challenge, else to null. */
export async function verifySignature(
  { id, publicKey, counter }: Passkey,
  response: unknown,
  challenge: string,
  expectedOrigin: ExpectedOrigin,
): Promise<{ counter: number } | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      ...createExpectations(challenge, expectedOrigin),
      credential: { id, publicKey: decodeBase64Url(publicKey), counter },
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

function createExpectations(challenge: string, { origin, rpId }: ExpectedOrigin) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId };
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
  const attestation = decodeAttestationObject(decodeBase64Url(response.attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** Maximum length of a passkey's name in UTF-16 code units, also of the field. */
export const maxPasskeyNameLength = 60;

/** Returns a name for a new passkey from the user agent, such as `Chrome on Windows`; empty if it is unknown. */
export function suggestPasskeyName(userAgent: string): string {
  const findName = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, device] = [findName(browsers), findName(devices)];
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
