import { randomBytes } from 'node:crypto';

import type { Page } from 'puppeteer-core';

import { pages } from '../../app/routes.ts';
import { contactPage } from '../../content/contact.ts';
import { navigation } from '../../content/navigation.ts';
import { formKeyField, parseEnquiry } from '../../enquiries/enquiry.ts';
import { issueFormKey } from '../../enquiries/spam.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { mailsOf } from '../enquiry.ts';
import { click, expectPath, isSeen, textOf, write, written } from './acts.ts';
import { expect, resize, test } from './firefox.ts';

test.use({ scripts: false });
test.describe.configure({ mode: 'default' });
test.slow();

const names = Object.keys(fields);

test('every page can be read, and an unknown address leads home', async ({ tab, site }) => {
  test.setTimeout(180_000);
  for (const { path } of pages) {
    await tab.goto(site.url + path);
    expect(await isSeen(tab, 'main h1'), path).toBe(true);
    expect((await textOf(tab, 'main')).length, path).toBeGreaterThan(400);
  }
  expect(await tab.evaluate(() => matchMedia('(scripting: none)').matches)).toBe(true);
  expect((await tab.goto(`${site.url}/no-such-page`))?.status()).toBe(404);
  await click(tab, 'main a[href="/"]');
  await expectPath(tab, '/');
});

test('both menus open and lead on, and the button that needs a script is not offered', async ({ tab, site }) => {
  await tab.goto(site.url);
  expect(await tab.evaluate(() => document.documentElement.className)).toBe('dark');
  expect(await isSeen(tab, '[data-theme-toggle]')).toBe(false);
  await click(tab, '[popovertarget="services-menu"]', navigation.services.label);
  await click(tab, '#services-menu a[href="/services/sap"]');
  await expectPath(tab, '/services/sap');

  await resize(tab, 390);
  await click(tab, '[popovertarget="site-menu"]');
  await click(tab, '[popovertarget="services-menu"]', navigation.services.label);
  await click(tab, '#services-menu a[href="/services/mobility"]');
  await expectPath(tab, '/services/mobility');
  await click(tab, '[popovertarget="site-menu"]');
  await click(tab, '#site-menu > ul a[href="/contact"]');
  await expectPath(tab, '/contact');
});

test('a form is refused with all that was typed, and once mended is stored and mailed', async ({ tab, site }) => {
  await tab.goto(`${site.url}/contact`);
  const refused = { ...fields, email: 'ada@localhost' };
  await write(tab, refused);
  expect(await send(tab)).toBe(422);
  const parsed = parseEnquiry(refused);
  expect(await textOf(tab, '#outcome')).toContain(contactPage.form.invalid.title);
  expect(await textOf(tab, '#outcome a[href="#email"]')).toBe(parsed.ok ? '' : parsed.faults.email);
  expect(await written(tab, names)).toEqual(refused);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([]);

  await write(tab, { email: fields.email });
  expect(await send(tab)).toBe(200);
  expect(await textOf(tab, '#outcome')).toContain(contactPage.form.success.title);
  expect(new Set(Object.values(await written(tab, names)))).toEqual(new Set(['']));
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
  await mailsOf(site, 1);
});

/** Sends the form, one that was asked for a minute ago, and resolves to the answer's status: no test takes as long as a visitor. */
async function send(tab: Page): Promise<number> {
  const key = issueFormKey(new Date(Date.now() - 60_000), randomBytes(8).toString('hex'));
  await tab.$eval(`[name="${formKeyField}"]`, (input, text) => ((input as HTMLInputElement).value = text), key);
  const answer = tab.waitForNavigation();
  await click(tab, 'form button[type=submit]');
  return (await answer)?.status() ?? 0;
}
