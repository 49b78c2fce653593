import type { Config } from './config.ts';
import { createLog, type Log } from './log.ts';
import { role } from './process-role.ts';
import { holdData } from './run.ts';

/**
 * Runs the server in one process, or in as many as WEB_CONCURRENCY says: then this one starts them and watches over them, and
 * they run the same script. The data directory is held once, for all.
 * @param serve builds the server and listens
 */
export async function runProcesses(config: Config, serve: (log: Log) => Promise<void>): Promise<void> {
  const log = createLog(config.logLevel);
  if (role.isWorker) return serve(log.child({ pid: process.pid }));
  holdData(config);
  if (config.processes === 1) return serve(log);
  const { runWorkers } = await import('./run-workers.ts');
  return runWorkers(config, log);
}
