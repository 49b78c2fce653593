import { readFileSync } from 'node:fs';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minifySync, type Plugin } from 'vite';

import { readConfig } from './server/config.ts';
import { developmentIcons } from './tooling/dev-icons.ts';
import { lastChanges } from './tooling/last-changes.ts';
import { editor } from './tooling/editor/editor-plugin.ts';
import { wordsPlugin } from './tooling/words-module.ts';

const config = readConfig(process.env);

/** What `npm run edit` shows and nobody has saved yet. */
const drafts = new Map<string, string>();

// React stays as it is, and in browsers' caches, when the site's own part changes.
const framework = {
  name: 'framework',
  test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown.runtime|\/app\/islands\//,
};

/** Scripts that stand inside the HTML (`import script from './theme-script.js?raw'`) leave out what only their readers need. */
const inlineScripts: Plugin = {
  name: 'inline-scripts',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('-script.js?raw')) return undefined;
    const file = id.replace('?raw', '');
    return `export default ${JSON.stringify(minifySync(file, readFileSync(file, 'utf8'), { module: false }).code)}`;
  },
};

/**
 * Pages are documents: no router runs in the browser, and nothing of a route or of the words is built for it. React Router builds
 * each route for the browser all the same, and gives it updates while it is developed; here its routes are empty there.
 */
const noRouterInTheBrowser: Plugin = {
  name: 'no-router-in-the-browser',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: (_code, id) => (isClientRoute(id) ? 'export {};' : undefined),
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [file, chunk] of Object.entries(bundle))
        if (chunk.type === 'chunk' && isClientRoute(chunk.facadeModuleId ?? '')) delete bundle[file];
    },
  },
};
const isClientRoute = (id: string): boolean => id.endsWith('?__react-router-build-client-route');
const updatesForTheRouter = new Set(['react-router:react-refresh-babel', 'react-router:hmr-updates']);

export default defineConfig({
  plugins: [
    inlineScripts,
    wordsPlugin(import.meta.dirname, drafts),
    ...(process.env['EDIT'] ? [editor(import.meta.dirname, drafts)] : []),
    // Vite makes the styles small; a pass before that one would repeat prefixes.
    tailwindcss({ optimize: false }),
    reactRouter().filter(({ name }) => !updatesForTheRouter.has(name)),
    noRouterInTheBrowser,
    developmentIcons,
  ],
  define: {
    'import.meta.env.BUILD': JSON.stringify(process.env['BUILD'] ?? 'development'),
    'import.meta.env.SITE_URL': JSON.stringify(config.siteUrl),
    'import.meta.env.LAST_CHANGES': JSON.stringify(lastChanges(import.meta.dirname)),
    'import.meta.env.SUPABASE_URL': JSON.stringify(config.supabaseUrl ?? ''),
    'import.meta.env.SUPABASE_ANON_KEY': JSON.stringify(config.supabaseAnonKey ?? ''),
  },
  // In development: libraries that are found only while a page loads make it load again.
  optimizeDeps: { entries: ['app/entry.client.ts', 'app/**/*.island.tsx'] },
  // The running server would load the whole library for the few shapes that pages show.
  ssr: { noExternal: ['lucide'] },
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [framework] } },
        },
      },
    },
  },
});
