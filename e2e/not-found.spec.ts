import { notFound } from '../src/content/release-content.ts';
import { waitUntilStarted } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

test.use({ expectedMessages: [/^404: no page at |^Failed to load resource: .* 404/] });

test('the console names the address without a page, in any signs, and the page leads home', async ({ page, site }) => {
  for (const [path, sent] of [
    ['/seite/über/你好', '/seite/%C3%BCber/%E4%BD%A0%E5%A5%BD'],
    ['/%zz%', '/%zz%'],
    ['/services/nope?email=ada@example.com', '/services/nope'],
  ] as const) {
    const said = page.waitForEvent('console', (message) => message.text() === `404: no page at ${sent}`);
    expect((await page.goto(site.url + path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title);
    await said;
  }
  await waitUntilStarted(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title);
});
