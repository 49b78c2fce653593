import type { ContentFiles } from '../content/merge-content.ts';
import type { Publication } from './publication.ts';
import type { Log } from '../process/log.ts';
import { schedule } from './schedule.ts';

export type FollowedContent = Awaited<ReturnType<typeof followContent>>;

interface Words {
  number: number;
  files: ContentFiles;
}

interface Parts<Live> {
  /** Revisions in the database. Candidates come best first, and the release's content last. */
  words: { newest(): Promise<number>; candidates(from: number): AsyncIterable<Live> };
  /** Content of the release, live until something is published. */
  released: Live;
  /** Rejects if the pages cannot be rendered. */
  publish(live: Live): Promise<Publication>;
  show(publication: Publication): void;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Polling interval in milliseconds: one small query per server. */
  interval?: number;
}

/**
 * Shows the pages of the live content and keeps following it: the newest revision that renders, or the release's
 * content if the database is down. A revision that cannot be shown is logged once, and retried after the next
 * publication. Rejects if the release's content cannot be rendered either.
 */
export async function followContent<Live extends Words>(parts: Parts<Live>) {
  const { words, log, interval = 1000 } = parts;
  const shown = createShown(parts);
  let isAway = false;
  let inHand = Promise.resolve();

  async function lookNow(): Promise<void> {
    try {
      await shown.follow(await words.newest());
      isAway = false;
    } catch (fault) {
      if (!isAway) log.warn({ err: fault }, 'the words cannot be read: the pages stay as they are');
      isAway = true;
    }
  }

  /** Polls now. Resolves to the number of the revision shown, an older one if the newest cannot be shown. */
  async function look(): Promise<number> {
    await (inHand = inHand.then(lookNow));
    return shown.number();
  }

  await lookNow();
  const current = await shown.pages();
  const looking = schedule(async () => {
    await look();
    return interval;
  }, interval);
  looking.start();

  return { current, isBehind: shown.isBehind, look, stop: looking.stop };
}

/** Holds the revision shown and the number last looked at. */
function createShown<Live extends Words>({ words, released, publish, show, log }: Parts<Live>) {
  let shown: { number: number; pages: Publication } | undefined;
  let newest: number | undefined;

  async function showPages(live: Live): Promise<Publication> {
    const begin = performance.now();
    const pages = await publish(live);
    show(pages);
    const milliseconds = Math.round(performance.now() - begin);
    if (shown) log.info({ publication: live.number, milliseconds }, 'the pages follow the words');
    shown = { number: live.number, pages };
    return pages;
  }

  return {
    number: (): number => shown?.number ?? 0,
    /** Resolves to a getter of the current pages: at first the release's, if nothing else could be read. */
    async pages(): Promise<() => Publication> {
      const first = shown?.pages ?? (await showPages(released));
      return () => shown?.pages ?? first;
    },
    /** Returns true if the newest revision could not be shown. */
    isBehind: (): boolean => newest !== undefined && newest !== shown?.number,
    /** Shows the newest revision that renders, once per number. Rejects if the database is down. */
    async follow(number: number): Promise<void> {
      if (number === newest) return;
      let reason: unknown;
      for await (const live of words.candidates(number)) {
        if (live.number !== number) reason ??= new Error('The database has no words of it');
        try {
          if (live.number !== shown?.number) await showPages(live);
          break;
        } catch (fault) {
          reason ??= fault;
        }
      }
      newest = number;
      if (reason !== undefined) log.error({ publication: number, shown: shown?.number, err: reason }, notShown);
    },
  };
}

const notShown =
  'what was published cannot be shown: an older publication is, or with number 0 the words of the release';
