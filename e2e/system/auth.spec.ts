import type { Page } from '@playwright/test';

import { expect, test as base } from '../site.ts';
import { openPage } from '../page-actions.ts';

/** A site with a Supabase project, which answers every token request with a new session of an hour. */
const test = base.extend<{ asked: string[] }>({
  env: { SUPABASE_URL: 'https://project.supabase.co' },
  asked: [
    async ({ page }, use) => {
      const asked: string[] = [];
      await page.route('https://project.supabase.co/**', (route) => {
        asked.push(`${new URL(route.request().url()).search} ${route.request().postData()}`);
        const headers = { 'access-control-allow-origin': '*' };
        return route.fulfill({ headers, json: session(String(asked.length), 60) });
      });
      await use(asked);
    },
    { auto: true },
  ],
});

const storageKey = 'sb-project-auth-token';

test('without a stored session no code is loaded and no server is asked', async ({ page, asked }) => {
  const code = recordScripts(page);
  await openPage(page, '/');
  await page.waitForLoadState('networkidle');
  // Only the client's code contains this.
  expect(await code()).not.toContain('grant_type=refresh_token');
  expect(asked).toEqual([]);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test('a stored session that has nearly expired is refreshed, once, and stored', async ({ page, asked }) => {
  await store(page, JSON.stringify(session('old', 0.5)));
  await page.goto('/');
  await expect.poll(() => storedToken(page)).toBe('refresh-1');
  expect(asked).toEqual(['?grant_type=refresh_token {"refresh_token":"refresh-old"}']);
});

test('rubbish in the place of a session breaks nothing', async ({ page }) => {
  await store(page, '{"access_token":');
  const code = recordScripts(page);
  await openPage(page, '/');
  await expect.poll(code).toContain('grant_type=refresh_token');
  await page.waitForLoadState('networkidle');
});

/** Returns a function that resolves to the code of all scripts loaded since. */
function recordScripts(page: Page): () => Promise<string> {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.text()));
  return async () => (await Promise.all(scripts)).join('');
}

/** Returns a session in the form that the server sends and the client stores. */
function session(name: string, minutes: number) {
  return {
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000 + minutes * 60),
    user: { id: '00000000-0000-4000-8000-000000000001', aud: 'authenticated', app_metadata: {}, user_metadata: {} },
  };
}

/** Stores a session as an earlier visit left it; what the page stores later is kept. */
function store(page: Page, text: string): Promise<unknown> {
  return page.addInitScript(
    ([key = '', value = '']) => void (localStorage.getItem(key) ?? localStorage.setItem(key, value)),
    [storageKey, text],
  );
}

const storedToken = (page: Page): Promise<string | undefined> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').refresh_token, storageKey);
