import type { Page } from '@playwright/test';

import { about } from '../content/about.ts';
import { cookiePolicy } from '../content/legal/cookie-policy.ts';
import { navigation } from '../content/navigation.ts';
import { productsPage } from '../content/products-page.ts';
import { site } from '../content/site.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expectValues, fillForm } from './enquiry.ts';
import { fontsAdded } from './fonts.ts';
import { behavioursRun, started } from './started.ts';
import { expect, test } from './site.ts';

test('a link changes the page without loading it anew: title, head, focus and scroll are the new page’s', async ({
  page,
}) => {
  await page.goto('/');
  await started(page);
  await markDocument(page);
  await page.getByRole('heading', { name: 'Sectors We Serve' }).scrollIntoViewIfNeeded();
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();

  await expect(page).toHaveURL('/about');
  await expect(page).toHaveTitle(`${about.seo.title} | ${site.name}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', about.seo.description);
  await expect(page.locator('meta[name=keywords]')).toHaveAttribute('content', about.seo.keywords.join(', '));
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/);
  await expect(page.locator('#site-menu [aria-current="page"]')).toHaveText(['About']);
  expect(await isSameDocument(page)).toBe(true);
});

test('Back returns to the place that was left, and to its title', async ({ page }) => {
  await page.goto('/');
  await started(page);
  await fontsAdded(page);
  const title = await page.title();
  await markDocument(page);
  await page.getByRole('link', { name: 'Resource Staffing' }).focus();
  const left = await scrolled(page);
  expect(left).toBeGreaterThan(300);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/resources');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle(title);
  await expect.poll(() => scrolled(page)).toBe(left);
  expect(await isSameDocument(page)).toBe(true);
});

test('an anchor keeps the page and brings its section below the header', async ({ page }) => {
  await page.goto('/cookie-policy');
  await started(page);
  await markDocument(page);
  const last = cookiePolicy.sections.at(-2)?.title ?? '';
  await page.getByRole('link', { name: last }).click();
  await expect(page).toHaveURL(/\/cookie-policy#/);
  const heading = page.getByRole('heading', { name: last });
  await expect(heading).toBeInViewport();
  const header = await page.getByRole('banner').boundingBox();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  expect(await isSameDocument(page)).toBe(true);
});

test('walking back by keyboard, the focus never hides under the header and the header does not move the page', async ({
  page,
}) => {
  await page.goto('/microsoft-partner');
  await fontsAdded(page);
  await page.getByRole('contentinfo').getByRole('link').last().focus();
  const header = (await page.getByRole('banner').boundingBox())?.height ?? 0;
  for (let inHeader = 0, left = 0; inHeader < 3;) {
    await page.keyboard.press('Shift+Tab');
    const focus = await page.evaluate(() => ({
      inHeader: document.activeElement?.closest('header') !== null,
      top: document.activeElement?.getBoundingClientRect().top,
      scrolled: scrollY,
    }));
    if (focus.inHeader) {
      expect(focus.scrolled).toBe(left);
      inHeader += 1;
    } else {
      expect(focus.top).toBeGreaterThanOrEqual(header);
      left = focus.scrolled;
    }
  }
});

test('head and structured data are the new page’s, whether it is reached by a link or loaded', async ({ page }) => {
  await page.goto('/about');
  await started(page);
  const there = page.getByRole('banner').getByRole('link', { name: 'Contact' });
  const { href } = await there.evaluate((link: HTMLAnchorElement) => ({ href: link.href }));
  await there.click();
  await expect(page).toHaveURL(href);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const exchanged = await said(page);
  await page.goto(href);
  expect(exchanged).toEqual(await said(page));
});

test('a page is fetched once when a link shows the intent, and is there at the click', async ({ page }) => {
  const asked = countPages(page);
  await page.goto('/');
  await started(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'About' });
  for (const turnTo of [() => link.hover(), () => page.mouse.move(0, 300), () => link.hover(), () => link.focus()])
    await turnTo();
  await expect.poll(() => asked('/about')).toBe(1);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(asked('/about')).toBe(1);
});

test('with Save-Data nothing is fetched before the click', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked = countPages(page);
  await page.goto('/');
  await started(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'About' });
  await link.hover();
  await link.focus();
  expect(asked('/about')).toBe(0);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(await page.evaluate(() => document.title)).toContain(site.name);
});

test('of two quick clicks the last counts, however late the first answers', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.goto('/');
  await started(page);
  await page.route('**/about', async (route) => {
    await promise;
    await route.continue();
  });
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('header a[href="/about"]')?.click();
    document.querySelector<HTMLElement>('header a[href="/products"]')?.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(productsPage.title);
  const late = page.waitForResponse('**/about');
  resolve();
  await late;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(productsPage.title);
  await expect(page).toHaveURL('/products');
});

test('an open menu closes, what is typed into the form stays for the way back, and the new page’s form comes alive', async ({
  page,
}) => {
  await page.goto('/contact');
  await started(page);
  await markDocument(page);
  await fillForm(page);
  await page.getByRole('button', { name: navigation.services.label }).click();
  await page.locator('#services-menu a').first().click();
  await expect(page.locator('#services-menu')).toBeHidden();
  await expect(page).toHaveURL(/\/services\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/contact');
  await page.locator('#name').focus();
  await expect(page.locator('[data-live]')).toHaveCount(1);
  await expectValues(page, fields);
  expect(await isSameDocument(page)).toBe(true);
});

test('words that no script keeps yet are left to the browser, which brings them back', async ({ page }) => {
  await page.route('**/assets/contact-form.island-*.js', () => {});
  await page.goto('/contact');
  await page.locator('#name').fill(fields.name);
  await behavioursRun(page);
  await markDocument(page);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(await isSameDocument(page)).toBe(false);
  await page.goBack();
  await expect(page.locator('#name')).toHaveValue(fields.name);
});

test.describe('what cannot take the place of the page is loaded by the browser:', () => {
  test.use({ expectedMessages: [/Failed to load resource/] });

  for (const { what, change } of [
    { what: 'an answer other than 200', change: (html: string) => ({ status: 500, body: html }) },
    {
      what: 'a page of another build',
      change: (html: string) => ({ body: html.replace(/data-build="\w+"/, 'data-build="other"') }),
    },
    { what: 'what is no page', change: () => ({ body: 'Words', contentType: 'text/plain' }) },
  ]) {
    test(what, async ({ page }) => {
      await page.goto('/');
      await started(page);
      await markDocument(page);
      await page.route('**/about', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, ...change(await response.text()) });
      });
      const loaded = page.waitForEvent('load');
      await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
      await loaded;
      await expect(page).toHaveURL('/about');
      expect(await isSameDocument(page)).toBe(false);
      await page.unroute('**/about');
      await page.goBack();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Innovate/);
    });
  }
});

test('a browser without the Navigation API goes from page to page by itself, and its behaviours run on each', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await page.goto('/');
  await started(page);
  await markDocument(page);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(await isSameDocument(page)).toBe(false);
  await started(page);
  await page.getByRole('button', { name: navigation.services.label }).hover();
  await expect(page.locator('#services-menu')).toBeVisible();
});

test('after a hundred changes of page nothing of those pages is left', async ({ page }) => {
  test.slow();
  const devtools = await page.context().newCDPSession(page);
  const counted = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  await page.goto('/');
  await started(page);
  const walk = async (times: number) => {
    for (let change = 0; change < times; change += 1)
      for (const path of ['/contact', '/about', '/products', '/']) {
        await page
          .locator(`header a[href="${path}"]`)
          .first()
          .evaluate((link: HTMLElement) => link.click());
        await page.waitForFunction(
          (it) => new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? 'x:').pathname === it,
          path,
        );
      }
  };
  await walk(3);
  const before = await counted();
  await walk(25);
  const after = await counted();
  expect(after.jsEventListeners).toBeLessThan(before.jsEventListeners + 20);
  expect(after.nodes).toBeLessThan(before.nodes * 1.5);
});

/** What the page says of itself to programs. */
const said = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('title, meta[name], meta[property], link[rel=canonical], script[type*=json]')]
      .filter(
        (element) => element.getAttribute('name') !== 'theme-color' && element.getAttribute('name') !== 'viewport',
      )
      .map((element) => element.outerHTML)
      .sort(),
  );

/** Returns what tells how often the browser has asked for a page since. */
function countPages(page: Page): (path: string) => number {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return (path) => asked.filter((address) => address === path).length;
}

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'marked' in window);
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
