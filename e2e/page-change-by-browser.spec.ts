import { about, navigation } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { isSameDocument, markDocument } from './same-document.ts';
import { expect, test } from './site.ts';
import { behavioursRun, started } from './started.ts';

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

test.describe('what cannot take the place of the page', () => {
  test.use({ expectedMessages: [/Failed to load resource/] });

  test('is loaded by the browser: an answer other than 200, a page of another build, and what is no page', async ({
    page,
  }) => {
    for (const change of [
      (html: string) => ({ status: 500, body: html }),
      (html: string) => ({ body: html.replace(/data-version="[\w-]+"/, 'data-version="other"') }),
      () => ({ body: 'Words', contentType: 'text/plain' }),
    ]) {
      await page.goto('/');
      await started(page);
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
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Innovate/);
    }
  });
});

test('Back shows the page of its address also while the scripts of a page that was loaded again are on their way', async ({
  page,
}) => {
  await page.goto('/');
  await started(page);
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

test('a browser without the Navigation API goes from page to page by itself, and its behaviours run on each', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await page.goto('/');
  await started(page);
  await markDocument(page);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(await isSameDocument(page)).toBe(false);
  await started(page);
  await page.getByRole('button', { name: navigation.services.label }).hover();
  await expect(page.locator('#services-menu')).toBeVisible();
});
