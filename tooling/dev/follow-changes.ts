import type { EnvironmentModuleNode, Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite';

const changed = new Set<EnvironmentModuleNode>();

/** Loads a module of the server's side as it is now: the same object as before, unless it or one that it uses has changed. */
export function createLoad<Module>(vite: ViteDevServer, id: string): () => Promise<Module> {
  let last: Promise<unknown> = Promise.resolve();
  // One after another: Vite gives two that load a file at the same time what the first has read, also if it was saved since.
  return () => {
    const loaded = last.then(() => {
      const { moduleGraph, runner } = vite.environments['ssr'] as RunnableDevEnvironment;
      // What changed during the last load was used by modules that count as new.
      for (const module of changed) moduleGraph.invalidateModule(module);
      changed.clear();
      return runner.import<Module>(id);
    });
    last = loaded.catch(() => undefined);
    return loaded;
  };
}

/** Loads the open pages again, each where it was scrolled to, whenever a file has changed that they or the server are of. */
export function followChanges(told: () => void) {
  let changes = 0;
  const plugin: Plugin = {
    name: 'follow-changes',
    configureServer({ ws }) {
      // A change that came while a page was on its way has not found it.
      ws.on('page:shown', (known: number, page) => known !== changes && page.send({ type: 'full-reload' }));
    },
    hotUpdate: {
      order: 'pre',
      async handler({ type, file, modules, read, server }) {
        const { moduleGraph } = this.environment;
        const reader = file.endsWith('.yaml') && (await moduleGraph.getModuleByUrl('/content/stored-words.ts'));
        const others = reader ? [...modules, reader] : modules;
        // Nothing is left for Vite to exchange in the page.
        if (others.length === 0) return [];
        // Many programs empty a file and then write it. Vite tells the first of the two alone, and waits here for the second.
        if (type === 'update') await read();
        for (const module of others) {
          moduleGraph.invalidateModule(module);
          if (this.environment.name === 'ssr') changed.add(module);
        }
        changes += 1;
        told();
        for (const page of server.ws.clients) page.send({ type: 'full-reload' });
        return [];
      },
    },
  };
  // In the page itself and not in the site's code, which may be what has to be mended.
  const script = () => `<script type="module">import { createHotContext } from '/@vite/client';
    createHotContext('/').send('page:shown', ${changes});</script></head>`;
  return { plugin, changes: () => changes, prepare: (html: string) => html.replace('</head>', script) };
}
