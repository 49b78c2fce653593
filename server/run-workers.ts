import type { Config } from './config.ts';
import { countForWorkers } from './http/submission-limit.ts';
import type { Log } from './log.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';
import { purgingWorker } from './process-role.ts';
import { createCrew } from './run-crew.ts';
import { announce } from './run.ts';

/**
 * Runs the server in workers behind one port, and ends all of them in good order on SIGTERM or SIGINT. The first goes ahead: it
 * brings the database to this version and takes the port, and what hinders it is told once. Resolves when all listen.
 */
export async function runWorkers(config: Config, log: Log): Promise<void> {
  // Servers on PostgreSQL count in the database.
  if (config.database.kind === 'sqlite') countForWorkers();
  if (config.metricsPort !== undefined) await serveMetrics(config.metricsPort, log);

  const crew = createCrew(log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, crew.endOnSignal);
  const { port } = await crew.start(purgingWorker);
  await Promise.all(Array.from({ length: config.processes - 1 }, () => crew.start()));
  announce(config, port);
}

/** On its port, the sum of what the workers have counted. */
async function serveMetrics(port: number, log: Log): Promise<void> {
  const { gatherMetrics } = await import('./metrics/worker-metrics.ts');
  const { url } = await startMetricsServer(port, gatherMetrics());
  log.info({ url }, 'metrics');
}
