import { click, expectArrival, started, textOf } from './acts.ts';
import { expect, test } from './firefox.ts';

test.use({ navigationApi: true });
test.slow();

test('a Firefox with the Navigation API keeps the document at a link and at Back if it has scoped styles, and else loads it', async ({
  tab,
  site,
}) => {
  const isKept = () => tab.evaluate(() => ['sameDocument' in window, 'CSSScopeRule' in window]);
  await tab.goto(site.url);
  await started(tab);
  const title = await tab.title();
  await tab.evaluate(() => Object.assign(window, { sameDocument: true }));
  await click(tab, '.site-footer a[href="/privacy-policy"]');
  await expectArrival(tab, '/privacy-policy');
  expect(await tab.title()).toContain(await textOf(tab, 'main h1'));
  expect(await tab.evaluate(() => scrollY)).toBe(0);
  const [kept, hasScopes] = await isKept();
  expect(kept).toBe(hasScopes);

  await tab.evaluate(() => history.back());
  await expectArrival(tab, '/');
  expect(await tab.title()).toBe(title);
});
