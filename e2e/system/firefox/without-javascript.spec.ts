import { navigation } from '../../../content/words.ts';
import { oneOfEachKind } from '../../pages.ts';
import { click, expectPage, isSeen, textOf } from './acts.ts';
import { expect, resize, test } from './firefox.ts';

test.use({ scripts: false });
test.slow();

test('every kind of page can be read, both menus lead on, and the button that needs a script is not offered', async ({
  tab,
  site,
}) => {
  for (const path of [...oneOfEachKind, '/']) {
    await tab.goto(site.url + path);
    expect((await textOf(tab, 'main')).length, path).toBeGreaterThan(400);
  }
  expect(await tab.evaluate(() => matchMedia('(scripting: none)').matches)).toBe(true);
  expect(await isSeen(tab, '[data-theme-toggle]')).toBe(false);
  await click(tab, '[popovertarget="services-menu"]', navigation.services.label);
  await click(tab, '#services-menu a[href="/services/sap"]');
  await expectPage(tab, '/services/sap');

  await resize(tab, 390);
  await click(tab, '[popovertarget="site-menu"]');
  await click(tab, '[popovertarget="services-menu"]', navigation.services.label);
  await click(tab, '#services-menu a[href="/services/mobility"]');
  await expectPage(tab, '/services/mobility');
  await click(tab, '[popovertarget="site-menu"]');
  await click(tab, '#site-menu > ul a[href="/contact"]');
  await expectPage(tab, '/contact');
});
