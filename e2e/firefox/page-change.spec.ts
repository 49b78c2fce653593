import { click, expectArrival, expectPath, started, textOf } from './acts.ts';
import { expect, test } from './firefox.ts';

test.use({ navigationApi: true });
test.slow();

test('where Firefox has the Navigation API a link keeps the document, and so does Back', async ({ tab, site }) => {
  await tab.goto(site.url);
  await started(tab);
  const title = await tab.title();
  await tab.evaluate(() => Object.assign(window, { sameDocument: true }));
  await click(tab, '.site-footer a[href="/privacy-policy"]');
  await expectPath(tab, '/privacy-policy');
  await expect.poll(() => tab.evaluate(() => document.activeElement?.localName)).toBe('h1');
  expect(await tab.title()).toContain(await textOf(tab, 'main h1'));
  expect(await tab.evaluate(() => [scrollY, 'sameDocument' in window])).toEqual([0, true]);

  await tab.evaluate(() => history.back());
  await expectArrival(tab, '/');
  expect(await tab.title()).toBe(title);
  expect(await tab.evaluate(() => 'sameDocument' in window)).toBe(true);
});
