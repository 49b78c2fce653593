import { setTimeout } from 'node:timers/promises';

/**
 * Carries out what may meet the lock of another process, and waits for that without holding up this process.
 * @param proves whether success shows that the lock is gone: a read goes on beside a lock on writing
 */
export type LockPatience = <Result>(act: () => Result | Promise<Result>, proves?: boolean) => Promise<Result>;

/** For how long a lock is waited for, in milliseconds. */
export const lockPatience = 5000;

/**
 * The patience of one database: it ends 5 seconds after the lock was first met, whoever met it. What comes later, or has
 * queued meanwhile, tries once and fails at once, until something succeeds. SQLite's own waiting (its busy timeout) would
 * hold up the whole process, and each caller anew.
 */
export function createLockPatience(): LockPatience {
  let metAt: number | undefined;
  return async (act, proves = true) => {
    for (let pause = 10; ; pause = Math.min(pause + 10, 50)) {
      try {
        const result = await act();
        const hasWaited = pause > 10;
        if (proves || hasWaited) metAt = undefined;
        return result;
      } catch (fault) {
        if (!isBusy(fault)) throw fault;
        metAt ??= performance.now();
        if (performance.now() - metAt >= lockPatience) throw fault;
      }
      await setTimeout(pause);
    }
  };
}

/** SQLITE_BUSY; the low byte of an extended code is the code. */
function isBusy(fault: unknown): boolean {
  return fault instanceof Error && 'errcode' in fault && Number(fault.errcode) % 256 === 5;
}
