import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import { role } from './process-role.ts';

/**
 * What this process is to count with; undefined where METRICS_PORT is not set: then the library that counts is not even
 * loaded. A worker's figures are served by its primary: see `shareMetrics`.
 * @param pages as `createMetrics` takes them
 */
export async function startCounting(config: Config, pages: Iterable<string>): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { createMetrics } = await import('./metrics.ts');
  return createMetrics(role.isWorker ? undefined : config.metricsPort, pages);
}

/** Lets the primary, where there is one, read what this process counts. */
export async function shareMetrics(metrics: Metrics | undefined, enquiries: Pick<Enquiries, 'health'>): Promise<void> {
  if (metrics === undefined || !role.isWorker) return;
  const { answerWithMetrics } = await import('./metrics/worker-metrics.ts');
  answerWithMetrics(() => metrics.collect(enquiries));
}
