// The real server on a copy of build/client, which the first argument names. Ends when its standard input does.
import '../server/production.ts';
import '../server/environment.ts';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { buildServer } from '../server/app.ts';
import { compose } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { createFront } from '../server/http/front.ts';
import { answerPages } from '../server/http/page-answers.ts';
import { createPageRenderer } from '../server/http/page-renderer.ts';
import { createLog } from '../server/log.ts';

const config = readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'silent' });
const log = createLog(config.logLevel);
const front = createFront(process.argv[2] ?? 'build/client', config, log);
const composition = await compose(config, log);
// A form that is sent before its island is alive is answered with a page.
const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href);
const render = createPageRenderer(build, 'production', composition.enquiries);
const app = await buildServer({
  ...composition,
  config,
  log,
  front: front.listener,
  isStored: front.has,
  renderPage: answerPages(render, { ...config, styleHashes: front.styleHashes }),
  // The one visitor sends more than visitors do, from a machine that others keep busy.
  limits: { consume: async () => ({ allowed: true }) },
  overloadLimits: { delay: Infinity },
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.stdin.resume().on('end', () => {
  app.server.closeAllConnections();
  void app.close().then(() => composition.close());
});
