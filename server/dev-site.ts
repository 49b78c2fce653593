import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { buildServer } from './app.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import type { Reloading } from './dev-reloading.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { pageRequest } from './http/page-request.ts';
import { isApiPath, type RenderPage } from './http/pages.ts';
import { createLog } from './log.ts';

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
  const render = createPageRenderer(build, 'development', composition.enquiries);
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
  const app = await buildServer({
    ...composition,
    config,
    log,
    front: (_request, _response, next) => next(),
    renderPage,
    // Whatever is built for the browser holds up the event loop.
    overloadLimits: { delay: Infinity },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const asked = isApiPath(request.url) ? null : pageRequest(request, config.siteUrl);
      const page = asked && (await renderPage(asked));
      return page === null || page.status === 404 ? reply.callNotFound() : reply.send(page);
    },
  });
  app.addHook('onClose', () => composition.close());
  await app.ready();
  composition.start();
  return app;
}
