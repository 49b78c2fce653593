import type { Page } from '@playwright/test';

import { contactPage, controls } from '../content/words.ts';
import { formKeyField } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import * as enquiry from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const { success, failure, invalid } = contactPage.form;
const hostile = {
  name: '"><script>document.title="broken"</script>',
  email: 'ada@localhost',
  company: "'\" onfocus='alert(1)' &amp; &lt;b&gt; \\",
  subject: '<img src=x onerror="document.title=1"> ${1} %00',
  message:
    '\n\nTwo empty lines first.\n</textarea></form><script>document.title="broken"</script>\n<!-- ünïcode 你好 🌉',
};
const parsed = enquiry.parseEnquiry(hostile);
const fault = parsed.ok ? '' : (parsed.faults.email ?? '');

test.use({ expectedMessages: [/^Failed to load resource/] });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an enquiry is stored and mailed, and the page says so where a phone shows it', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/contact');
    await enquiry.fillForm(page);
    expect(await enquiry.sendWithoutScripts(page)).toBe(200);
    await expect(page).toHaveURL(/\/contact(?:#.*)?$/);
    await expect(enquiry.outcome(page)).toContainText(success.title);
    await expect(enquiry.outcome(page)).toContainText(success.description);
    await expect(enquiry.outcome(page)).toBeInViewport();
    await enquiry.expectValues(page, enquiry.noValues);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
    await enquiry.mailsOf(site, 1);
  });

  test('a refusal stands beside its field, and everything typed stays as it is', async ({ page, site }) => {
    await page.goto('/contact');
    await enquiry.expectTitle(page, 'plain');
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

  test('a form keeps its key until it is taken, and one that is sent twice is stored once', async ({ page, site }) => {
    await page.goto('/contact');
    const askedAt = Date.now();
    const key = await enquiry.formKey(page).inputValue();
    await expect.poll(() => enquiry.keyFrom(page.request)).not.toBe(key);
    // What is sent within a second is taken for a program's.
    await expect.poll(() => Date.now() - askedAt).toBeGreaterThan(1000);
    await enquiry.fillForm(page, { ...fields, email: 'ada@localhost' });
    await enquiry.send(page);
    await expect(enquiry.outcome(page).getByRole('link')).toHaveCount(1);
    await expect(enquiry.formKey(page)).toHaveValue(key);
    await enquiry.fillForm(page, fields);
    await enquiry.send(page);
    await enquiry.expectValues(page, enquiry.noValues);
    await expect(enquiry.formKey(page)).toHaveValue(/^form-/);
    await expect(enquiry.formKey(page)).not.toHaveValue(key);

    for (const [count, message] of [fields.message, 'Something else.'].entries()) {
      const form = { ...fields, message, [formKeyField]: key };
      expect((await page.request.post('/contact', { form })).status()).toBe(200);
      expect(await site.enquiries.list({ limit: 10 })).toHaveLength(count + 1);
    }
  });
});

test.describe('without JavaScript, when the store cannot commit', () => {
  const receive = async () => ({ outcome: 'unavailable', reason: 'disk full' }) as const;
  test.use({ javaScriptEnabled: false, parts: { enquiries: { receive } } });

  test('the page says so, and everything typed stays', async ({ page }) => {
    await page.goto('/contact');
    await enquiry.fillForm(page);
    expect(await enquiry.sendWithoutScripts(page)).toBe(503);
    await enquiry.expectTitle(page, 'error');
    await expect(enquiry.outcome(page)).toContainText(failure.title);
    await expect(enquiry.outcome(page)).toContainText(failure.description);
    await expect(enquiry.outcome(page)).not.toContainText('disk full');
    await enquiry.expectValues(page, fields);
  });
});

test('a form sent before the scripts have come is answered by a page that they take over', async ({ page, site }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  const scripts = await enquiry.holdScripts(page);
  await page.reload();
  await sendHostileText(page);
  scripts.release();
  await started(page);
  // What was refused, and not the draft of before.
  await enquiry.expectValues(page, hostile);
  await expect(enquiry.outcome(page)).toBeFocused();
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.outcome(page).getByRole('link')).toHaveText([fault]);

  const calls = enquiry.recordCalls(page);
  await enquiry.fillForm(page, { email: fields.email });
  await enquiry.send(page);
  await expect(enquiry.outcome(page)).toContainText(success.title);
  await enquiry.expectValues(page, enquiry.noValues);
  await enquiry.expectTitle(page, 'plain');
  expect(calls).toHaveLength(1);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

async function sendHostileText(page: Page): Promise<void> {
  await enquiry.fillForm(page, hostile);
  expect(await enquiry.sendWithoutScripts(page)).toBe(422);
}
