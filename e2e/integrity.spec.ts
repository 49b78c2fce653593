import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

import { fillForm, submitWithoutScripts } from './contact-form.ts';
import { expect, test } from './site.ts';

test.use({ expectedMessages: [/digest|integrity|Failed to fetch dynamically imported module/] });

for (const script of ['entry.client', 'contact-form.island'])
  test(`a script ${script} that is not the one of the build is not run, and the page works without it`, async ({
    page,
    site,
  }) => {
    await page.route(`**/assets/${script}-*.js`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `window.tampered = true;\n${await response.text()}` });
    });
    const refused = page.waitForEvent('console', (message) => /digest|integrity/.test(message.text()));
    await page.goto('/contact');
    await fillForm(page);
    await refused;
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await submitWithoutScripts(page)).toBe(200);
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
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
