import '../process/production.ts';
import { namesInFile } from '../process/environment.ts';
import { createLog } from '../process/log.ts';
import { assembleSite } from './assemble-site.ts';
import { checkContent } from './check-content.ts';
import { readConfig } from './config.ts';
import { explainFailures, runSite } from './run.ts';

/** Serves the built site until the process ends; with --check it only says whether its settings are right, and whether it can show what was published. */
await explainFailures(async () => {
  const config = readConfig(process.env, namesInFile);
  if (process.argv[2] === '--check') return checkContent(config);
  await runSite(await assembleSite(config, createLog(config.logLevel)));
});
