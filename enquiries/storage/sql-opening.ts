/** A database that is opened at its first use. */
export interface Opening<Opened> {
  /**
   * Resolves to the open database, which it opens where nobody has yet. After a failure it rejects at once for a while, with
   * the same fault: nobody waits for what has just failed, and a database that is away is not asked for by everybody.
   */
  open(): Promise<Opened>;
  /** Nothing is opened any more. Resolves to what is open, for the caller to close. */
  end(): Promise<Opened | undefined>;
}

/** How long an opening that failed is not tried again, in milliseconds: doubled with each failure. */
const shortestPause = 1000;
const longestPause = 30_000;

/** @param attempt opens the database */
export function createOpening<Opened>(attempt: () => Promise<Opened>): Opening<Opened> {
  let latest: Promise<Opened> | undefined;
  let pause = shortestPause;
  let ended = false;

  async function tryToOpen(): Promise<Opened> {
    try {
      return await attempt();
    } catch (fault) {
      setTimeout(() => (latest = undefined), pause).unref();
      pause = Math.min(2 * pause, longestPause);
      throw fault;
    }
  }

  return {
    open: async () => {
      if (ended) throw new Error('The database is closed');
      return (latest ??= tryToOpen());
    },
    async end() {
      ended = true;
      return latest?.catch(() => undefined);
    },
  };
}
