import { fillForm, submitWithoutScripts } from './contact-form.ts';
import { expect, test } from './site.ts';

test.use({ expectedMessages: [/digest|integrity|Failed to fetch dynamically imported module/] });

for (const script of ['entry.client', 'contact-form.island'])
  test(`a script ${script} that is not of the build is not run, and the page works without`, async ({ page, site }) => {
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
