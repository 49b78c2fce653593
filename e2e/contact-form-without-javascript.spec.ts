import type { Page } from '@playwright/test';

import { describeOfficeHours } from '../src/content/office-hours.ts';
import { contactPage, controls, office } from '../src/content/release-content.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import * as enquiry from './contact-form.ts';
import { expect, test } from './site.ts';
import { waitUntilStarted } from './page-actions.ts';

const { success, invalid } = contactPage.form;
const hostile = {
  name: '"><script>document.title="broken"</script>',
  email: 'ada@localhost',
  company: "'\" onfocus='alert(1)' &amp; &lt;b&gt; \\",
  subject: '<img src=x onerror="document.title=1"> ${1} %00',
  message:
    '\n\nTwo empty lines first.\n</textarea></form><script>document.title="broken"</script>\n<!-- ünïcode 你好 🌉',
};
const [[, fault] = ['email', '']] = enquiry.listFieldErrors(hostile);

test.use({ expectedMessages: [/^Failed to load resource/] });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an enquiry is stored and mailed, and the page says so where a phone shows it', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/contact');
    await enquiry.fillForm(page);
    expect(await enquiry.submitWithoutScripts(page)).toBe(200);
    await expect(page).toHaveURL(/\/contact(?:#.*)?$/);
    for (const words of [success.title, success.description, describeOfficeHours(office)])
      await expect(enquiry.findOutcome(page)).toContainText(words);
    await expect(enquiry.findOutcome(page)).toBeInViewport();
    await enquiry.expectFieldValues(page, enquiry.emptyValues);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...sampleFields })]);
    await enquiry.waitForMails(site, 1);
  });

  test('a refusal stands beside its field, and everything typed stays as it is', async ({ page, site }) => {
    await page.goto('/contact');
    await sendHostileText(page);
    await expect(enquiry.findOutcome(page)).toContainText(invalid.title);
    await expect(enquiry.findField(page, 'email')).toHaveAccessibleDescription(`${controls.errorPrefix} ${fault}`);
    await expect(enquiry.findField(page, 'email')).toHaveAttribute('aria-invalid', 'true');
    await expect(enquiry.findOutcome(page).getByRole('link', { name: fault })).toHaveAttribute('href', '#email');
    await enquiry.expectFieldValues(page, hostile);
    await expect(page.locator('form')).toHaveCount(1);
    await enquiry.expectTitle(page, 'error');
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);

    await enquiry.fillForm(page, { email: sampleFields.email });
    expect(await enquiry.submitWithoutScripts(page)).toBe(200);
    await enquiry.expectTitle(page, 'plain');
    const stored = { ...hostile, email: sampleFields.email, message: hostile.message.trim() };
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining(stored)]);
  });
});

test('a form sent before the scripts have come is answered by a page that they take over', async ({ page, site }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  let scripts = await enquiry.delayScripts(page);
  await page.reload();
  await sendHostileText(page);
  scripts.release();
  await waitUntilStarted(page);
  // The refused values, not the earlier draft.
  await enquiry.expectFieldValues(page, hostile);
  await expect(enquiry.findOutcome(page)).toBeFocused();
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.findOutcome(page).getByRole('link')).toHaveText([fault]);

  scripts = await enquiry.delayScripts(page);
  await page.goto('/contact');
  await enquiry.fillForm(page);
  scripts.release();
  await waitUntilStarted(page);
  // Text typed before the scripts loaded stays.
  await enquiry.expectFieldValues(page, sampleFields);
  await enquiry.submitForm(page);
  await expect(enquiry.findOutcome(page)).toContainText(success.title);
  await enquiry.expectTitle(page, 'plain');
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...sampleFields })]);
});

test('success without scripts forgets the draft', async ({ page }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  const scripts = await enquiry.delayScripts(page);
  await page.reload();
  await enquiry.fillForm(page);
  expect(await enquiry.submitWithoutScripts(page)).toBe(200);
  scripts.release();
  await waitUntilStarted(page);
  await enquiry.expectFieldValues(page, enquiry.emptyValues);
});

async function sendHostileText(page: Page): Promise<void> {
  await enquiry.fillForm(page, hostile);
  expect(await enquiry.submitWithoutScripts(page)).toBe(422);
}
