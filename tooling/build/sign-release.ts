import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * Signs the checksum of a release, which covers its name and bytes, into `<file>.sig` for deploy/debian/verify-package. Without
 * a key it deletes an earlier signature. Throws if the key cannot be read, is not Ed25519, or is in the project
 * (where it could be published).
 * @param privateKeyFile path of a private key in PEM
 */
export function signRelease(file: string, privateKeyFile: string | undefined): void {
  rmSync(`${file}.sig`, { force: true });
  if (privateKeyFile === undefined || privateKeyFile === '') return;
  if (!relative('.', resolve(privateKeyFile)).startsWith('..'))
    throw new Error('RELEASE_KEY is among the sources: move it out of the project');
  const key = createPrivateKey(readFileSync(privateKeyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('RELEASE_KEY is no Ed25519 key');
  writeFileSync(`${file}.sig`, sign(null, readFileSync(`${file}.sha256`), key));
}
