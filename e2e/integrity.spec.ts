import { hydrated } from './hydration.ts';
import { expect, test } from './site.ts';

test.describe('a script that is not the one that the page was built with', () => {
  test.use({ expectedMessages: [/digest|integrity|Failed to fetch dynamically imported module/] });

  for (const { what, script } of [
    { what: 'the first', script: '**/assets/hydrate-*.js' },
    { what: 'one that the first asks for', script: '**/assets/frame-*.js' },
  ]) {
    test(`is not run, and the page goes on without it: ${what}`, async ({ page }) => {
      await page.route(script, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `window.tampered = true;\n${await response.text()}` });
      });
      const refused = page.waitForEvent('console', (message) => /digest|integrity/.test(message.text()));
      await page.goto('/about');
      await refused;
      expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
      await expect(page).toHaveURL('/contact');
    });
  }
});

test('every script of a first view is fetched with its integrity', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const { fetched, checked } = await page.evaluate(() => ({
    fetched: performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    checked: [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"][integrity]')].map(
      ({ href }) => href,
    ),
  }));
  expect(fetched.length).toBeGreaterThan(5);
  expect(checked).toEqual(expect.arrayContaining(fetched));
});
