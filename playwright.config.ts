import { defineConfig, devices } from '@playwright/test';

import { findChromium } from './tooling/browser.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  // Without the platform: they are taken and compared on one kind of system, Debian with its own Chromium.
  snapshotPathTemplate: '{testDir}/{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  // Node runs the sources as they are, and the build: to compile both anew takes each worker seconds.
  build: { external: ['**'] },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Several times what they need on a slow machine: only what fails waits so long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/playwright.json' }]],
  projects: [
    { name: 'system', testDir: 'e2e/system' },
    { name: 'chromium', testIgnore: 'system/**' },
  ],
  use: {
    ...devices['Desktop Chrome'],
    // A window in which the header shows its links beside one another.
    viewport: { width: 1280, height: 720 },
    // Recording every test costs a third of the time: ask for it with --trace=retain-on-failure.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium refuses its sandbox to root, which is what containers run as.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // Else it looks up its maker's hosts at every start.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // The headless shell would round the width of each letter.
        '--font-render-hinting=none',
        // A system's smoothing and colours must not matter to looks.spec.ts.
        '--disable-lcd-text',
        '--force-color-profile=srgb',
      ],
    },
  },
});
