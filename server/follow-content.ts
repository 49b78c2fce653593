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
  /** By the database: of the candidates the best comes first, and the release's words last. */
  words: { newest(): Promise<number>; candidates(from: number): AsyncIterable<Live> };
  /** What is live where nothing was published. */
  released: Live;
  /** Rejects where no pages can be made of the words. */
  publish(live: Live): Promise<Publication>;
  show(publication: Publication): void;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** In milliseconds: one small query of each server. */
  interval?: number;
}

/**
 * Shows the pages with the words that are live, from when it resolves on: the newest that pages can be made of, and those of the
 * release where the database is away. A publication that cannot be shown is told once, and tried again once something else is
 * published. Rejects where even the release's words make no pages.
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

  /** Shows at once what has been published. Resolves to the number of what is shown then: of another where it cannot be. */
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

/** What is shown, and which publication was looked at last. */
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
    /** What is shown, from now on: at first the release's words, where nothing else could be read. */
    async pages(): Promise<() => Publication> {
      const first = shown?.pages ?? (await showPages(released));
      return () => shown?.pages ?? first;
    },
    /** Whether the newest publication could not be shown. */
    isBehind: (): boolean => newest !== undefined && newest !== shown?.number,
    /** Shows the newest that can be shown, once for each number. Rejects where the database is away. */
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
