import { existsSync, rmSync, writeFileSync } from 'node:fs';

import { trapField } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { fillForm, mailsOf, openForm, outcome, send } from './enquiry.ts';
import { anna, bob, expect, folder, item, mailed, notice, press, receive, signIn, test } from './inbox.ts';

test('an enquiry goes from the form to Waiting, under the reference that its visitor was shown, and through what people do', async ({
  page,
  site,
}) => {
  await openForm(page);
  await fillForm(page);
  await send(page);
  await expect(outcome(page)).toHaveText(/[\dA-Z]{4}-[\dA-Z]{4}/);
  const reference = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(await outcome(page).innerText())?.[0] ?? '';
  await site.people.invite(bob);
  await signIn(page, site, anna);
  await expect(folder(page, 'Waiting')).toHaveText('Waiting 1');
  await expect(item(page, fields.subject)).toContainText(reference);
  await expect(item(page, fields.subject)).toContainText('23 h left');
  const [mail] = await mailsOf(site, 1);
  await page.getByRole('link', { name: fields.subject }).click();
  expect(mail?.text).toContain(reference);
  expect(mail?.text).toContain(page.url());
  for (const text of [fields.name, fields.email, fields.company, reference])
    await expect(page.getByRole('definition').filter({ hasText: text }).first()).toHaveText(text);
  await expect(page.locator('pre')).toHaveText(fields.message);
  await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    `mailto:${fields.email}?subject=${encodeURIComponent(`Re: ${fields.subject} (${reference})`)}`,
  );

  await press(page, 'Mark as answered');
  await expect(notice(page)).toHaveText('Marked as answered.');
  await expect(folder(page, 'Answered')).toHaveText('Answered 1');
  await expect(folder(page, 'Waiting')).toHaveText('Waiting 0');
  await press(page, 'Mark as not answered');
  await expect(notice(page)).toHaveText('Marked as not answered.');
  await page.getByLabel('Note', { exact: true }).fill('Rings back at noon.\nOr one.');
  await press(page, 'Save the note');
  await expect(notice(page)).toHaveText('The note is saved.');
  await page.getByLabel('Assigned to').selectOption(bob);
  await press(page, 'Assign');
  await expect(notice(page)).toHaveText('Assigned.');
  await expect(page.getByRole('listitem').filter({ hasText: anna })).toHaveText([
    /marked it as answered$/,
    /marked it as not answered$/,
    /wrote a note on itRings back at noon.\nOr one.$/,
    new RegExp(`assigned it to ${bob}$`),
  ]);
  await folder(page, 'Waiting').click();
  await expect(item(page, fields.subject)).toContainText(/for bob$/);
});

test('what looks like spam is mailed only once somebody says that it is none, and what they call spam stands beside it', async ({
  page,
  site,
}) => {
  const id = await receive(site, { [trapField]: 'x' });
  await signIn(page, site, anna);
  await expect(page.getByRole('main')).toContainText('Nothing is waiting');
  await folder(page, 'Set aside').click();
  await expect(item(page, fields.subject)).toContainText('Set aside because the hidden field was filled in');
  await page.getByRole('link', { name: fields.subject }).click();
  await expect(page.getByRole('main')).toContainText('Mail to you: held back.');
  expect(existsSync(site.mailFolder)).toBe(false);
  await press(page, 'Not spam: deliver it');
  const [mail] = await mailsOf(site, 1);
  expect(mail?.replyTo?.[0]?.address).toBe(fields.email);
  await mailed(site, id);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Mail to you: sent,');
  await press(page, 'Spam: set aside');
  await expect(page.getByRole('main')).toContainText(/Set aside because .+ said that it is spam/);
  await expect(folder(page, 'Set aside')).toHaveText('Set aside 1');
  expect(await site.enquiries.find({ id })).toMatchObject([{ handling: 'set aside' }]);
});

test('a mail that does not leave stands in Not delivered with the reason, and goes once it is sent again', async ({
  page,
  site,
}) => {
  writeFileSync(site.mailFolder, 'no folder');
  const id = await receive(site);
  await expect.poll(async () => (await site.enquiries.officeCounts()).undelivered).toBe(1);
  await signIn(page, site, anna);
  await folder(page, 'Not delivered').click();
  await expect(item(page, fields.subject)).toContainText(
    /Mail not sent yet after \d+ attempts?; the next one is due .*EEXIST/,
  );
  await page.getByRole('link', { name: fields.subject }).click();
  rmSync(site.mailFolder);
  await press(page, 'Send the mail again');
  await expect(notice(page)).toHaveText('The mail is to be sent again.');
  await mailsOf(site, 1);
  await mailed(site, id);
  await folder(page, 'Not delivered').click();
  await expect(page.getByRole('main')).toContainText('Every mail was delivered');

  rmSync(site.mailFolder, { recursive: true });
  await page.goto(`${site.inboxUrl}/enquiries/${id}`);
  await press(page, 'Send the mail again');
  await mailsOf(site, 1);
});
