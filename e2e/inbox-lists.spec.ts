import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { fields } from '../enquiries/testing/samples.ts';
import { anna, expect, folder, item, notice, press, receive, signIn, storeEarlier, test } from './inbox.ts';

test.describe('what is ticked in a list', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* 422 /] });

  test('is answered, assigned and erased at once, and nothing else is', async ({ page, site }) => {
    for (const subject of ['One', 'Two', 'Three']) await receive(site, { subject });
    await signIn(page, site, anna);
    await press(page, 'Mark as answered');
    await expect(notice(page)).toContainText('Choose at least one enquiry first.');
    await tick(page, 'One', 'Two');
    await page.getByLabel('Assigned to').selectOption(anna);
    await press(page, 'Assign');
    await expect(notice(page)).toHaveText('Assigned: 2 enquiries.');
    await expect(page.getByRole('listitem').filter({ hasText: /for anna$/ })).toHaveCount(2);
    await tick(page, 'One', 'Two');
    await press(page, 'Mark as answered');
    await expect(notice(page)).toHaveText('Marked as answered: 2 enquiries.');
    await expect(folder(page, 'Waiting')).toHaveText('Waiting 1');
    await folder(page, 'Answered').click();
    await tick(page, 'One', 'Two');
    await press(page, 'Erase…');
    await expect(page.getByRole('main')).toContainText('Erase 2 enquiries?');
    await press(page, 'Erase 2 enquiries for good');
    await expect(notice(page)).toHaveText('Erased: 2 enquiries.');
    await expect(page.getByRole('main')).toContainText('Nothing is answered yet');
    expect(await site.enquiries.list({ limit: 9 })).toMatchObject([{ subject: 'Three', version: 0 }]);
  });
});

test('a search finds names, addresses, companies, words and references however they are written, and its file too', async ({
  page,
  site,
}) => {
  const id = await receive(site, { message: 'Über =SUM(A1) und "Kuchen",\nnächste Woche.' });
  await receive(site, { name: 'Grace', email: 'grace@example.org', company: '', subject: 'Else', message: 'Else.' });
  await signIn(page, site, anna);
  const [{ reference } = { reference: '' }] = await site.enquiries.find({ id });
  const spoken = reference.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  for (const words of ['aDA ex', 'ada@EXAMPLE', 'example ltd', 'quotation', 'über', reference, spoken]) {
    await page.getByRole('searchbox').fill(words);
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('main').getByRole('listitem'), words).toHaveCount(1);
    await expect(item(page, fields.subject)).toContainText(reference);
    await expect(page.getByRole('searchbox')).toHaveValue(words);
  }
  expect(await download(page)).toContain('"Über =SUM(A1) und ""Kuchen"",\nnächste Woche."');
  await page.getByRole('searchbox').fill('100% nothing_');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('main')).toContainText('Nothing was found');
});

test('what is overdue says so in words and comes first, and long lists have pages', async ({ page, site }) => {
  const earlier = Array.from({ length: 51 }, (_, number) => ({
    subject: `Number ${number}`,
    hoursAgo: number === 0 ? 50 : 2.5,
  }));
  await storeEarlier(site, earlier);
  await receive(site);
  await signIn(page, site, anna);
  await expect(folder(page, 'Waiting')).toHaveText('Waiting 52 1 overdue');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(50);
  await expect(items.first()).toContainText('Number 0');
  await expect(items.first()).toContainText(/overdue since \w+day \d\d:\d\d/);
  await expect(items.nth(1)).toContainText('21 h left');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(items).toHaveCount(2);
  await expect(items.last()).toContainText(fields.subject);
  await tick(page, fields.subject);
  await press(page, 'Mark as answered');
  await expect(page).toHaveURL(/after=/);
  await expect(items).toHaveCount(1);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(items.first()).toContainText('Number 0');
  expect((await download(page)).match(/Number \d+/g)).toHaveLength(51);
});

async function tick(page: Page, ...subjects: string[]): Promise<void> {
  for (const subject of subjects) await item(page, subject).getByRole('checkbox').check();
}

/** The text of the list's file. */
async function download(page: Page): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Export / }).click();
  return readFile(await (await started).path(), 'utf8');
}
