import './production.ts';
import { namesInFile } from './environment.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { expectBuiltWith } from './built-in-settings.ts';
import { composeServer } from './compose.ts';
import { readConfig } from './config.ts';
import { findAssets } from './find-assets.ts';
import { followContactRecord } from './follow-contact-record.ts';
import { createFront } from './http/front.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { readStoredFiles } from './http/stored-files.ts';
import { pageHeaders, readInlineCode } from './http/site-headers.ts';
import { keepAssets } from './keep-assets.ts';
import { createLog } from './log.ts';
import { holdData, orExplain, run } from './run.ts';
import { siteDirectory } from './site-directory.ts';

/** Serves the built site until the process ends. */
await orExplain(async () => {
  const config = readConfig(process.env, namesInFile);
  const log = createLog(config.logLevel);
  const buildDirectory = join(siteDirectory, 'build');
  expectBuiltWith(config, buildDirectory);
  const hold = holdData(config);
  const build: ServerBuild = await import(pathToFileURL(join(buildDirectory, 'server', 'index.js')).href);
  const { metricsPort } = config;
  // Where nothing is counted, the library that counts is not even loaded.
  const metrics =
    metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics(metricsPort, build.prerender);
  const composition = await composeServer(config, log, hold, metrics?.observers);
  const { assetStore } = composition;
  const front = createFront(buildDirectory, config, log, findAssets(assetStore));
  const keptAssets = keepAssets({ store: assetStore, assets: front.assets, log });
  const record = await followContactRecord({ settings: composition.contactSettings, config, front, log });
  const renderPage = createPageRenderer({
    ...record,
    build,
    pageHeaders: pageHeaders(config, readInlineCode(buildDirectory)),
    reportFault: (fault) => log.error({ err: fault }, 'a page failed'),
  });
  const app = await buildServer({ ...composition, config, log, front, renderPage, record, keptAssets, metrics });
  const openInbox = async () => {
    // Where there is no inbox, its libraries are not even loaded.
    if (config.inboxPort === undefined) return undefined;
    const { openInbox } = await import('./inbox/open-inbox.ts');
    const files = readStoredFiles(join(buildDirectory, 'client'));
    return openInbox({ ...composition, config, log, build, files });
  };
  await run({ app, openInbox, composition, config, log });
});
