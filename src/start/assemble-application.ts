import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { selectConcerns } from '../enquiries/concerns.ts';
import type { EnquiryService, EnquiryServiceOptions } from '../enquiries/enquiry-service.ts';
import type { OutboxSettings } from '../outbox/outbox.ts';
import { packageDirectory } from '../process/package-info.ts';
import type { Log } from '../process/log.ts';
import { createReadinessCheck } from '../server/health.ts';
import { createAlertJob, createHostCheck } from './alert-job.ts';
import { buildServer, type ServerDependencies } from './build-server.ts';
import { loadBuiltPages, type PageSource } from './built-pages.ts';
import { isPublicSite, type Config } from './config.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { openApplicationCore } from './open-application-core.ts';
import { createScheduleJob } from './schedule-job.ts';

/** The public server, the core and the inbox: not listening, no job started. */
export type Application = Awaited<ReturnType<typeof assembleApplication>>;

/** Overrides for tests, development and measurements. */
export interface ApplicationOverrides extends Partial<
  Pick<ServerDependencies, 'submissionLimits' | 'metrics' | 'overloadLimits' | 'assetStoringJob'>
> {
  /** Pages in place of the build's. */
  pages?: PageSource;
  observers?: Pick<EnquiryServiceOptions, 'onSubmission'> & Pick<OutboxSettings, 'leaseDuration'>;
  /** Functions in place of the core's. */
  enquiries?: Partial<EnquiryService>;
  /** The office in place of the built one. */
  office?: Pick<typeof import('../office/office.ts'), 'startOfficeServer'>;
  /** Lock in place of that of the data directory. */
  lock?: () => void;
}

/** Assembles the application from its configuration: the core, its pages, and the HTTP server. */
export async function assembleApplication(config: Config, log: Log, overrides: ApplicationOverrides = {}) {
  const {
    pages: source = await loadBuiltPages(join(packageDirectory, 'build')),
    lock,
    enquiries,
    observers,
    office,
    ...parts
  } = overrides;
  const metrics = parts.metrics ?? (await createMetrics(config));
  const coreOptions = {
    lockDataDirectory: lock ?? lockDataDirectory(config),
    checkRendering: source.createRenderCheck?.(config),
  };
  const core = await openApplicationCore(config, log, { ...coreOptions, ...metrics?.callbacks, ...observers });
  const pages = await source.openPages(core);
  const dependencies = { ...core, ...pages, ...parts, metrics, enquiries: { ...core.enquiries, ...enquiries } };
  const hostCheck = createHostCheck(config);
  const checkReadiness = createReadinessCheck({
    ...dependencies,
    backupPolicy: { madeBy: config.backupSource, isPublic: isPublicSite(config), isCopied: !!config.backupCopyCommand },
    getConcerns: () => [
      ...core.getConcerns(),
      ...hostCheck.getConcerns(),
      ...selectConcerns({ 'words: not shown': pages.contentFollower.isBehind() }),
    ],
  });
  const alertJob = createAlertJob(core, { ...hostCheck, checkReadiness });
  const jobs = [alertJob, createScheduleJob(core)];
  const app = await buildServer({ ...dependencies, checkReadiness, jobs });

  return {
    app,
    core,
    /** Starts the inbox; resolves to undefined if it is not configured. */
    async openInbox(): Promise<FastifyInstance | undefined> {
      // Without an inbox its libraries are not loaded.
      if (config.inboxPort === undefined || pages.loadOfficeFiles === undefined) return undefined;
      const { startOfficeServer } = office ?? (await import('../office/office.ts'));
      return startOfficeServer({
        ...core,
        config: { ...config, isMailboxRead: config.mailbox !== undefined },
        ...(await pages.loadOfficeFiles()),
        loadNewestRevision: pages.contentFollower.pollNow,
        ...(parts.overloadLimits && { overloadLimits: parts.overloadLimits }),
      });
    },
  };
}

/** Creates the metrics, if configured; otherwise their library is not loaded. */
async function createMetrics({ metricsPort }: Config): Promise<ServerDependencies['metrics']> {
  if (metricsPort === undefined) return undefined;
  return (await import('../server/metrics.ts')).createMetricsCollector(metricsPort);
}
