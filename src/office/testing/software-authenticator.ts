import { execSync } from 'node:child_process';
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { OfficeUnderTest } from './office-under-test.ts';

/** Deviations of a faulty browser or an attacker. */
interface AuthenticatorDeviations {
  origin?: string;
  challenge?: string;
  userHandle?: string;
  /** Omits user verification by fingerprint or PIN. */
  isUnverified?: true;
  /** Adds an attestation with a valid certificate of a manufacturer. */
  isAttested?: true;
}

/** Returns a person with a browser and an authenticator, unknown to the inbox. */
export function createVisitorWithPasskey({ origin, openBrowser }: Pick<OfficeUnderTest, 'origin' | 'openBrowser'>) {
  const browser = openBrowser();
  const authenticator = createSoftwareAuthenticator();
  async function send(path: string, createCredential: (options: never) => object, token?: string): Promise<Response> {
    const options = await browser.postJson(`${path}/options`, { token });
    if (!options.ok) return options;
    return browser.postJson(path, { ...createCredential((await options.json()) as never), token });
  }
  return {
    browser,
    authenticator,
    register: (token: string, changes?: AuthenticatorDeviations) =>
      send('/invitation', (options) => authenticator.create(options, origin, changes), token),
    signIn: (changes?: AuthenticatorDeviations) =>
      send('/sign-in', (options) => authenticator.get(options, origin, changes)),
  };
}

/** COSE key parameters of ES256: elliptic curve, SHA-256, P-256. */
const es256 = [
  [1, 2],
  [3, -7],
  [-1, 1],
] as const;
const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;

/** Returns a software authenticator with its browser: it creates real passkeys (ES256) and signs with them. */
function createSoftwareAuthenticator() {
  const credentials: ReturnType<typeof createCredential>[] = [];

  const clientData = (type: string, challenge: string, origin: string, changes: AuthenticatorDeviations) =>
    Buffer.from(JSON.stringify({ type, crossOrigin: false, challenge, origin, ...changes }));

  function authenticatorData(
    host: string,
    counter: number,
    { isUnverified }: AuthenticatorDeviations,
    credential?: Buffer,
  ): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(userPresent + (isUnverified ? 0 : userVerified) + (credential ? hasCredential : 0));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), head, credential ?? Buffer.alloc(0)]);
  }

  return {
    credentials,

    create({ user, rp, challenge }: CreationOptions, origin: string, changes: AuthenticatorDeviations = {}) {
      const made = createCredential(user.id);
      credentials.push(made);
      const { x = '', y = '' } = made.publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Buffer>(es256);
      cose.set(-2, Buffer.from(x, 'base64url')).set(-3, Buffer.from(y, 'base64url'));
      const head = Buffer.from([...Buffer.alloc(17), made.id.length]);
      const authData = authenticatorData(rp.id ?? '', 0, changes, Buffer.concat([head, made.id, isoCBOR.encode(cose)]));
      const data = clientData('webauthn.create', challenge, origin, changes);
      const attestation = new Map<string, string | Buffer | ReturnType<typeof createAttestationStatement>>([
        ['fmt', changes.isAttested ? 'packed' : 'none'],
        [
          'attStmt',
          changes.isAttested ? createAttestationStatement(Buffer.concat([authData, sha256(data)])) : new Map(),
        ],
        ['authData', authData],
      ]);
      return createCredentialResponse(made.id, {
        clientDataJSON: data.toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      });
    },

    /** Signs with the latest passkey. */
    get({ challenge, rpId = '' }: RequestOptions, origin: string, changes: AuthenticatorDeviations = {}) {
      const credential = credentials.at(-1);
      if (credential === undefined) throw new Error('There is no passkey yet');
      credential.counter += 1;
      const data = clientData('webauthn.get', challenge, origin, changes);
      const signed = authenticatorData(rpId, credential.counter, changes);
      return createCredentialResponse(credential.id, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: signed.toString('base64url'),
        signature: sign('sha256', Buffer.concat([signed, sha256(data)]), credential.privateKey).toString('base64url'),
        userHandle: changes.userHandle ?? credential.userHandle,
      });
    },
  };
}

function createCredential(userHandle: string) {
  return { id: randomBytes(32), userHandle, counter: 0, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

/** Returns an attestation statement as a manufacturer's key would sign it. */
function createAttestationStatement(data: Buffer) {
  const request = 'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config /dev/null -keyout -';
  const leaf = '-subj "/C=GB/O=Example/OU=Authenticator Attestation/CN=Example" -addext basicConstraints=CA:FALSE';
  const pem = execSync(`${request} -days 2 ${leaf}`, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Map<string, number | Buffer | Buffer[]>([
    ['alg', -7],
    ['sig', sign('sha256', data, createPrivateKey(pem))],
    ['x5c', [new X509Certificate(pem).raw]],
  ]);
}

function createCredentialResponse(id: Buffer, response: object) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
