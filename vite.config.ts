import { readFileSync } from 'node:fs';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minifySync, type Plugin } from 'vite';

import { readConfig } from './server/config.ts';
import { lastChanges } from './tooling/last-changes.ts';

const config = readConfig(process.env);

// What every page needs, compressed as two: in the 15 pieces that imports would make of it, it takes 3 KB more. React and its
// router stay as they are, and in browsers' caches, when the site's own part changes.
const framework = { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// };
// The first modules of all pages and the ground of their drawings; what these import comes with them. Not the entry itself, only
// what it imports: it starts hydration as soon as it is run, and has to come last.
const frame = {
  name: 'frame',
  test: /\/app\/(?:root|auth|page-frame|meta-tags|drawings\/(?:sheet|place|arc|camera|truss))\.tsx?\b/,
};

// Data has no effects: a script that reads none of a module's texts has nothing of it, whatever they are put together from.
const content = { test: /\/content\/.+\.ts$/, sideEffects: false };

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
    'import.meta.env.LAST_CHANGES': JSON.stringify(lastChanges(import.meta.dirname)),
    'import.meta.env.SUPABASE_URL': JSON.stringify(config.supabaseUrl ?? ''),
    'import.meta.env.SUPABASE_ANON_KEY': JSON.stringify(config.supabaseAnonKey ?? ''),
  },
  // In development: libraries that are found only while a page loads make it load again.
  optimizeDeps: { entries: ['app/{root,entry.client}.tsx', 'app/{pages,specimens}/**/*.tsx'] },
  // The running server would load the whole library for the few shapes that pages show.
  ssr: { noExternal: ['lucide'] },
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { moduleSideEffects: [content] },
          output: { codeSplitting: { groups: [framework, frame] } },
        },
      },
    },
  },
});
