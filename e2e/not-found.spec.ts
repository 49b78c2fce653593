import { notFound } from '../content/words.ts';
import { started } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

test.use({ expectedMessages: [/^404: no page at |^Failed to load resource: .* 404/] });

for (const { path, sent } of [
  { path: '/services/nope?email=ada@example.com', sent: '/services/nope' },
  { path: '/seite/über/你好', sent: '/seite/%C3%BCber/%E4%BD%A0%E5%A5%BD' },
  { path: '/%zz%', sent: '/%zz%' },
])
  test(`there is no page at ${path}, and the console says so`, async ({ page, site }) => {
    const said = page.waitForEvent('console', (message) => message.text().startsWith(`404: no page at ${sent}`));
    const answer = await page.goto(site.url + path);
    expect([answer?.status(), answer?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await said;
    expect(site.log()).not.toContain('ada@example.com');
  });

test('the page for unknown addresses has the frame of all others, and its link leads home', async ({ page }) => {
  await page.goto('/nope');
  expect(await page.title()).toContain(notFound.seo.title);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await started(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title);
});
