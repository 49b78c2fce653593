import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import type { Reloading } from './dev-reloading.ts';
import { isApiPath } from './http/api.ts';
import { openInbox } from './inbox/open-inbox.ts';
import { createPageRenderer, pageRequest, type RenderPage } from './http/page-renderer.ts';
import { createLog, loggablePath } from './log.ts';

interface Parts extends Pick<Reloading, 'changes' | 'prepare'> {
  /** The pages. */
  build(): Promise<ServerBuild>;
  /** What is wrong, as a page. */
  explain(fault: unknown): string;
}

/** The server, and the pages beside it: run by Vite, and anew after each change of a file below. Nothing listens. */
export async function openSite({ build, changes, prepare, explain }: Parts): Promise<FastifyInstance> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const composition = await compose(config, log);
  const render = createPageRenderer({ build });
  // The pages find it where the build would have its value: see dev.ts.
  Reflect.set(globalThis, 'siteUrl', config.siteUrl);

  const renderPage: RenderPage = async (request, receiver) => {
    const known = changes();
    const page = await render(request, receiver).catch(
      (fault: unknown) => new Response(explain(fault), { status: 500, headers: { 'content-type': 'text/html' } }),
    );
    if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
    return new Response(prepare(await page.text(), known), page);
  };
  async function showPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await renderPage(pageRequest(request, config.siteUrl), composition.enquiries);
    if (page.status === 404) log.info({ status: 404, path: loggablePath(request.url ?? '') }, 'unknown path');
    response.writeHead(page.status, Object.fromEntries(page.headers)).end(await page.text());
  }

  const app = await buildServer({
    ...composition,
    config,
    log,
    front(request, response, next) {
      const { url = '', method = '' } = request;
      if (!['GET', 'HEAD'].includes(method) || isApiPath(url)) return next();
      void showPage(request, response);
    },
    renderPage,
    // Whatever is built for the browser holds up the event loop.
    overloadLimits: { delay: Infinity },
  });
  const inbox = await openInbox({ ...composition, config, log, build: await build(), files: new Map() });
  app.addHook('onClose', async () => {
    await inbox?.close();
    await composition.close();
  });
  await app.ready();
  composition.start();
  return app;
}
