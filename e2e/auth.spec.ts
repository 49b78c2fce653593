import type { Page } from '@playwright/test';

import { session, startAuthServer, type AuthServer } from './auth-server.ts';
import { started } from './started.ts';
import { recordScripts } from './loaded-scripts.ts';
import { expect, test as siteTest } from './site.ts';

/** The site with a Supabase project of its own, which signs people in. */
const test = siteTest.extend<{ authServer: AuthServer }>({
  // Playwright reads what a fixture needs from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  authServer: async ({}, use) => {
    const server = await startAuthServer();
    await use(server);
    server.close();
  },
  env: async ({ authServer }, use) => use({ SUPABASE_URL: authServer.url }),
});

// The name that supabase-js gives it on this host.
const storageKey = 'sb-127-auth-token';
const minute = 60_000;

test('without a stored session no authentication code is loaded and nothing is asked of the server', async ({
  page,
  authServer,
}) => {
  const code = recordScripts(page);
  await page.goto('/');
  await started(page);
  await page.waitForLoadState('networkidle');
  expect(await code()).not.toContain('grant_type=refresh_token');
  expect(authServer.requests).toEqual([]);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test('a stored session that has nearly expired is refreshed, once, and the new one is stored', async ({
  page,
  authServer,
}) => {
  await storeSession(page, new Date(Date.now() + 30_000));
  const code = recordScripts(page);
  await page.goto('/');
  await expect.poll(() => storedToken(page)).toBe('refresh-1');
  expect(authServer.requests).toEqual([
    { line: 'POST /auth/v1/token?grant_type=refresh_token', body: { refresh_token: 'refresh-old' } },
  ]);
  expect(await code()).toContain('grant_type=refresh_token');
});

test('a session is refreshed in time while the page stays open', async ({ page, authServer }) => {
  await storeSession(page, new Date(Date.now() + 10 * minute));
  const code = recordScripts(page);
  await page.clock.install();
  await page.goto('/');
  await expect.poll(code).toContain('grant_type=refresh_token');
  await page.clock.runFor(7 * minute);
  expect(await storedToken(page)).toBe('refresh-old');
  await page.clock.runFor(2.5 * minute);
  await expect.poll(() => storedToken(page)).toBe('refresh-1');
  expect(authServer.requests).toHaveLength(1);
});

siteTest('rubbish in the place of a session breaks nothing', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, '{"access_token":'), storageKey);
  const code = recordScripts(page);
  await page.goto('/');
  await started(page);
  await expect.poll(code).toContain('grant_type=refresh_token');
  await page.waitForLoadState('networkidle');
});

/** As a visit before this one left it; what the page stores afterwards is kept. */
async function storeSession(page: Page, expiresAt: Date): Promise<void> {
  const stored = JSON.stringify(session('old', expiresAt));
  await page.addInitScript(
    ([key = '', value = '']) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [storageKey, stored],
  );
}

function storedToken(page: Page): Promise<string | undefined> {
  return page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}').refresh_token as string | undefined,
    storageKey,
  );
}
