import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * Signs the checksum of a release, and with it the name and the bytes, into `<archive>.sig`, as `website-release` reads it. Without a
 * key it removes the signature of an earlier release of that name. Throws where the key cannot be read, is no Ed25519 key, or lies among the
 * sources, from where it would be published.
 * @param keyFile the path of a private key in PEM
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
