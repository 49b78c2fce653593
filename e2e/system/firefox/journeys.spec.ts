import { contactPage, navigation, services } from '../../../content/words.ts';
import { fields } from '../../../enquiries/testing/samples.ts';
import { mailsOf } from '../../enquiry.ts';
import { oneOfEachKind } from '../../pages.ts';
import { click, expectArrival, isSeen, started, textOf } from './acts.ts';
import { expect, resize, test } from './firefox.ts';

// One Firefox for all of them: it takes seconds to start.
test.describe.configure({ mode: 'default' });
test.slow();

test('every kind of page runs its scripts without a word on the console', async ({ tab, site }) => {
  for (const path of oneOfEachKind) {
    await tab.goto(site.url + path);
    await started(tab);
  }
});

test('links and both menus lead on, and Back returns', async ({ tab, site }) => {
  const last = `/services/${services.at(-1)?.slug}`;
  const [siteMenu, servicesMenu] = ['[popovertarget="site-menu"]', '[popovertarget="services-menu"]'];
  await tab.goto(site.url);
  await started(tab);
  await tab.evaluate(() => Object.assign(window, { sameDocument: true }));
  await click(tab, '#site-menu > ul a[href="/about"]');
  await expectArrival(tab, '/about');
  // A Firefox without scoped styles loads each page.
  const [isKept, hasScopes] = await tab.evaluate(() => ['sameDocument' in window, 'CSSScopeRule' in window]);
  expect(isKept).toBe(hasScopes);
  await click(tab, servicesMenu, navigation.services.label);
  await click(tab, `#services-menu a[href="${last}"]`);
  await expectArrival(tab, last);
  await expect.poll(() => isSeen(tab, '#services-menu')).toBe(false);
  await tab.evaluate(() => history.back());
  await expectArrival(tab, '/about');

  await resize(tab, 390);
  await expect.poll(() => isSeen(tab, '#site-menu')).toBe(false);
  await click(tab, siteMenu);
  await click(tab, '#site-menu > ul a[href="/products"]');
  await expectArrival(tab, '/products');
  await expect.poll(() => isSeen(tab, '#site-menu')).toBe(false);
  await click(tab, siteMenu);
  await click(tab, servicesMenu, navigation.services.label);
  await click(tab, `#services-menu a[href="${last}"]`);
  await expectArrival(tab, last);
  await expect.poll(() => isSeen(tab, '#site-menu')).toBe(false);
});

test.describe(() => {
  test.use({ expectedMessages: /^The message was not sent/ });

  test('an enquiry that was refused keeps all that was typed, and once mended is stored and mailed', async ({
    tab,
    site,
  }) => {
    const expectFocus = (id: string) => expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe(id);
    const write = async (name: string, text: string) => {
      await tab.evaluate((id) => document.querySelector<HTMLInputElement>(`#${id}`)?.select(), name);
      await tab.focus(`#${name}`);
      await tab.keyboard.type(text);
    };
    const written = () =>
      tab.$$eval(':is(input, textarea)[id]', (all) => Object.fromEntries(all.map(({ id, value }) => [id, value])));
    await tab.goto(`${site.url}/contact`);
    await started(tab);
    await click(tab, 'form button[type=submit]');
    await expectFocus('name');

    const refused = { ...fields, email: 'ada@localhost' };
    for (const [name, text] of Object.entries(refused)) await write(name, text);
    await click(tab, 'form button[type=submit]');
    await expectFocus('outcome');
    expect(await textOf(tab, '#outcome')).toContain(contactPage.form.invalid.title);
    expect(await textOf(tab, '#email-fault')).toContain(await textOf(tab, '#outcome a[href="#email"]'));
    expect(await written()).toMatchObject(refused);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);
    await click(tab, '#outcome a');
    await expectFocus('email');

    await write('email', fields.email);
    await click(tab, 'form button[type=submit]');
    await expect.poll(() => textOf(tab, '#outcome')).toContain(contactPage.form.success.title);
    expect(await written()).toMatchObject(Object.fromEntries(Object.keys(fields).map((name) => [name, ''])));
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
    await mailsOf(site, 1);
  });
});
