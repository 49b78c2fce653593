import type { Page, Response } from '@playwright/test';

/** Returns what gives the code of all scripts that the page has loaded since. */
export function recordScripts(page: Page): () => Promise<string> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response);
  });
  return async () => (await Promise.all(scripts.map((script) => script.text()))).join('');
}
