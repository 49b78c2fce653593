import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that nothing uses, below those that systems choose themselves: no other test is given it meanwhile. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(11_000, 32_768);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return findFreePort();
  await once(probe.close(), 'close');
  return port;
}
