import './production.ts';
import './environment.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { StartError } from './explain.ts';
import { createFront } from './http/front.ts';
import { answerPages } from './http/page-answers.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { holdData, orExplain, run } from './run.ts';

const buildDirectory = join(import.meta.dirname, '..', 'build');

await orExplain(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const serverBuild = join(buildDirectory, 'server', 'index.js');
  if (!existsSync(serverBuild)) throw new StartError('The site is not built yet. Run: npm run build');
  const front = createFront(join(buildDirectory, 'client'), config);
  const build: ServerBuild = await import(pathToFileURL(serverBuild).href);
  holdData(config);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(config.metricsPort, build.prerender);
  const composition = await compose(config, log, metrics?.observers);
  const { enquiries } = composition;
  const reportFault = (fault: unknown): void => log.error({ err: fault }, 'a page failed');
  const render = createPageRenderer(build, 'production', enquiries, reportFault);
  const renderPage = answerPages(front, render, config);
  const app = await buildServer({ ...composition, config, log, front: front.listener, renderPage, metrics });
  await run({ app, composition, config, log });
});
