import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { StartError } from './explain.ts';
import { createFront } from './http/front.ts';
import { answerPages } from './http/page-answers.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import type { Log } from './log.ts';
import { shareMetrics, startCounting } from './metrics-of-process.ts';
import { run } from './run.ts';
import { siteDirectory } from './site-directory.ts';

/** Serves the built site until the process ends. */
export async function serve(config: Config, log: Log): Promise<void> {
  const buildDirectory = join(siteDirectory, 'build');
  const serverBuild = join(buildDirectory, 'server', 'index.js');
  if (!existsSync(serverBuild)) throw new StartError('The site is not built yet. Run: npm run build');
  const front = createFront(join(buildDirectory, 'client'), config, log);
  const build: ServerBuild = await import(pathToFileURL(serverBuild).href);
  const metrics = await startCounting(config, build.prerender);
  const composition = await compose(config, log, metrics?.observers);
  const { enquiries } = composition;
  await shareMetrics(metrics, enquiries);
  const reportFault = (fault: unknown): void => log.error({ err: fault }, 'a page failed');
  const render = createPageRenderer(build, 'production', enquiries, reportFault);
  const renderPage = answerPages(render, { ...config, styleHashes: front.styleHashes });
  const stored = { front: front.listener, isStored: front.has };
  const app = await buildServer({ ...composition, config, log, ...stored, renderPage, metrics });
  await run({ app, composition, config, log });
}
