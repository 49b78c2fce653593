import './environment.ts';
import { createServer, isRunnableDevEnvironment } from 'vite';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { createLog } from './log.ts';
import { holdData, orExplain, run } from './run.ts';

/** The same server, with the bundler's middleware in the place of the stored pages: every change shows at once. */
await orExplain(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('The server environment of Vite cannot run modules');
  const build = () => ssr.runner.import<ServerBuild>('virtual:react-router/server-build');

  holdData(config);
  const composition = await compose(config, log);
  const renderPage = createPageRenderer(build, 'development', composition.enquiries);
  const app = await buildServer({ ...composition, config, log, front: vite.middlewares, renderPage });
  app.addHook('onClose', () => vite.close());
  await run({ app, composition, config, log });
});
