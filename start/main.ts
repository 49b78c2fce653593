import '../process/production.ts';
import { namesInFile } from '../process/environment.ts';
import { createLog } from '../process/log.ts';
import { assembleSite } from './assemble-site.ts';
import { checkWords } from './check-words.ts';
import { readConfig } from './config.ts';
import { orExplain, run } from './run.ts';

/** Serves the built site until the process ends; with --check it only says whether its settings are right, and whether it can show what was published. */
await orExplain(async () => {
  const config = readConfig(process.env, namesInFile);
  if (process.argv[2] === '--check') return checkWords(config);
  await run(await assembleSite(config, createLog(config.logLevel)));
});
