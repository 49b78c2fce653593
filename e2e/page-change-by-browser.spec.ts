import { about, navigation } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { isSameDocument, markDocument } from './same-document.ts';
import { expect, testOfPages as test } from './site.ts';
import { behavioursRun, open, started } from './started.ts';

test('words that no script keeps yet are left to the browser, which brings them back', async ({ page }) => {
  await page.route('**/assets/contact-form.island-*.js', () => {});
  await page.goto('/contact');
  await page.locator('#name').fill(fields.name);
  await behavioursRun(page);
  await markDocument(page);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(await isSameDocument(page)).toBe(false);
  await page.goBack();
  await expect(page.locator('#name')).toHaveValue(fields.name);
});

test.describe('what cannot take the place of the page is loaded by the browser:', () => {
  test.use({ expectedMessages: [/Failed to load resource/] });

  for (const [what, change] of Object.entries({
    'an answer other than 200': (html: string) => ({ status: 500, body: html }),
    'a page of another build': (html: string) => ({ body: html.replace(/(data-version=")[\w-]+/, '$1other') }),
    'what is no page': () => ({ body: 'Words', contentType: 'text/plain' }),
  }))
    test(what, async ({ page }) => {
      await open(page, '/');
      await markDocument(page);
      await page.route('**/about', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, ...change(await response.text()) });
      });
      const loaded = page.waitForEvent('load');
      await page.getByRole('banner').locator('a[href="/about"]').click();
      await loaded;
      await expect(page).toHaveURL('/about');
      expect(await isSameDocument(page)).toBe(false);
      await page.unroute('**/about');
      await page.goBack();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(about.title);
    });
});

test('Back shows the page of its address also while the scripts are still on their way', async ({ page }) => {
  await open(page, '/');
  const heading = page.getByRole('heading', { level: 1 });
  const first = await heading.innerText();
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(heading).toHaveText(about.title);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(heading).toHaveText(first);
  release();
  await started(page);
  await page.goForward();
  await expect(page).toHaveURL('/about');
  await expect(heading).toHaveText(about.title);
});

test('a browser without the Navigation API loads each page, and behaviours run on it', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await open(page, '/');
  await markDocument(page);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(await isSameDocument(page)).toBe(false);
  await started(page);
  await page.getByRole('button', { name: navigation.services.label }).hover();
  await expect(page.locator('#services-menu')).toBeVisible();
});
