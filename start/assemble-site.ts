import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Enquiries, EnquiriesParts } from '../enquiries/enquiries.ts';
import type { OutboxSettings } from '../outbox/outbox.ts';
import { siteDirectory } from '../process/site-directory.ts';
import type { Log } from '../process/log.ts';
import { buildServer, type ServerParts } from './app.ts';
import { openBuiltPages, type PagesSource } from './built-pages.ts';
import type { Config } from './config.ts';
import { lockData } from './lock-data.ts';
import { openCore } from './open-core.ts';

/** The assembled site: not listening, no job started. */
export type AssembledSite = Awaited<ReturnType<typeof assembleSite>>;

/** Overrides for tests, development and measurements. */
export interface Replacements extends Partial<
  Pick<ServerParts, 'limits' | 'metrics' | 'overloadLimits' | 'keptAssets'>
> {
  /** Replaces the pages of the build. */
  pages?: PagesSource;
  observers?: Pick<EnquiriesParts, 'onSubmission'> & Pick<OutboxSettings, 'leaseLength'>;
  /** Overrides of the core's functions. */
  enquiries?: Partial<Enquiries>;
  /** The built office, or that of development. */
  office?: Pick<typeof import('../office/office.ts'), 'openInbox'>;
  /** Replaces the lock on the data directory. */
  lock?: () => void;
}

/** Assembles the site from its configuration: the core, its pages, and the HTTP server. */
export async function assembleSite(config: Config, log: Log, replace: Replacements = {}) {
  const {
    pages: source = await openBuiltPages(join(siteDirectory, 'build')),
    lock,
    enquiries,
    observers,
    office,
    ...parts
  } = replace;
  const metrics = parts.metrics ?? (await createMetrics(config));
  const opening = { lock: lock ?? lockData(config), prove: source.proveBy?.(config) };
  const core = await openCore(config, log, { ...opening, ...metrics?.observers, ...observers });
  const pages = await source.open(core);
  const app = await buildServer({
    ...core,
    ...pages,
    ...parts,
    metrics,
    enquiries: { ...core.enquiries, ...enquiries },
  });

  return {
    app,
    core,
    /** Opens the inbox, if configured. */
    async openInbox(): Promise<FastifyInstance | undefined> {
      // Without an inbox its libraries are not loaded.
      if (config.inboxPort === undefined || pages.loadOfficeFiles === undefined) return undefined;
      const { openInbox } = office ?? (await import('../office/office.ts'));
      return openInbox({
        ...core,
        ...(await pages.loadOfficeFiles()),
        showPublished: pages.words.look,
        ...(parts.overloadLimits && { overloadLimits: parts.overloadLimits }),
      });
    },
  };
}

/** Creates the metrics, if configured; otherwise their library is not loaded. */
async function createMetrics({ metricsPort }: Config): Promise<ServerParts['metrics']> {
  if (metricsPort === undefined) return undefined;
  return (await import('../server/metrics.ts')).createMetrics(metricsPort);
}
