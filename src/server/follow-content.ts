import type { ContentFiles } from '../content/merge-content.ts';
import type { RenderedSite } from './rendered-site.ts';
import type { Log } from '../process/log.ts';
import { createRepeatedJob } from '../process/repeated-job.ts';

/** Follower of the published content. */
export interface ContentFollower {
  getRenderedSite(): RenderedSite;
  /** Returns true if the newest revision could not be shown. */
  isBehind(): boolean;
  /** Polls now. Resolves to the number of the revision shown, an older one if the newest cannot be shown. */
  pollNow(): Promise<number>;
  stop(): Promise<void>;
}

interface NumberedContent {
  number: number;
  files: ContentFiles;
}

interface ContentFollowerOptions<Live> {
  /** Revisions in the database. Candidates come best first, and the release's content last. */
  contentRepository: { readNewestNumber(): Promise<number>; readDisplayCandidates(from: number): AsyncIterable<Live> };
  /** Content of the release, live until something is published. */
  releaseContent: Live;
  /** Rejects if the pages cannot be rendered. */
  renderContent(revision: Live): Promise<RenderedSite>;
  serve(renderedSite: RenderedSite): void;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Polling interval in milliseconds: one small query per server. */
  interval?: number;
}

/**
 * Shows the pages of the live content and keeps following it: the newest revision that renders, or the release's
 * content if the database is down. A revision that cannot be shown is logged once, and retried after the next
 * publication. Rejects if the release's content cannot be rendered either.
 */
export async function followContent<Live extends NumberedContent>(
  options: ContentFollowerOptions<Live>,
): Promise<ContentFollower> {
  const { contentRepository, log, interval = 1000 } = options;
  const tracker = createShownTracker(options);
  let isDatabaseDown = false;
  let currentPoll = Promise.resolve();

  async function showNewest(): Promise<void> {
    try {
      await tracker.showNewest(await contentRepository.readNewestNumber());
      isDatabaseDown = false;
    } catch (error) {
      if (!isDatabaseDown) log.warn({ err: error }, 'the content cannot be read; the pages stay as they are');
      isDatabaseDown = true;
    }
  }

  async function pollNow(): Promise<number> {
    await (currentPoll = currentPoll.then(showNewest));
    return tracker.number();
  }

  await showNewest();
  const getRenderedSite = await tracker.pages();
  const polling = createRepeatedJob(async () => {
    await pollNow();
    return interval;
  }, interval);
  polling.start();

  return { getRenderedSite, isBehind: tracker.isBehind, pollNow, stop: polling.stop };
}

/** Returns a tracker of the revision shown and the number last polled. */
function createShownTracker<Live extends NumberedContent>({
  contentRepository,
  releaseContent,
  renderContent,
  serve,
  log,
}: ContentFollowerOptions<Live>) {
  let shown: { number: number; pages: RenderedSite } | undefined;
  let lastPolled: number | undefined;

  async function renderAndServe(revision: Live): Promise<RenderedSite> {
    const begin = performance.now();
    const pages = await renderContent(revision);
    serve(pages);
    const milliseconds = Math.round(performance.now() - begin);
    if (shown) log.info({ publication: revision.number, milliseconds }, 'the pages show a new revision of the content');
    shown = { number: revision.number, pages };
    return pages;
  }

  return {
    number: (): number => shown?.number ?? 0,
    /** Resolves to a getter of the current pages: at first the release's, if nothing else could be read. */
    async pages(): Promise<() => RenderedSite> {
      const first = shown?.pages ?? (await renderAndServe(releaseContent));
      return () => shown?.pages ?? first;
    },
    isBehind: (): boolean => lastPolled !== undefined && lastPolled !== shown?.number,
    /** Shows the newest revision that renders, once per number. Rejects if the database is down. */
    async showNewest(number: number): Promise<void> {
      if (number === lastPolled) return;
      let reason: unknown;
      for await (const revision of contentRepository.readDisplayCandidates(number)) {
        if (revision.number !== number) reason ??= new Error('The database has no content for this revision');
        try {
          if (revision.number !== shown?.number) await renderAndServe(revision);
          break;
        } catch (error) {
          reason ??= error;
        }
      }
      lastPolled = number;
      if (reason !== undefined) log.error({ publication: number, shown: shown?.number, err: reason }, notShownMessage);
    },
  };
}

const notShownMessage = 'what was published cannot be shown: an older revision is (0: the content of the release)';
