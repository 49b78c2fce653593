import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { selectConcerns } from '../enquiries/concerns.ts';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import { packageDirectory } from '../process/package-info.ts';
import type { Log } from '../process/log.ts';
import { createReadinessCheck } from '../server/health.ts';
import { createAlertJob, createHostCheck } from './alert-job.ts';
import { createSiteServer, type ServerDependencies } from './build-server.ts';
import { loadBuiltPages, type PageSource } from './built-pages.ts';
import { isPublicSite } from '../process/is-loopback-host.ts';
import type { Config } from './config.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { openApplicationCore } from './open-application-core.ts';
import { createScheduleJob } from './schedule-job.ts';
import type { ServiceObservers } from './services.ts';

/** The public server, the core and the office: not listening, no job started. */
export type Application = Awaited<ReturnType<typeof assembleApplication>>;

/** Overrides for tests, development and measurements. */
export interface ApplicationOverrides extends Partial<
  Pick<ServerDependencies, 'submissionLimits' | 'metrics' | 'overloadLimits'>
> {
  /** Pages in place of the build's. */
  pages?: PageSource;
  observers?: Omit<ServiceObservers, 'onAttempt'>;
  /** Functions in place of the core's. */
  enquiries?: Partial<EnquiryService>;
  /** The office in place of the built one. */
  office?: Pick<typeof import('../office/office.ts'), 'startOfficeServer'>;
  /** Lock in place of that of the data directory. */
  lock?: () => void;
}

/** Assembles the application from its configuration: the core, its pages, and the HTTP server. */
export async function assembleApplication(config: Config, log: Log, overrides: ApplicationOverrides = {}) {
  const source = overrides.pages ?? (await loadBuiltPages(join(packageDirectory, 'build')));
  const { metrics = await createMetrics(config), observers, overloadLimits } = overrides;
  const core = await openApplicationCore(config, log, {
    lockDataDirectory: overrides.lock ?? lockDataDirectory(config),
    checkRendering: source.createRenderCheck?.(config),
    observers: { ...metrics?.callbacks, ...observers },
  });
  const pages = await source.openPages(core);
  const enquiries = { ...core.enquiries, ...overrides.enquiries };
  const hostCheck = createHostCheck(config);
  const checkReadiness = createReadinessCheck({
    enquiries,
    log,
    backupPolicy: { madeBy: config.backupSource, isPublic: isPublicSite(config), isCopied: !!config.backupCopyCommand },
    getConcerns: () => [
      ...core.getConcerns(),
      ...hostCheck.getConcerns(),
      ...selectConcerns({ 'content: not shown': pages.contentFollower.isBehind() }),
    ],
  });
  const app = await createSiteServer({
    config,
    log,
    enquiries,
    statistics: core.statistics,
    submissionLimits: overrides.submissionLimits ?? core.submissionLimits,
    overloadLimits,
    metrics,
    pages,
    checkReadiness,
    jobs: [createAlertJob(core, { ...hostCheck, checkReadiness }), createScheduleJob(core)],
  });

  return {
    app,
    core,
    /** Starts the office; resolves to undefined if it is not configured. */
    async openOffice(): Promise<FastifyInstance | undefined> {
      // Without an office its libraries are not loaded.
      if (config.officePort === undefined || pages.loadOfficeFiles === undefined) return undefined;
      const { startOfficeServer } = overrides.office ?? (await import('../office/office.ts'));
      const { pollNow: loadNewestRevision } = pages.contentFollower;
      return startOfficeServer({
        services: core,
        site: { ...(await pages.loadOfficeFiles()), loadNewestRevision },
        overloadLimits,
      });
    },
  };
}

/** Creates the metrics, if configured; otherwise their library is not loaded. */
async function createMetrics({ metricsPort }: Config): Promise<ServerDependencies['metrics']> {
  if (metricsPort === undefined) return undefined;
  return (await import('../server/metrics.ts')).createMetricsCollector(metricsPort);
}
