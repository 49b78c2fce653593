import { readFileSync } from 'node:fs';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite';

import { readConfig } from './server/config.ts';

const config = readConfig(process.env);

// What every page needs, compressed as two: in the 15 pieces that imports would make of it, it takes 3 KB more. React and its
// router stay as they are, and in browsers' caches, when the site's own part changes.
const framework = { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// };
const frame = {
  debugName: 'frame',
  // Not the entry itself: it starts hydration as soon as it is run, and has to come last.
  test: (id: string) => !id.includes('/app/entry.client.tsx'),
  name: (id: string, graph: ModuleGraph) => (isInEveryPage(id, graph) ? 'frame' : null),
};

type ModuleGraph = Rolldown.ChunkingContext;

/** Whether the module is one of those that stand on every page, or is imported by one. */
function isInEveryPage(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (/\/app\/(?:root|entry\.client|page-frame|meta-tags|drawings\/(?:arc|camera|truss))\.tsx?\b/.test(id)) return true;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && isInEveryPage(importer, graph, seen));
}

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

export default defineConfig({
  plugins: [inlineScripts, tailwindcss(), reactRouter()],
  define: {
    'import.meta.env.SITE_URL': JSON.stringify(config.siteUrl),
    'import.meta.env.SUPABASE_URL': JSON.stringify(config.supabaseUrl ?? ''),
    'import.meta.env.SUPABASE_ANON_KEY': JSON.stringify(config.supabaseAnonKey ?? ''),
  },
  // The running server would load the whole library for the few shapes that pages show.
  ssr: { noExternal: ['lucide'] },
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, frame] } } } } },
  },
});
