import { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Resolves to `ok`, or to the damage in a file that is in use. A worker reads all of it, at 2 s per gigabyte. */
export async function checkIntegrity(databasePath: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  new Worker(new URL(import.meta.url), { workerData: { checkedPath: databasePath } })
    .on('message', resolve)
    .on('error', reject)
    .on('exit', () => reject(new Error(`The check of ${databasePath} ended without a result`)));
  return promise;
}

/**
 * Returns a function that waits for a check whenever `detect` has found something new and suspicious. It rejects until
 * a check that began after that has succeeded.
 */
export function createSuspicionCheck(detect: () => boolean, check: () => Promise<void>): () => Promise<void> {
  let isSuspect = false;
  let runningCheck: Promise<void> | undefined;

  async function runCheck(): Promise<void> {
    // Before the check, which may miss what happens during it.
    isSuspect = false;
    try {
      await check();
    } catch (error) {
      isSuspect = true;
      throw error;
    } finally {
      runningCheck = undefined;
    }
  }

  return async () => {
    isSuspect = detect() || isSuspect;
    while (isSuspect || runningCheck) await (runningCheck ??= runCheck());
  };
}

const { checkedPath } = Object(workerData) as { checkedPath?: string };
if (checkedPath !== undefined) {
  using file = new DatabaseSync(checkedPath, { readOnly: true, timeout: 5000 });
  const found = file.prepare('PRAGMA integrity_check(1)').get();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, which has no origin
  parentPort?.postMessage(String(found?.['integrity_check']));
}
