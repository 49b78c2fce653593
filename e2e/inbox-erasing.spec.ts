import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { fields } from '../enquiries/testing/samples.ts';
import { mailsOf } from './enquiry.ts';
import { anna, expect, folder, item, notice, press, receive, signIn, test, title } from './inbox.ts';

test('what is erased is asked about first and leaves nothing behind, one enquiry or all of a person', async ({
  page,
  site,
}) => {
  const secret = 'Zwetschgenkuchen';
  const id = await receive(site, { message: `About the ${secret}.` });
  await receive(site, { subject: 'Another', email: fields.email.toUpperCase() });
  await receive(site, { subject: 'A third', email: 'grace@example.com' });
  await mailsOf(site, 3);
  expect(filesWith(site.mailFolder, secret)).not.toEqual([]);
  await signIn(page, site, anna);
  await page.getByRole('link', { name: fields.subject }).click();
  await page.getByLabel('Note', { exact: true }).fill(`${secret}, she says.`);
  await press(page, 'Save the note');
  await expect(notice(page)).toHaveText('The note is saved.');
  await page.getByRole('link', { name: 'Erase this enquiry' }).click();
  await expect(title(page)).toHaveText('Erase this enquiry?');
  await expect(page.getByRole('main')).toContainText('nobody can bring it back');
  await page.getByRole('link', { name: 'Keep it' }).click();
  await expect(page.locator('pre').first()).toContainText(secret);
  await page.getByRole('link', { name: 'Erase this enquiry' }).click();
  await press(page, 'Erase 1 enquiry for good');
  await expect(notice(page)).toHaveText('Erased: 1 enquiry.');
  await expect(item(page, fields.subject)).toHaveCount(0);
  await page.getByRole('searchbox').fill(secret);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('main')).toContainText('Nothing was found');
  expect((await page.request.get(`${site.inboxUrl}/enquiries/${id}`)).status()).toBe(404);
  expect(filesWith(dirname(site.mailFolder), secret)).toEqual([]);

  await receive(site);
  await folder(page, 'Waiting').click();
  await page.getByRole('link', { name: 'Another' }).click();
  await page.getByRole('link', { name: 'Erase this person' }).click();
  await expect(page.locator('.erased').getByRole('listitem')).toHaveCount(2);
  await press(page, 'Erase 2 enquiries for good');
  await expect(notice(page)).toHaveText('Erased: 2 enquiries.');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(item(page, 'A third')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('main')).toContainText(`${anna} erased 2 enquiries`);
});

/** Whatever file below a folder holds the word. */
function filesWith(directory: string, word: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, 'latin1').includes(word));
}
