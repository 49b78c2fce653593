import type { WordFault } from '../content/content-faults.ts';
import type { WordFiles } from '../enquiries/core/words-store.ts';
import type { Publication } from './publication.ts';
import type { Log } from '../process/log.ts';
import { repeat } from './repeat.ts';

export type FollowedWords = Awaited<ReturnType<typeof followWords>>;

interface Words {
  number: number;
  files: WordFiles;
}

interface Parts<Live> {
  /** What is live, by the database. */
  words: {
    newest(): Promise<number>;
    live(): Promise<Live>;
    misfits(files: WordFiles): Promise<readonly WordFault[]>;
  };
  /** What is live where nothing was published. */
  released: Live;
  publish(live: Live): Promise<Publication>;
  show(publication: Publication): void;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** In milliseconds: one small query of each server. */
  interval?: number;
}

/** What was published does not fit the schema of this release. The message names each field, and what to do. */
export class MisfitError extends Error {
  constructor(misfits: readonly WordFault[]) {
    const fields = misfits.map(({ file, path, message }) => `${[file, ...path].join(' ')} ${message}`);
    super(
      `The words that were published do not fit this release: ${fields.join('; ')}. ` +
        'Publish others first, or this release’s files, by its own command: content import FILE…',
    );
    this.name = 'MisfitError';
  }
}

/**
 * Shows the pages with the words that are live, from when it resolves on: with those of the release where the database is away.
 * What is shown stays until something else could be read and published, whole. Rejects where the first pages fail, and with a
 * MisfitError where the words do not fit.
 */
export async function followWords<Live extends Words>(parts: Parts<Live>) {
  const { released, publish, show, log, interval = 1000 } = parts;
  const read = createReader(parts);
  let shown = (await read()) ?? released;
  let current = await publish(shown);
  let inHand = Promise.resolve();

  async function lookNow(): Promise<void> {
    try {
      const live = await read();
      if (live === undefined) return;
      const begin = performance.now();
      current = await publish(live);
      show(current);
      shown = live;
      const milliseconds = Math.round(performance.now() - begin);
      log.info({ publication: live.number, milliseconds }, 'the pages follow the words');
    } catch (fault) {
      // Until something else is published: to try again would come to the same.
      log.error({ err: fault }, 'the pages cannot follow the words, and stay as they are');
    }
  }

  /** Shows at once what has been published. Resolves to the number of what is shown then: of another where it cannot be. */
  async function look(): Promise<number> {
    await (inHand = inHand.then(lookNow));
    return shown.number;
  }

  const looking = repeat(
    async () => {
      await look();
      return interval;
    },
    { first: interval },
  );
  show(current);
  looking.start();

  return { current: (): Publication => current, look, stop: looking.stop };
}

/** Reads what is live: undefined where that is known already, or cannot be read. Throws a MisfitError once for each publication. */
function createReader<Live extends Words>({ words, log }: Pick<Parts<Live>, 'words' | 'log'>) {
  let isAway = false;
  let known: number | undefined;
  return async (): Promise<Live | undefined> => {
    let live: Live | undefined;
    try {
      live = (await words.newest()) === known ? undefined : await words.live();
      isAway = false;
    } catch (fault) {
      if (!isAway) log.warn({ err: fault }, 'the words cannot be read: the pages stay as they are');
      isAway = true;
    }
    if (live === undefined) return undefined;
    const misfits = live.number === 0 ? [] : await words.misfits(live.files);
    known = live.number;
    if (misfits.length > 0) throw new MisfitError(misfits);
    return live;
  };
}
