import '../process/production.ts';
import { namesInFile } from '../process/environment.ts';
import { join } from 'node:path';
import * as words from '../content/words.ts';
import { buildServer } from './app.ts';
import { composeServer } from './compose.ts';
import { readConfig } from './config.ts';
import { readStoredFiles } from '../server/stored-files.ts';
import { createLog } from '../process/log.ts';
import { loadOfficeFiles, loadRenderer, openPages } from './open-pages.ts';
import { holdData, orExplain, run } from './run.ts';
import { siteDirectory } from '../process/site-directory.ts';

/** Serves the built site until the process ends. */
await orExplain(async () => {
  const config = readConfig(process.env, namesInFile);
  const log = createLog(config.logLevel);
  const build = join(siteDirectory, 'build');
  const renderer = await loadRenderer(build);
  const hold = holdData(config);
  const { metricsPort } = config;
  const paths = renderer.listPages(words).map(({ path }) => path);
  // Where nothing is counted, the library that counts is not even loaded.
  const metrics =
    metricsPort === undefined ? undefined : (await import('../server/metrics.ts')).createMetrics(metricsPort, paths);
  const composition = await composeServer(config, log, hold, metrics?.observers);
  const pages = await openPages(build, renderer, composition, config, log);
  const app = await buildServer({ ...composition, ...pages, config, log, metrics });
  const openInbox = async () => {
    // Where there is no inbox, its libraries are not even loaded.
    if (config.inboxPort === undefined) return undefined;
    const { openInbox } = await import('../office/office.ts');
    const files = readStoredFiles(join(build, 'client'));
    return openInbox({ ...composition, config, log, browserFiles: await loadOfficeFiles(build), files });
  };
  await run({ app, openInbox, composition, config, log });
});
