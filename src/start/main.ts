import '../process/set-production-mode.ts';
import { envFileVariableNames } from '../process/load-env-file.ts';
import { createLog } from '../process/log.ts';
import { assembleApplication } from './assemble-application.ts';
import { assertPublishedContentRenders } from './check-published-content.ts';
import { readConfig } from './config.ts';
import { exitOnFailure, runApplication } from './run-application.ts';

/** Runs the built site. --check only validates the settings and that the published content can be shown. */
await exitOnFailure(async () => {
  const config = readConfig(process.env, envFileVariableNames);
  if (process.argv[2] === '--check') return assertPublishedContentRenders(config);
  await runApplication(await assembleApplication(config, createLog(config.logLevel)));
});
