import { defineConfig, devices } from '@playwright/test';

import { findBrowser } from './tooling/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 30_000,
  reporter: [['dot'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
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
      ],
    },
  },
});
