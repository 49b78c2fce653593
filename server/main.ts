import './production.ts';
import './environment.ts';
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { StartError } from './explain.ts';
import { createFront } from './http/front.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { pageHeaders, readInlineCode } from './http/site-headers.ts';
import { createLog } from './log.ts';
import { holdData, orExplain, run } from './run.ts';

/** Serves the built site until the process ends. */
await orExplain(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  holdData(config);
  // The server runs from its sources or from build/node/: both lie somewhere below package.json.
  const buildDirectory = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'build');
  const serverBuild = join(buildDirectory, 'server', 'index.js');
  if (!existsSync(serverBuild)) throw new StartError('The site is not built yet. Run: npm run build');
  const front = createFront(buildDirectory, config, log);
  const build: ServerBuild = await import(pathToFileURL(serverBuild).href);
  const { metricsPort } = config;
  // Where nothing is counted, the library that counts is not even loaded.
  const metrics =
    metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics(metricsPort, build.prerender);
  const composition = await compose(config, log, metrics?.observers);
  const renderPage = createPageRenderer({
    build,
    enquiries: composition.enquiries,
    pageHeaders: pageHeaders(config, readInlineCode(buildDirectory)),
    reportFault: (fault) => log.error({ err: fault }, 'a page failed'),
  });
  const app = await buildServer({ ...composition, config, log, front, renderPage, metrics });
  await run({ app, composition, config, log });
});
