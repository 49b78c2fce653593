import { readFileSync } from 'node:fs';

import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { writeBrowserModules } from './tooling/build/browser-classes.ts';
import { renderGuide } from './tooling/build/guides.ts';
import { newBuildDirectory } from './tooling/build/new-build.ts';
import { posterPlugin } from './tooling/build/poster-plugin.ts';

// React stays as it is, and in browsers' caches, when the site's own part changes.
const framework = {
  name: 'framework',
  test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown.runtime|node_modules\/tslib\/|\/site\/islands\//,
};

/** Scripts that stand inside the HTML (`import script from './theme-script.js?raw'`) leave out what only their readers need; guides are HTML. */
const rawTexts: Plugin = {
  name: 'raw-texts',
  enforce: 'pre',
  load(id) {
    const file = id.replace('?raw', '');
    if (id.endsWith('.md?raw')) return `export default ${JSON.stringify(renderGuide(readFileSync(file, 'utf8')))}`;
    if (!id.endsWith('-script.js?raw')) return undefined;
    return `export default ${JSON.stringify(minifySync(file, readFileSync(file, 'utf8'), { module: false }).code)}`;
  },
};

/** A running server would load the whole library for the few shapes that pages show. In development it is the faster way. */
const fewIcons: Plugin = { name: 'few-icons', apply: 'build', config: () => ({ ssr: { noExternal: ['lucide'] } }) };

export default defineConfig({
  plugins: [
    rawTexts,
    posterPlugin,
    fewIcons,
    writeBrowserModules,
    // Vite makes the styles small; a pass before that one would repeat prefixes.
    tailwindcss({ optimize: false }),
  ],
  // In development: libraries that are found only while a page loads make it load again.
  optimizeDeps: { entries: ['src/site/entry.client.ts', 'src/site/**/*.island.tsx'] },
  appType: 'custom',
  // The icons.
  publicDir: 'src/site/icons',
  // src/process/load-env-file.ts reads it.
  envDir: false,
  server: {
    // The rest of the folder is nobody's to read: the database, its backups, the settings. Nor may another site read what is served.
    fs: { allow: ['src/site', 'src/content', 'src/enquiries', 'src/office', 'src/text', 'content', 'node_modules'] },
    cors: false,
    headers: { 'cross-origin-resource-policy': 'same-origin' },
  },
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: false, emptyOutDir: false },
  builder: {
    buildApp: async ({ build, environments: { client, ssr } }) => {
      if (client) await build(client);
      if (ssr) await build(ssr);
    },
  },
  environments: {
    client: {
      build: {
        outDir: `${newBuildDirectory}/client`,
        manifest: true,
        rolldownOptions: {
          input: 'src/site/entry.client.ts',
          output: { codeSplitting: { groups: [framework] } },
          // Of libraries, for frameworks that render them on a server.
          checks: { moduleLevelDirective: false },
        },
      },
    },
    ssr: {
      build: {
        outDir: `${newBuildDirectory}/server`,
        copyPublicDir: false,
        // The styles and fonts that pages name are those of the module that renders them.
        emitAssets: true,
        minify: false,
        rolldownOptions: {
          input: { index: 'src/site/renderer.tsx', office: 'src/office/browser-files.ts' },
          // A style names it, and the server draws it from the content.
          external: ['/service-miniatures.svg'],
        },
      },
    },
  },
});
