import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from './test-server.ts';

// Debian's package puts it below the name of the processor.
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export const canFakeClock = library !== undefined;
if (!canFakeClock) console.warn('Not tested: faketime is not installed. As root on Debian: apt-get install faketime');

/** Creates a clock for processes with its `env`. `set` takes an offset such as `+400d`, which they follow within a second. */
export function createFakedClock() {
  const file = join(createTemporaryDirectory(), 'clock');
  const env = { LD_PRELOAD: library ?? '', FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' };
  return { env, set: (offset: string): void => writeFileSync(file, offset) };
}
