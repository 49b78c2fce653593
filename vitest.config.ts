import { defineConfig } from 'vitest/config';
import { posterPlugin } from './tooling/build/poster-plugin.ts';

const folders = '{src,tooling}';
const system = [`${folders}/**/*.system.test.ts`];

// Apart from vite.config.ts: the tests run the sources as they are, without the page framework's build.
export default defineConfig({
  plugins: [posterPlugin],
  test: {
    projects: [
      {
        extends: true,
        // To load the modules anew for each file takes as long again as all tests: none may leave anything behind in them.
        test: { name: 'unit', include: [`${folders}/**/*.test.{ts,tsx}`], exclude: system, isolate: false },
      },
      { extends: true, test: { name: 'system', include: system } },
    ],
    setupFiles: ['src/process/testing/restore-clock.ts'],
    globalSetup: ['src/database/testing/postgres-setup.ts'],
    // Else the address of a style sheet is empty.
    css: { include: /\.css\?url$/ },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // More than there are processors: many tests wait for a process, a pause or a time-out.
    maxWorkers: '150%',
    // A slow machine is no fault: this only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    coverage: {
      include: [`${folders}/**`],
    },
  },
});
