import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';

/** What the page's browser, or an attacker, may do otherwise than it should. */
export interface Changes {
  origin?: string;
  challenge?: string;
  userHandle?: string;
  /** The person was not asked for fingerprint or PIN. */
  unverified?: true;
  /** Brings the certificate of a maker, which is sound. */
  isAttested?: true | undefined;
}

interface Credential {
  id: Buffer;
  key: KeyObject;
  userHandle: string;
  counter: number;
}

const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;

/** An authenticator without hardware, and the browser in front of it: makes real passkeys (ES256) and signs with them. */
export function createSoftwareAuthenticator() {
  const credentials: Credential[] = [];

  function clientData(type: string, { challenge }: { challenge: string }, changes: Changes, origin: string): Buffer {
    const told = { challenge, origin, ...changes };
    return Buffer.from(JSON.stringify({ type, challenge: told.challenge, origin: told.origin, crossOrigin: false }));
  }

  function authenticatorData(host: string, counter: number, { unverified }: Changes, credential?: Buffer): Buffer {
    const flags = userPresent + (unverified ? 0 : userVerified) + (credential ? hasCredential : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), head, credential ?? Buffer.alloc(0)]);
  }

  return {
    credentials,

    create(
      options: PublicKeyCredentialCreationOptionsJSON,
      origin: string,
      changes: Changes = {},
    ): RegistrationResponseJSON {
      const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(32);
      credentials.push({ id, key, userHandle: options.user.id, counter: 0 });
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const data = clientData('webauthn.create', options, changes, origin);
      const madeData = authenticatorData(options.rp.id ?? '', 0, changes, credential);
      const attestation = isoCBOR.encode(
        new Map<string, string | Statement | Buffer>([
          ['fmt', changes.isAttested ? 'packed' : 'none'],
          ['attStmt', changes.isAttested ? statementOn(Buffer.concat([madeData, sha256(data)])) : new Map()],
          ['authData', madeData],
        ]),
      );
      return {
        ...named(id),
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal', 'telepathy'],
        },
      };
    },

    /** With the passkey that it has made last. */
    get(
      { challenge, rpId = '' }: PublicKeyCredentialRequestOptionsJSON,
      origin: string,
      changes: Changes = {},
    ): AuthenticationResponseJSON {
      const credential = credentials.at(-1);
      if (credential === undefined) throw new Error('There is no passkey yet');
      const { id, key, userHandle } = credential;
      credential.counter += 1;
      const data = clientData('webauthn.get', { challenge }, changes, origin);
      const signedData = authenticatorData(rpId, credential.counter, changes);
      return {
        ...named(id),
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: signedData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([signedData, sha256(data)]), key).toString('base64url'),
          userHandle: changes.userHandle ?? userHandle,
        },
      };
    },
  };
}

type Statement = Map<string, number | Buffer | Buffer[]>;

/** As an authenticator's maker signs what it has made. */
function statementOn(data: Buffer): Statement {
  const directory = temporaryDirectory();
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.der')];
  const configuration = join(directory, 'openssl.cnf');
  const leaf = [
    '[req]',
    'distinguished_name=name',
    'x509_extensions=leaf',
    '[name]',
    '[leaf]',
    'basicConstraints=CA:FALSE',
  ];
  writeFileSync(configuration, leaf.join('\n'));
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -outform DER'.split(' ');
  const name = ['-subj', '/C=GB/O=Example/OU=Authenticator Attestation/CN=Example'];
  const files = ['-config', configuration, '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...name, ...files], { stdio: 'ignore' });
  return new Map<string, number | Buffer | Buffer[]>([
    ['alg', -7],
    ['sig', sign('sha256', data, readFileSync(key))],
    ['x5c', [readFileSync(certificate)]],
  ]);
}

function named(id: Buffer) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} } as const;
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
