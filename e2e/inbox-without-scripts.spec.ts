import { readFile } from 'node:fs/promises';
import { rmSync, writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { trapField } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { mailsOf } from './enquiry.ts';
import { anna, expect, folder, item, mailed, notice, press, receive, signIn, test, title, type Site } from './inbox.ts';

/** Somebody who has signed in, and has switched scripts off since. */
const withoutScripts = test.extend<{ plain: Page }>({
  plain: async ({ page, site, anotherBrowser }, use) => {
    await signIn(page, site, anna);
    const storageState = await page.context().storageState();
    await use(await anotherBrowser({ storageState, javaScriptEnabled: false, viewport: { width: 390, height: 844 } }));
  },
});

withoutScripts('without scripts every act on an enquiry works', async ({ plain, site }) => {
  writeFileSync(site.mailFolder, 'no folder');
  const id = await receive(site);
  await expect.poll(async () => (await site.enquiries.officeCounts()).undelivered).toBe(1);
  await plain.goto(site.inboxUrl);
  await plain.getByRole('link', { name: fields.subject }).click();
  const done = async (button: string, text: string) => {
    await press(plain, button);
    await expect(notice(plain)).toHaveText(text);
  };
  await done('Mark as answered', 'Marked as answered.');
  await done('Mark as not answered', 'Marked as not answered.');
  await plain.getByLabel('Note', { exact: true }).fill('She rang.');
  await done('Save the note', 'The note is saved.');
  await plain.getByLabel('Assigned to').selectOption(anna);
  await done('Assign', 'Assigned.');
  await done('Spam: set aside', 'Set aside as spam.');
  rmSync(site.mailFolder);
  await done('Not spam: deliver it', 'No spam: it waits for an answer.');
  await mailed(site, id);
  rmSync(site.mailFolder, { recursive: true });
  await plain.reload();
  await done('Send the mail again', 'The mail is to be sent again.');
  await mailsOf(site, 1);
  await plain.getByRole('link', { name: 'Erase this enquiry' }).click();
  await done('Erase 1 enquiry for good', 'Erased: 1 enquiry.');
  expect(await site.enquiries.count({})).toBe(0);
});

withoutScripts('without scripts lists, search, contact facts, themes and the way out work', async ({ plain, site }) => {
  for (const subject of ['One', 'Two']) await receive(site, { subject });
  await receive(site, { subject: 'Three', [trapField]: 'x' });
  await plain.goto(site.inboxUrl);
  for (const subject of ['One', 'Two']) await item(plain, subject).getByRole('checkbox').check();
  await press(plain, 'Mark as answered');
  await expect(notice(plain)).toHaveText('Marked as answered: 2 enquiries.');
  await folder(plain, 'Set aside').click();
  await item(plain, 'Three').getByRole('checkbox').check();
  await press(plain, 'Not spam: deliver');
  await expect(folder(plain, 'Waiting')).toHaveText('Waiting 1');

  await plain.getByRole('button', { name: 'Search', exact: true }).click();
  await plain.getByRole('searchbox').fill('three');
  await plain.getByRole('button', { name: 'Search for these words' }).click();
  await expect(plain.getByRole('main').getByRole('listitem')).toHaveCount(1);
  const started = plain.waitForEvent('download');
  await plain.getByRole('link', { name: /^Export / }).click();
  expect(await readFile(await (await started).path(), 'utf8')).toContain('"Three"');
  await press(plain, 'Erase…');
  await expect(notice(plain)).toHaveText('Choose at least one enquiry first.');

  await menuItem(plain, 'link', 'Contact facts');
  await plain.getByLabel('Phone').fill('+44 117 496 0999');
  await press(plain, 'Save');
  await expect(notice(plain)).toContainText('Saved');
  expect(await site.contactSettings.details()).toMatchObject({ phone: { value: '+44 117 496 0999' } });
  await menuItem(plain, 'button', 'Light Mode');
  await expect(plain.locator('html')).toHaveClass('light');
  await expect(title(plain)).toHaveText('Contact facts');
  await menuItem(plain, 'link', 'Account');
  await press(plain, 'Sign out everywhere');
  await expect(title(plain)).toHaveText('Sign in');
  await expect(plain.locator('noscript p')).toContainText('Passkeys need scripts');
  await expect(plain.locator('noscript p')).toBeVisible();
  await expect(plain.getByRole('button')).toHaveCount(0);
  await expectNobodyIn(site);
});

/** The menu of a phone is opened first. */
async function menuItem(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole(role, { name }).click();
}

async function expectNobodyIn(site: Site): Promise<void> {
  expect(await site.people.sessions(anna, '')).toEqual([]);
}
