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

/** The whole site. Nothing listens yet, and no job runs. */
export type AssembledSite = Awaited<ReturnType<typeof assembleSite>>;

/** What tests, development and measurements put in the place of parts of the site, or beside them. */
export interface Replacements extends Partial<
  Pick<ServerParts, 'limits' | 'metrics' | 'overloadLimits' | 'keptAssets'>
> {
  /** In the place of those of the build. */
  pages?: PagesSource;
  observers?: Pick<EnquiriesParts, 'onSubmission'> & Pick<OutboxSettings, 'leaseLength'>;
  /** What the pages ask of the core. */
  enquiries?: Partial<Enquiries>;
  /** The office as it is built, or that of development. */
  office?: Pick<typeof import('../office/office.ts'), 'openInbox'>;
  /** Where the data directory is held by somebody else, or need not be. */
  lock?: () => void;
}

/** Puts a site together as the configuration says: the core, its pages, and the HTTP surface. */
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
    /** Opens the inbox, where there is one. */
    async openInbox(): Promise<FastifyInstance | undefined> {
      // Where there is no inbox, its libraries are not even loaded.
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

/** Where nothing is counted, the library that counts is not even loaded. */
async function createMetrics({ metricsPort }: Config): Promise<ServerParts['metrics']> {
  if (metricsPort === undefined) return undefined;
  return (await import('../server/metrics.ts')).createMetrics(metricsPort);
}
