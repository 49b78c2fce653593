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

interface ContentFollowerOptions<Published> {
  /** Revisions in the database. Candidates come best first, and the release's content last. */
  contentRepository: {
    readNewestNumber(): Promise<number>;
    readDisplayCandidates(from: number): AsyncIterable<Published>;
  };
  /** Content of the release, shown until something is published. */
  releaseContent: Published;
  /** Rejects if the pages cannot be rendered. */
  renderContent(revision: Published): Promise<RenderedSite>;
  serve(renderedSite: RenderedSite): void;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Polling interval in milliseconds: one small query per server. */
  interval?: number;
}

/**
 * Shows the pages of the published content and keeps following it: the newest revision that renders, or the release's
 * content if the database is down. A revision that cannot be shown is logged once, and retried after the next
 * publication. Rejects if the release's content cannot be rendered either.
 */
export async function followContent<Published extends NumberedContent>(
  options: ContentFollowerOptions<Published>,
): Promise<ContentFollower> {
  const { contentRepository, releaseContent, renderContent, serve, log, interval = 1000 } = options;
  let shown: { number: number; pages: RenderedSite } | undefined;
  let lastPolled: number | undefined;
  let isDatabaseDown = false;

  async function renderAndServe(revision: Published): Promise<{ number: number; pages: RenderedSite }> {
    const begin = performance.now();
    const pages = await renderContent(revision);
    serve(pages);
    const milliseconds = Math.round(performance.now() - begin);
    if (shown) log.info({ publication: revision.number, milliseconds }, 'the pages show a new revision of the content');
    return (shown = { number: revision.number, pages });
  }

  /** Shows the newest revision that renders, once per number. Rejects if the database is down. */
  async function showRevision(number: number): Promise<void> {
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
  }

  async function showNewest(): Promise<number> {
    try {
      await showRevision(await contentRepository.readNewestNumber());
      isDatabaseDown = false;
    } catch (error) {
      if (!isDatabaseDown) log.warn({ err: error }, 'the content cannot be read; the pages stay as they are');
      isDatabaseDown = true;
    }
    return shown?.number ?? 0;
  }

  let currentPoll = showNewest();
  await currentPoll;
  const first = shown ?? (await renderAndServe(releaseContent));
  const pollNow = () => (currentPoll = currentPoll.then(showNewest));
  const { start, stop } = createRepeatedJob(() => pollNow().then(() => interval), interval);
  start();
  return {
    getRenderedSite: () => (shown ?? first).pages,
    isBehind: () => lastPolled !== undefined && lastPolled !== shown?.number,
    pollNow,
    stop,
  };
}

const notShownMessage = 'what was published cannot be shown: an older revision is (0: the content of the release)';
