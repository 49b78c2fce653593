import type { Page } from '@playwright/test';

import { about } from '../content/about.ts';
import { navigation } from '../content/navigation.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { fillForm, send } from './enquiry.ts';
import { hydrated } from './hydration.ts';
import { expect, test } from './site.ts';

const aboutLabel = navigation.links.find(({ to }) => to === '/about')?.label ?? '';
const stack = /\.[jt]sx?:\d|\n\s+at |node_modules/;

test.describe(() => {
  // The browser, React and the screen each tell of the fault in words of their own.
  test.use({ expectedMessages: [/./] });

  for (const { what, fails, says } of [
    {
      what: 'cannot be reached',
      fails: (page: Page) => page.route('**/about.data*', (route) => route.abort()),
      says: /fetch/i,
    },
    {
      what: 'is answered 500',
      fails: (page: Page) =>
        page.route('**/about.data*', (route) =>
          route.fulfill({
            status: 500,
            contentType: 'text/html; charset=utf-8',
            body: '<h1>Something went wrong</h1>',
          }),
        ),
      says: /\w/,
    },
    {
      what: 'is no data at all',
      fails: (page: Page) => page.route('**/about.data*', (route) => route.fulfill({ body: 'rubbish' })),
      says: /\w/,
    },
    {
      what: 'lacks what the page shows',
      fails: (page: Page) =>
        page.route('**/about.data*', async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: (await answer.text()).replace('"values"', '"valuez"') });
        }),
      says: /undefined/,
    },
  ]) {
    test(`when a page's data ${what}, a screen says so in the site's own look and leads home`, async ({ page }) => {
      const messages: string[] = [];
      page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
      await fails(page);
      await page.goto('/');
      await hydrated(page);
      await followLink(page);

      const screen = page.getByRole('main');
      await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
      await expect(page).toHaveTitle(/Unexpected Application Error!/);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(screen.getByRole('paragraph').first()).toHaveText(says);
      expect(await screen.innerText()).not.toMatch(stack);
      expect(await screen.innerText()).not.toContain('<h1>');
      expect(messages).not.toEqual([]);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();

      await screen.getByRole('link').click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!');
    });
  }

  test('it shows a drawing that no other page loads, and stands without it where that cannot be loaded', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const screen = page.getByRole('main');
    const heading = screen.getByRole('heading', { level: 1 });
    await page.route('**/about.data*', (route) => route.abort());
    await page.goto('/');
    await hydrated(page);
    expect(scripts.filter(isDrawing)).toEqual([]);
    await followLink(page);
    await expect(heading).toHaveText('Unexpected Application Error!');
    await expect(screen.locator('svg')).toBeVisible();
    expect(scripts.filter(isDrawing)).toHaveLength(1);

    await page.route(isDrawing, (route) => route.abort());
    await page.goto('/');
    await hydrated(page);
    const missing = page.waitForEvent('requestfailed', (request) => isDrawing(request.url()));
    await followLink(page);
    await missing;
    await expect(heading).toHaveText('Unexpected Application Error!');
    await expect(screen.getByRole('link')).toHaveAttribute('href', '/');
    await expect(screen.locator('svg')).toHaveCount(0);
  });

  test('from there the other pages can be reached, and the failed one once it answers again', async ({ page }) => {
    await page.route('**/about.data*', (route) => route.abort());
    await page.goto('/');
    await hydrated(page);
    await followLink(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await page.getByRole('navigation').getByRole('link', { name: 'Products', exact: true }).click();
    await expect(page).toHaveURL('/products');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!');
    await page.unrouteAll();
    await followLink(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  });
});

for (const javaScriptEnabled of [false, true]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
    const enquiries = { receive: () => Promise.reject(new Error('SQLITE_IOERR in secret.db')) };
    test.use({ javaScriptEnabled, parts: { enquiries }, expectedMessages: [/./] });

    test('a fault of ours while a form is taken tells the visitor nothing internal', async ({ page, site }) => {
      await page.goto('/contact');
      if (javaScriptEnabled) await hydrated(page);
      await fillForm(page, fields);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await send(page);
      expect((await answer).status()).toBe(500);
      const title = javaScriptEnabled ? 'Error sending message' : 'Unexpected Application Error!';
      await expect(page.getByRole('main').getByText(title)).toBeVisible();
      expect(await page.content()).not.toMatch(/SQLITE|secret\.db/);
      expect(site.log()).toContain('SQLITE_IOERR');
      expect(await page.getByRole('main').innerText()).not.toMatch(stack);
    });
  });
}

async function followLink(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: aboutLabel, exact: true }).click();
}

function isDrawing(address: string | URL): boolean {
  return String(address).includes('/jammed-lift-');
}
