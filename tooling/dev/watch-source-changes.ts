import type { EnvironmentModuleNode, Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite';

const changed = new Set<EnvironmentModuleNode>();

/** Returns a function that loads a server module: the same object until it or one of its imports changes. */
export function createModuleLoader<Module>(vite: ViteDevServer, id: string): () => Promise<Module> {
  let last: Promise<unknown> = Promise.resolve();
  // In sequence: of two loads of one file at once, Vite gives the second the first's text, even if saved since.
  return () => {
    const loaded = last.then(() => {
      const { moduleGraph, runner } = vite.environments['ssr'] as RunnableDevEnvironment;
      // Modules that count as new used files that changed during the last load.
      for (const module of changed) moduleGraph.invalidateModule(module);
      changed.clear();
      return runner.import<Module>(id);
    });
    last = loaded.catch(() => undefined);
    return loaded;
  };
}

type SourceWatcher = { plugin: Plugin; countChanges: () => number; injectReloadScript: (html: string) => string };

/** Reloads open pages, keeping their scroll positions, when a file changes that they or the server use. */
export function watchSourceChanges(onChange: () => void): SourceWatcher {
  let changes = 0;
  const plugin: Plugin = {
    name: 'follow-changes',
    configureServer({ ws }) {
      // The page was loading during a change, and has missed its reload.
      ws.on('page:shown', (known: number, page) => known !== changes && page.send({ type: 'full-reload' }));
    },
    hotUpdate: {
      order: 'pre',
      async handler({ type, file, modules, read, server }) {
        const { moduleGraph } = this.environment;
        const reader = file.endsWith('.yaml') && (await moduleGraph.getModuleByUrl('/src/content/release-files.ts'));
        const affected = reader ? [...modules, reader] : modules;
        // Nothing is left for Vite's own hot update.
        if (affected.length === 0) return [];
        // Many editors empty a file, then write it. Vite reports only the first, and waits here for the second.
        if (type === 'update') await read();
        for (const module of affected) {
          moduleGraph.invalidateModule(module);
          if (this.environment.name === 'ssr') changed.add(module);
        }
        changes += 1;
        onChange();
        for (const page of server.ws.clients) page.send({ type: 'full-reload' });
        return [];
      },
    },
  };
  // In the page itself, not in the site's code, which may be broken.
  const script = () => `<script type="module">import { createHotContext } from '/@vite/client';
    createHotContext('/').send('page:shown', ${changes});</script></head>`;
  return { plugin, countChanges: () => changes, injectReloadScript: (html) => html.replace('</head>', script) };
}
