import { setTimeout } from 'node:timers/promises';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';

/** Loads a module of the server's side as its file is now. One that has not changed, nor uses one that has, stays as it is. */
export type Load = <Module>(id: string) => Promise<Module>;

export function createLoad(vite: ViteDevServer): Load {
  let last: Promise<unknown> = Promise.resolve();

  // One after another: Vite gives two that load a file at the same time what the first has read, also if it was saved since.
  return function load<Module>(id: string): Promise<Module> {
    const loaded = last.then(() => loadNow<Module>(id));
    last = loaded.catch(() => undefined);
    return loaded;
  };

  async function loadNow<Module>(id: string): Promise<Module> {
    const { ssr } = vite.environments;
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('The server environment of Vite cannot run modules');
    try {
      return await ssr.runner.import<Module>(id);
    } catch (fault) {
      if (!ssr.runner.isClosed()) throw fault;
      // Vite is starting again.
      await setTimeout(50);
      return loadNow<Module>(id);
    }
  }
}
