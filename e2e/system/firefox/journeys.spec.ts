import { contactPage, navigation, services } from '../../../content/words.ts';
import { fields } from '../../../enquiries/testing/samples.ts';
import { mailsOf, parseEnquiry } from '../../enquiry.ts';
import { oneOfEachKind } from '../../page-kinds.ts';
import { click, expectArrival, isSeen, started, textOf, write, written } from './acts.ts';
import { expect, resize, test } from './firefox.ts';

// One Firefox for all of them: it takes seconds to start.
test.describe.configure({ mode: 'default' });
test.slow();

const names = Object.keys(fields);
const { invalid, success } = contactPage.form;

test('every kind of page runs its scripts without a word on the console', async ({ tab, site }) => {
  for (const path of oneOfEachKind) {
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

test.describe(() => {
  test.use({ expectedMessages: /^The message was not sent/ });

  test('an enquiry that was refused keeps all that was typed, and once mended is stored and mailed', async ({
    tab,
    site,
  }) => {
    const focused = () => tab.evaluate(() => document.activeElement?.id);
    await tab.goto(`${site.url}/contact`);
    await started(tab);
    await click(tab, 'form button[type=submit]');
    await expect.poll(focused).toBe('name');

    const refused = { ...fields, email: 'ada@localhost' };
    await write(tab, refused);
    await click(tab, 'form button[type=submit]');
    const parsed = parseEnquiry(refused);
    const fault = parsed.ok ? '' : parsed.faults.email;
    await expect.poll(() => textOf(tab, '#outcome')).toContain(invalid.title);
    await expect.poll(focused).toBe('outcome');
    expect(await textOf(tab, '#outcome a[href="#email"]')).toBe(fault);
    expect(await textOf(tab, '#email-fault')).toContain(fault);
    expect(await written(tab, names)).toEqual(refused);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);
    await click(tab, '#outcome a');
    await expect.poll(focused).toBe('email');

    await write(tab, { email: fields.email });
    await click(tab, 'form button[type=submit]');
    await expect.poll(() => textOf(tab, '#outcome')).toContain(success.title);
    expect(new Set(Object.values(await written(tab, names)))).toEqual(new Set(['']));
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
    await mailsOf(site, 1);
  });
});
