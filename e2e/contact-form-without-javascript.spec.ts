import type { Page } from '@playwright/test';

import { describeOfficeHours } from '../content/office-hours.ts';
import { contactPage, controls, office } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import * as enquiry from './enquiry.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

const { success, invalid } = contactPage.form;
const hostile = {
  name: '"><script>document.title="broken"</script>',
  email: 'ada@localhost',
  company: "'\" onfocus='alert(1)' &amp; &lt;b&gt; \\",
  subject: '<img src=x onerror="document.title=1"> ${1} %00',
  message:
    '\n\nTwo empty lines first.\n</textarea></form><script>document.title="broken"</script>\n<!-- ünïcode 你好 🌉',
};
const [[, fault] = ['email', '']] = enquiry.faultsIn(hostile);

test.use({ expectedMessages: [/^Failed to load resource/] });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an enquiry is stored and mailed, and the page says so where a phone shows it', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/contact');
    await enquiry.fillForm(page);
    expect(await enquiry.sendWithoutScripts(page)).toBe(200);
    await expect(page).toHaveURL(/\/contact(?:#.*)?$/);
    for (const words of [success.title, success.description, describeOfficeHours(office)])
      await expect(enquiry.outcome(page)).toContainText(words);
    await expect(enquiry.outcome(page)).toBeInViewport();
    await enquiry.expectValues(page, enquiry.noValues);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
    await enquiry.mailsOf(site, 1);
  });

  test('a refusal stands beside its field, and everything typed stays as it is', async ({ page, site }) => {
    await page.goto('/contact');
    await sendHostileText(page);
    await expect(enquiry.outcome(page)).toContainText(invalid.title);
    await expect(enquiry.field(page, 'email')).toHaveAccessibleDescription(`${controls.errorPrefix} ${fault}`);
    await expect(enquiry.field(page, 'email')).toHaveAttribute('aria-invalid', 'true');
    await expect(enquiry.outcome(page).getByRole('link', { name: fault })).toHaveAttribute('href', '#email');
    await enquiry.expectValues(page, hostile);
    await expect(page.locator('form')).toHaveCount(1);
    await enquiry.expectTitle(page, 'error');
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);

    await enquiry.fillForm(page, { email: fields.email });
    expect(await enquiry.sendWithoutScripts(page)).toBe(200);
    await enquiry.expectTitle(page, 'plain');
    const stored = { ...hostile, email: fields.email, message: hostile.message.trim() };
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining(stored)]);
  });
});

test('a form sent before the scripts have come is answered by a page that they take over', async ({ page, site }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  let scripts = await enquiry.holdScripts(page);
  await page.reload();
  await sendHostileText(page);
  scripts.release();
  await started(page);
  // The refused values, not the earlier draft.
  await enquiry.expectValues(page, hostile);
  await expect(enquiry.outcome(page)).toBeFocused();
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.outcome(page).getByRole('link')).toHaveText([fault]);

  scripts = await enquiry.holdScripts(page);
  await page.goto('/contact');
  await enquiry.fillForm(page);
  scripts.release();
  await started(page);
  // Text typed before the scripts loaded stays.
  await enquiry.expectValues(page, fields);
  await enquiry.send(page);
  await expect(enquiry.outcome(page)).toContainText(success.title);
  await enquiry.expectTitle(page, 'plain');
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
});

test('success without scripts forgets the draft', async ({ page }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  const scripts = await enquiry.holdScripts(page);
  await page.reload();
  await enquiry.fillForm(page);
  expect(await enquiry.sendWithoutScripts(page)).toBe(200);
  scripts.release();
  await started(page);
  await enquiry.expectValues(page, enquiry.noValues);
});

async function sendHostileText(page: Page): Promise<void> {
  await enquiry.fillForm(page, hostile);
  expect(await enquiry.sendWithoutScripts(page)).toBe(422);
}
