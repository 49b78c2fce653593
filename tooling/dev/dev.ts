import { namesInFile } from '../../process/environment.ts';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { buildErrorMessage, createServer } from 'vite';
import { readConfig } from '../../start/config.ts';
import { lockData } from '../../start/lock-data.ts';
import { printStart, explainFailures } from '../../start/run.ts';
import { siteDirectory } from '../../process/site-directory.ts';
import { createLoad, followChanges } from './follow-changes.ts';

/** The development server: responds from the present files, and reloads open pages after a change. */
await explainFailures(async () => {
  // The office is developed too.
  process.env['INBOX_PORT'] ||= '3001';
  const config = readConfig(process.env, namesInFile);
  lockData(config);
  const { plugin, changes, prepare } = followChanges(() => void open().catch(explain));
  const server = createHttpServer((...request) => vite.middlewares(...request, () => answer(...request)));
  const middleware = { middlewareMode: true, ws: { server } };
  const vite = await createServer({ root: siteDirectory, plugins: [plugin], server: middleware });
  const load = createLoad<typeof import('./site.ts')>(vite, '/tooling/dev/site.ts');
  let module: object | undefined;
  let site: ReturnType<typeof import('./site.ts').openSite> | undefined;

  async function open(): Promise<Awaited<typeof site>> {
    const asked = await load();
    if (asked !== module) site = close().then(() => asked.openSite(prepare, explain));
    module = asked;
    return site;
  }
  const close = async () => (await site?.catch(() => undefined))?.close();
  const answer: RequestListener = async (request, response) => {
    const known = changes();
    const [opened] = await Promise.allSettled([open()]);
    // A file was saved meanwhile.
    if (known !== changes()) return answer(request, response);
    if (opened.status === 'fulfilled') return opened.value?.server.emit('request', request, response);
    module = undefined; // Another time the port or the database may be free.
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(explain(opened.reason));
  };
  /** Returns the error as a page, and prints it once per change. */
  function explain(fault: unknown): string {
    const words = buildErrorMessage(fault as Error, [(fault as Error).message]);
    vite.config.logger.warnOnce(`After change ${changes()}: ${words}`);
    const shown = stripVTControlCharacters(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return prepare(`<!doctype html><html lang="en-GB"><head><title>To be mended</title></head><pre>${shown}`);
  }

  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  printStart(config, port);
  console.log(`The office is at http://localhost:${config.inboxPort}, with somebody signed in who may do everything`);
  void open().catch(explain);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void close().finally(() => process.exit(0)));
});
