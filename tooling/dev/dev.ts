import { envFileVariableNames } from '../../src/process/load-env-file.ts';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { buildErrorMessage, createServer } from 'vite';
import { readConfig } from '../../src/start/config.ts';
import { lockDataDirectory } from '../../src/start/lock-data-directory.ts';
import { printStartMessage, exitOnFailure } from '../../src/start/run-application.ts';
import { packageDirectory } from '../../src/process/package-info.ts';
import { createModuleLoader, watchSourceChanges } from './watch-source-changes.ts';

/** The development server: responds from the present files, and reloads open pages after a change. */
await exitOnFailure(async () => {
  // The office is developed too.
  process.env['INBOX_PORT'] ||= '3001';
  const config = readConfig(process.env, envFileVariableNames);
  lockDataDirectory(config);
  const { plugin, countChanges, injectReloadScript } = watchSourceChanges(() => void open().catch(reportError));
  const server = createHttpServer((...request) => vite.middlewares(...request, () => handle(...request)));
  const middleware = { middlewareMode: true, ws: { server } };
  const vite = await createServer({ root: packageDirectory, plugins: [plugin], server: middleware });
  const load = createModuleLoader<typeof import('./site.ts')>(vite, '/tooling/dev/site.ts');
  let module: object | undefined;
  let site: ReturnType<typeof import('./site.ts').openDevelopmentSite> | undefined;

  async function open(): Promise<Awaited<typeof site>> {
    const loaded = await load();
    if (loaded !== module) site = close().then(() => loaded.openDevelopmentSite(injectReloadScript, reportError));
    module = loaded;
    return site;
  }
  const close = async () => (await site?.catch(() => undefined))?.close();
  const handle: RequestListener = async (request, response) => {
    const known = countChanges();
    const [opened] = await Promise.allSettled([open()]);
    // A file was saved meanwhile.
    if (known !== countChanges()) return handle(request, response);
    if (opened.status === 'fulfilled') return opened.value?.server.emit('request', request, response);
    module = undefined; // Another time the port or the database may be free.
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(reportError(opened.reason));
  };
  /** Returns the error as a page, and prints it once per change. */
  function reportError(error: unknown): string {
    const message = buildErrorMessage(error as Error, [(error as Error).message]);
    vite.config.logger.warnOnce(`After change ${countChanges()}: ${message}`);
    const html = stripVTControlCharacters(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const title = 'The site cannot be built';
    return injectReloadScript(`<!doctype html><html lang="en-GB"><head><title>${title}</title></head><pre>${html}`);
  }

  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  printStartMessage(config, port);
  console.log(`The office is at http://localhost:${config.inboxPort}, signed in as a developer with every role`);
  void open().catch(reportError);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void close().finally(() => process.exit(0)));
});
