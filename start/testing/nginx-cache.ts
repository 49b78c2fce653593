import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Proxy } from './proxies.ts';

/** Makes all that nginx keeps so many seconds older. */
export function age({ machine }: Proxy, seconds: number): void {
  const cache = join(machine.directory, 'var/lib/nginx/website');
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const kept = readFileSync(file);
    // Behind the version of its format stands the second from which on the answer is too old.
    kept.writeBigInt64LE(kept.readBigInt64LE(8) - BigInt(seconds), 8);
    writeFileSync(file, kept);
  }
}
