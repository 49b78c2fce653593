import '../process/production.ts';
import { namesInFile } from '../process/environment.ts';
import { createLog } from '../process/log.ts';
import { assembleSite } from './assemble-site.ts';
import { readConfig } from './config.ts';
import { orExplain, run } from './run.ts';

/** Serves the built site until the process ends. */
await orExplain(async () => {
  const config = readConfig(process.env, namesInFile);
  await run(await assembleSite(config, createLog(config.logLevel)));
});
