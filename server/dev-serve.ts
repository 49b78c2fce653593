import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { ServerBuild } from 'react-router';
import { buildErrorMessage, type ViteDevServer } from 'vite';
import { createLoad } from './dev-load.ts';
import type { Reloading } from './dev-reloading.ts';
import type * as siteModule from './dev-site.ts';

type OpenSite = typeof siteModule.openSite;

/** Answers each request by the server's modules as they are now: where one has changed, the site is closed and opened again. */
export function serveSite(vite: ViteDevServer, reloading: Reloading) {
  const load = createLoad(vite);
  const build = () => load<ServerBuild>('virtual:react-router/server-build');
  let current: { openSite: OpenSite; site: ReturnType<OpenSite> } | undefined;
  // As React Router has read them, before anybody could change one.
  const routesAtStart = routesNow().catch(() => undefined);
  let knownRoutes: string | undefined;
  let told = '';
  let checking = Promise.resolve();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const changes = reloading.changes();
    try {
      const site = await openedSite();
      site.server.emit('request', request, response);
    } catch (fault) {
      response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
      response.end(reloading.prepare(explain(fault), changes));
    }
  }

  async function openedSite(): ReturnType<OpenSite> {
    const { openSite } = await load<typeof siteModule>('/server/dev-site.ts');
    // A module is made anew with any that it uses.
    if (openSite !== current?.openSite) {
      const last = close();
      current = { openSite, site: last.then(() => openSite({ ...reloading, build, explain })) };
    }
    return current.site;
  }

  async function close(): Promise<void> {
    const site = await current?.site.catch(() => undefined);
    await site?.close();
  }

  /** Finds out at once what is wrong, if something is. `changed` is the file that was saved. One after another. */
  function check(changed?: string): Promise<void> {
    return (checking = checking.then(() => checkNow(changed)));
  }

  async function checkNow(changed?: string): Promise<void> {
    try {
      await openedSite();
      knownRoutes ??= await routesAtStart;
      const routes = await routesNow();
      const areOthers = knownRoutes !== undefined && knownRoutes !== routes;
      // By a change in the content: React Router itself follows app/routes.ts alone.
      if (areOthers && !changed?.endsWith('/app/routes.ts')) await vite.restart();
      knownRoutes = routes;
      await build();
    } catch (fault) {
      explain(fault);
    }
  }

  async function routesNow(): Promise<string> {
    return JSON.stringify((await load<{ default: unknown }>('/app/routes.ts')).default);
  }

  /** What is wrong, as a page; and on the console, once for each change. */
  function explain(fault: unknown): string {
    const error = fault instanceof Error ? fault : new Error(String(fault));
    const words = buildErrorMessage(error, [error.message]);
    const telling = `${reloading.changes()} ${words}`;
    if (telling !== told) vite.config.logger.error(words, { timestamp: true });
    told = telling;
    const shown = stripVTControlCharacters(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<!doctype html><html lang="en-GB"><head><title>To be mended</title></head><body><pre>${shown}</pre></body></html>`;
  }

  return { answer, check, close, ready: () => routesAtStart };
}
