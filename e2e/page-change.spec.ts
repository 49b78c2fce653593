import type { Page } from '@playwright/test';

import { about, controls, home, productsPage, services } from '../src/content/release-content.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import { delayRequests } from './contact-form.ts';
import { pages } from './pages.ts';
import { waitForBehaviours, clickHeaderLink, isSameDocument, markDocument, openPage as load } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function open(page: Page, path: string): Promise<void> {
  await load(page, path);
  await markDocument(page);
}

test('a link changes head, breadcrumbs, focus and scroll without loading the page anew', async ({ page }) => {
  const product = pages.find(({ parentPath }) => parentPath === '/products');
  const catalogue = pages.find(({ path }) => path === '/products');
  if (!product || !catalogue) throw new Error('There is no product');
  const breadcrumbs = page.getByRole('navigation', { name: controls.breadcrumb });
  const heads: unknown[] = [];
  await open(page, '/');
  await expect(breadcrumbs).toHaveCount(0);
  await page.locator('main h2').last().scrollIntoViewIfNeeded();
  for (const [link, { path, title, name }] of [
    [page.getByRole('banner').locator('nav a[href="/products"]'), catalogue],
    [page.getByRole('main').getByRole('link', { name: product.name, exact: true }), product],
    [breadcrumbs.locator('a[href="/products"]'), catalogue],
  ] as const) {
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(heading(page)).toHaveText(title);
    await expect(heading(page)).toBeFocused();
    await expect.poll(() => scrolled(page)).toBe(0);
    await expect(breadcrumbs.getByRole('listitem').last()).toHaveText(name);
    await expect(page.locator('#site-menu [aria-current="page"]')).toHaveCount(path === '/products' ? 1 : 0);
    expect(await isSameDocument(page)).toBe(true);
    heads.push(await said(page));
  }
  // Head and structured data equal those of the page when loaded.
  for (const [index, { path }] of [catalogue, product].entries()) {
    await page.goto(path);
    expect(heads[index]).toEqual(await said(page));
  }
});

test('after a reload Back brings the page before, also while the scripts have not come again', async ({ page }) => {
  await open(page, '/');
  await clickHeaderLink(page, '/about');
  await expect(heading(page)).toHaveText(about.title);
  const scripts = await delayRequests(page, '**/assets/entry.client-*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(heading(page)).toHaveText(about.title);
  await page.evaluate(() => history.back());
  await expect(heading(page)).toHaveText(home.hero.headline);
  await expect(page).toHaveURL('/');
  scripts.release();
});

test('a link to a part of another page leads the keyboard where a load of that page does', async ({ page }) => {
  const [service] = services;
  const target = `/services/${service?.slug}#questions`;
  const readFocus = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
  const readFocused = async () => {
    await expect(page).toHaveURL(target);
    const focused = [await readFocus()];
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      focused.push(await readFocus());
    }
    return focused;
  };
  await load(page, target);
  const loaded = await readFocused();
  await open(page, '/about');
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'Questions' });
    document.querySelector('header nav')?.append(link);
    link.focus();
    link.click();
  }, target);
  await expect(heading(page)).toHaveText(service?.title ?? '');
  expect(await readFocused()).toEqual(loaded);
  expect(await isSameDocument(page)).toBe(true);
});

test('of two quick clicks the last counts, however late the first answers', async ({ page }) => {
  await open(page, '/');
  const first = await delayRequests(page, '**/about');
  await page.evaluate(() => {
    for (const to of ['/about', '/products']) document.querySelector<HTMLElement>(`header a[href="${to}"]`)?.click();
  });
  await expect(heading(page)).toHaveText(productsPage.title);
  const late = page.waitForResponse('**/about');
  first.release();
  await late;
  await expect(heading(page)).toHaveText(productsPage.title);
  await expect(page).toHaveURL('/products');
});

test.describe('the browser itself loads', () => {
  test.use({ expectedMessages: [/Failed to load resource/] });

  test('another page than that of words that no script keeps yet, which it brings back', async ({ page }) => {
    await page.route('**/assets/contact-form.island-*.js', () => {});
    await page.goto('/contact');
    await page.locator('#name').fill(sampleFields.name);
    await waitForBehaviours(page);
    await markDocument(page);
    await clickHeaderLink(page, '/about');
    await expect(heading(page)).toHaveText(about.title);
    expect(await isSameDocument(page)).toBe(false);
    await page.goBack();
    await expect(page.locator('#name')).toHaveValue(sampleFields.name);
  });

  for (const [what, change] of Object.entries({
    'a page of another build': (html: string) => ({ body: html.replace(/(data-version=")[\w-]+/, '$1other') }),
    'what is no page': () => ({ body: 'Words', contentType: 'text/plain' }),
  }))
    test(what, async ({ page }) => {
      await open(page, '/');
      await page.route('**/about', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, ...change(await response.text()) });
      });
      const loaded = page.waitForEvent('load');
      await clickHeaderLink(page, '/about');
      await loaded;
      await expect(page).toHaveURL('/about');
      expect(await isSameDocument(page)).toBe(false);
      // The prefetch that the browser cut off may still be answered.
      await page.unrouteAll({ behavior: 'wait' });
    });

  test('what cannot be reached, so that it says so itself, and Back returns', async ({ page, context }) => {
    await open(page, '/');
    await context.setOffline(true);
    const failed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:'));
    await clickHeaderLink(page, '/about');
    await failed;
    await context.setOffline(false);
    await page.goBack();
    await expect(heading(page)).toHaveText(home.hero.headline);
  });
});

/** Resolves to the page's metadata for programs. */
const said = (page: Page) =>
  page
    .locator(
      'title, meta[name]:not([name=theme-color], [name=viewport]), meta[property], [rel=canonical], [type*=json]',
    )
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).sort());
