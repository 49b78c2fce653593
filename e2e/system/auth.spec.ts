import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

import { recordScripts } from '../loaded-scripts.ts';
import { expect, test as siteTest } from '../site.ts';
import { open } from '../started.ts';

interface AuthServer {
  url: string;
  /** Method, path and body of each request so far. */
  requests: { line: string; body: unknown }[];
}

/** The site with a Supabase project on another origin, which answers every request for a token with a new session of an hour. */
const test = siteTest.extend<{ authServer: AuthServer }>({
  // Playwright reads what a fixture needs from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  authServer: async ({}, use) => {
    const requests: AuthServer['requests'] = [];
    const server = createServer(async (request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*, authorization');
      // A browser asks first whether it may send the client's headers.
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      let body = '';
      for await (const part of request) body += String(part);
      requests.push({ line: `${request.method} ${request.url}`, body: body === '' ? undefined : JSON.parse(body) });
      const granted = session(String(requests.length), new Date(Date.now() + 60 * minute));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(granted));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests });
    server.closeAllConnections();
    server.close();
  },
  env: async ({ authServer }, use) => use({ SUPABASE_URL: authServer.url }),
});

// The name that supabase-js gives it on this host.
const storageKey = 'sb-127-auth-token';
/** In the code of the client, and in none of the others. */
const ofClient = 'grant_type=refresh_token';
const minute = 60_000;

test('without a stored session no code is loaded and no server is asked', async ({ page, authServer }) => {
  const code = recordScripts(page);
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(await code()).not.toContain(ofClient);
  expect(authServer.requests).toEqual([]);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test('a stored session that has nearly expired is refreshed, once, and stored', async ({ page, authServer }) => {
  await store(page, JSON.stringify(session('old', new Date(Date.now() + minute / 2))));
  const code = recordScripts(page);
  await page.goto('/');
  await expect.poll(() => storedToken(page)).toBe('refresh-1');
  expect(authServer.requests).toEqual([
    { line: 'POST /auth/v1/token?grant_type=refresh_token', body: { refresh_token: 'refresh-old' } },
  ]);
  expect(await code()).toContain(ofClient);
});

test('a session is refreshed in time while the page stays open', async ({ page, authServer }) => {
  await store(page, JSON.stringify(session('old', new Date(Date.now() + 10 * minute))));
  const code = recordScripts(page);
  await page.clock.install();
  await page.goto('/');
  await expect.poll(code).toContain(ofClient);
  await page.clock.runFor(7 * minute);
  expect(await storedToken(page)).toBe('refresh-old');
  await page.clock.runFor(2.5 * minute);
  await expect.poll(() => storedToken(page)).toBe('refresh-1');
  expect(authServer.requests).toHaveLength(1);
});

siteTest('rubbish in the place of a session breaks nothing', async ({ page }) => {
  await store(page, '{"access_token":');
  const code = recordScripts(page);
  await open(page, '/');
  await expect.poll(code).toContain(ofClient);
  await page.waitForLoadState('networkidle');
});

/** A session as the authentication server gives it and the client stores it. */
function session(name: string, expiresAt: Date) {
  return {
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    user: { id: '00000000-0000-4000-8000-000000000001', aud: 'authenticated', app_metadata: {}, user_metadata: {} },
  };
}

/** As a visit before this one left it; what the page stores afterwards is kept. */
function store(page: Page, text: string): Promise<unknown> {
  return page.addInitScript(
    ([key = '', value = '']) => void (localStorage.getItem(key) ?? localStorage.setItem(key, value)),
    [storageKey, text],
  );
}

function storedToken(page: Page): Promise<string | undefined> {
  return page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}').refresh_token as string | undefined,
    storageKey,
  );
}
