import type { Page } from '@playwright/test';

import { about } from '../content/about.ts';
import { site } from '../content/site.ts';
import { cookiePolicy } from '../content/legal/cookie-policy.ts';
import { fontsAdded } from './fonts.ts';
import { hydrated } from './hydration.ts';
import { expect, test } from './site.ts';

test('a link changes the page without loading it anew: title, head, focus and scroll are the new page’s', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
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
  await hydrated(page);
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
  await hydrated(page);
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

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'marked' in window);
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
