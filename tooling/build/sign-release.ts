import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * Signs the checksum of a release, which covers its name and bytes, into `<archive>.sig` for `website-release`. Without
 * a key it deletes an earlier signature. Throws if the key cannot be read, is not Ed25519, or lies in the project
 * (where it could be published).
 * @param keyFile path of a private key in PEM
 */
export function signRelease(archive: string, keyFile: string | undefined): void {
  rmSync(`${archive}.sig`, { force: true });
  if (keyFile === undefined || keyFile === '') return;
  if (!relative('.', resolve(keyFile)).startsWith('..')) throw new Error('RELEASE_KEY lies among the sources: move it');
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('RELEASE_KEY is no Ed25519 key');
  const signature = sign(null, readFileSync(`${archive}.sha256`), key).toString('base64');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  writeFileSync(`${archive}.sig`, `${JSON.stringify({ signature, publicKey })}\n`);
}
