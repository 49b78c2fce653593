const fiveMinutes = 5 * 60 * 1000;
const retries = 3;
const longestPause = 30_000;

/** What the server answered, in the shape that React's useSyncExternalStore takes. */
export interface SharedAnswer<Answer> {
  /** Asks, unless an answer of the last five minutes or a question under way is there. Returns what ends the subscription. */
  subscribe: (onChange: () => void) => () => void;
  /** Undefined until the first answer. */
  read: () => Answer | undefined;
}

/**
 * Asks the server once for however many components show the answer, and keeps it for five minutes. A question that fails is
 * repeated three times with growing pauses, then says so once in the console; an earlier answer stays.
 * @param name how the warning in the console begins
 */
export function createSharedAnswer<Answer>(name: string, ask: () => Promise<Answer>): SharedAnswer<Answer> {
  const listeners = new Set<() => void>();
  let answer: Answer | undefined;
  let answeredAt = -Infinity;
  let asking = false;

  async function refresh(): Promise<void> {
    if (asking || Date.now() - answeredAt < fiveMinutes) return;
    asking = true;
    try {
      answer = await withRetries(ask);
      answeredAt = Date.now();
      for (const listener of listeners) listener();
    } catch (fault) {
      console.warn(`${name}:`, fault instanceof Error ? fault.message : fault);
    } finally {
      asking = false;
    }
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      void refresh();
      return () => listeners.delete(onChange);
    },
    read: () => answer,
  };
}

async function withRetries<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (fault) {
      if (attempt === retries) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** attempt, longestPause)));
  }
}
