import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

import { fillForm, sendWithoutScripts } from './enquiry.ts';
import { expect, test } from './site.ts';

test.describe('a script that is not the one that the page was built with', () => {
  test.use({ expectedMessages: [/digest|integrity|Failed to fetch dynamically imported module/] });

  test('is not run, and the page leads on without it', async ({ page }) => {
    await refuse(page, 'entry.client', () => page.goto('/about'));
    await page.getByRole('banner').locator('a[href="/contact"]').click();
    await expect(page).toHaveURL('/contact');
  });

  test('is not run in an island either, which is sent as plain HTML', async ({ page, site }) => {
    await refuse(page, 'contact-form.island', async () => {
      await page.goto('/contact');
      await fillForm(page);
    });
    expect(await sendWithoutScripts(page)).toBe(200);
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
  });
});

test('every script that a page may load has its hash in the page', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const hashes = globSync('assets/*.js', { cwd: 'build/client' }).map((file) => {
    const hash = createHash('sha256').update(readFileSync(`build/client/${file}`));
    return [`/${file}`, `sha256-${hash.digest('base64')}`];
  });
  expect(JSON.parse(map)).toEqual({ integrity: Object.fromEntries(hashes) });
});

/** Has a script be another one, and waits until the browser has refused it. */
async function refuse(page: Page, script: string, act: () => Promise<unknown>): Promise<void> {
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `window.tampered = true;\n${await response.text()}` });
  });
  const refused = page.waitForEvent('console', (message) => /digest|integrity/.test(message.text()));
  await act();
  await refused;
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
