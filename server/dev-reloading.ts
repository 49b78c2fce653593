import type { Plugin, ViteDevServer } from 'vite';

/** Loads the open pages again, each where it was scrolled to, whenever a file has changed that they or the server are made of. */
export interface Reloading {
  plugin: Plugin;
  /** How many changes there have been. */
  changes(): number;
  /** The page, with what waits in it for the next change. `changes` are those that were known before it was rendered. */
  prepare(html: string, changes: number): string;
}

/** @param changed is told that modules of the server's side are others now; and by which file, unless it is one of the routes */
export function createReloading(changed: (file?: string) => void): Reloading {
  let changes = 0;

  function reload({ ws }: ViteDevServer): void {
    changes += 1;
    for (const page of ws.clients) page.send({ type: 'full-reload' });
  }

  const plugin: Plugin = {
    name: 'reloading',
    // The settings take their defaults from the content: Vite would start again, for seconds, with each of its words.
    configResolved: ({ configFileDependencies }) => void configFileDependencies.splice(0),
    configureServer(server) {
      // A change that came while a page was on its way has not found it.
      server.ws.on(shown, (known: number, page) => {
        if (known !== changes) page.send({ type: 'full-reload' });
      });
      // React Router reads the routes by itself, a moment after a change in app/, and tells nobody else.
      const { moduleGraph } = server;
      const invalidate = moduleGraph.invalidateModule.bind(moduleGraph);
      moduleGraph.invalidateModule = (...module) => {
        invalidate(...module);
        changed();
        reload(server);
      };
    },
    hotUpdate: {
      order: 'pre',
      handler({ file, modules, server }) {
        if (modules.length === 0) return [];
        for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
        if (this.environment.name === 'ssr') changed(file);
        reload(server);
        // Nothing is left for Vite to exchange in the page, or for React Router.
        return [];
      },
    },
  };
  return {
    plugin,
    changes: () => changes,
    prepare: (html, known) => html.replace('<head>', () => `<head><script type="module">${tell(known)}</script>`),
  };
}

const shown = 'page:shown';

/** In the page itself and not in the site's code, which may be what has to be mended. */
function tell(known: number): string {
  return `import { createHotContext } from '/@vite/client'; createHotContext('/').send('${shown}', ${known});`;
}
