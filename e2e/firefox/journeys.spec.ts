import { pages } from '../../app/routes.ts';
import { contactPage } from '../../content/contact.ts';
import { navigation } from '../../content/navigation.ts';
import { services } from '../../content/services/index.ts';
import { parseEnquiry } from '../../enquiries/enquiry.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { mailsOf } from '../enquiry.ts';
import { click, expectArrival, isSeen, started, textOf, write, written } from './acts.ts';
import { expect, resize, test } from './firefox.ts';

// One Firefox for all of them: it takes seconds to start.
test.describe.configure({ mode: 'default' });
test.slow();

const names = Object.keys(fields);

test('every page runs its scripts without a word on the console', async ({ tab, site }) => {
  test.setTimeout(180_000);
  for (const { path } of pages) {
    await tab.goto(site.url + path);
    await started(tab);
    expect(await textOf(tab, 'main h1'), path).not.toBe('');
  }
});

test('links and both menus lead on, and Back returns', async ({ tab, site }) => {
  await tab.goto(site.url);
  await started(tab);
  await click(tab, '#site-menu > ul a[href="/about"]');
  await expectArrival(tab, '/about');

  const last = `/services/${services.at(-1)?.slug}`;
  await click(tab, '[popovertarget="services-menu"]', navigation.services.label);
  await click(tab, `#services-menu a[href="${last}"]`);
  await expectArrival(tab, last);
  await expect.poll(() => isSeen(tab, '#services-menu')).toBe(false);
  await tab.evaluate(() => history.back());
  await expectArrival(tab, '/about');

  await resize(tab, 390);
  await expect.poll(() => isSeen(tab, '#site-menu')).toBe(false);
  await click(tab, '[popovertarget="site-menu"]');
  await click(tab, '#site-menu > ul a[href="/products"]');
  await expectArrival(tab, '/products');
  await expect.poll(() => isSeen(tab, '#site-menu')).toBe(false);
  await click(tab, '[popovertarget="site-menu"]');
  await click(tab, '[popovertarget="services-menu"]', navigation.services.label);
  await click(tab, '#services-menu a[href="/services/sap"]');
  await expectArrival(tab, '/services/sap');
  await expect.poll(() => isSeen(tab, '#site-menu')).toBe(false);
});

test('the services menu is walked by keyboard, and Escape gives the focus back', async ({ tab, site }) => {
  await tab.goto(site.url);
  await started(tab);
  await tab.focus('[popovertarget="services-menu"]');
  await tab.keyboard.press('Enter');
  await expect.poll(() => isSeen(tab, '#services-menu')).toBe(true);
  await tab.keyboard.press('Tab');
  const focused = () => tab.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(services[0]?.name);
  await tab.keyboard.press('Escape');
  await expect.poll(() => isSeen(tab, '#services-menu')).toBe(false);
  await expect.poll(focused).toBe(navigation.services.label);
});

test('the theme is switched by its button, stays after a reload, and never flashes', async ({ tab, site }) => {
  // While the browser changes to the reloaded document there may be none.
  const theme = () => tab.evaluate(() => document.querySelector('html')?.className);
  await tab.goto(site.url);
  await expect.poll(theme).toBe('dark');
  await started(tab);
  await click(tab, '[data-theme-toggle]');
  await expect.poll(theme).toBe('light');

  await tab.evaluateOnNewDocument(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = () => document.body && seen.push(document.documentElement.className);
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await tab.reload();
  await started(tab);
  const seen = await tab.evaluate(() => 'seen' in window && window.seen);
  expect(new Set(seen as string[])).toEqual(new Set(['light']));
  await click(tab, '[data-theme-toggle]');
  await expect.poll(theme).toBe('dark');
});

test('an enquiry is stored and mailed, and the page says so', async ({ tab, site }) => {
  await tab.goto(`${site.url}/contact`);
  await started(tab);
  await write(tab, { ...fields });
  await click(tab, 'form button[type=submit]');
  const { success } = contactPage.form;
  await expect.poll(() => textOf(tab, '#outcome')).toContain(success.title);
  await expect.poll(() => textOf(tab, '[data-sonner-toast]')).toContain(success.description);
  await expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe('outcome');
  expect(new Set(Object.values(await written(tab, names)))).toEqual(new Set(['']));
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
  await mailsOf(site, 1);
});

test.describe(() => {
  test.use({ expectedMessages: /^The message was not sent/ });

  test('what is missing the browser asks for, and what the server refuses is named, with all that was typed', async ({
    tab,
    site,
  }) => {
    await tab.goto(`${site.url}/contact`);
    await started(tab);
    await click(tab, 'form button[type=submit]');
    await expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe('name');

    const refused = { ...fields, email: 'ada@localhost' };
    await write(tab, refused);
    await click(tab, 'form button[type=submit]');
    const parsed = parseEnquiry(refused);
    const faults = parsed.ok ? {} : parsed.faults;
    await expect.poll(() => textOf(tab, '#outcome')).toContain(contactPage.form.invalid.title);
    await expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe('outcome');
    for (const [name, fault] of Object.entries(faults)) {
      expect(await textOf(tab, `#outcome a[href="#${name}"]`)).toBe(fault);
      expect(await textOf(tab, `#${name}-fault`)).toContain(fault);
      expect(await tab.evaluate((id) => document.querySelector(`#${id}`)?.ariaInvalid, name)).toBe('true');
    }
    expect(await written(tab, names)).toEqual(refused);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);
    await click(tab, '#outcome a');
    await expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe('email');
  });
});
