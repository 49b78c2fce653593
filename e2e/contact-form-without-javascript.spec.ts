import type { Page } from '@playwright/test';

import { contactPage, controls } from '../content/words.ts';
import { formKeyField } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import {
  expectTitle,
  expectValues,
  field,
  fillForm,
  formKey,
  holdScripts,
  keyFrom,
  mailsOf,
  noValues,
  openForm,
  outcome,
  recordCalls,
  send,
  sendWithoutScripts,
  parseEnquiry,
} from './enquiry.ts';
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

test.use({ expectedMessages: [/^Failed to load resource/] });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an enquiry is stored and mailed, and the page says so where a phone shows it', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/contact');
    await fillForm(page);
    expect(await sendWithoutScripts(page)).toBe(200);
    await expect(page).toHaveURL(/\/contact(?:#.*)?$/);
    await expect(outcome(page)).toContainText(success.title);
    await expect(outcome(page)).toContainText(success.description);
    await expect(outcome(page)).toBeInViewport();
    await expectValues(page, noValues);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
    await mailsOf(site, 1);
  });

  test('a refusal names every field at fault beside it, and everything typed stays, whatever it is', async ({
    page,
    site,
  }) => {
    await page.goto('/contact');
    await expectTitle(page, 'plain');
    const faults = await sendHostileText(page);
    await expect(outcome(page)).toContainText(invalid.title);
    for (const [name, fault] of faults) {
      await expect(field(page, name)).toHaveAccessibleDescription(`${controls.errorPrefix} ${fault}`);
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
      await expect(outcome(page).getByRole('link', { name: fault })).toHaveAttribute('href', `#${name}`);
    }
    await expectValues(page, hostile);
    await expect(page.locator('form')).toHaveCount(1);
    await expectTitle(page, 'error');
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);

    await fillForm(page, { email: fields.email });
    expect(await sendWithoutScripts(page)).toBe(200);
    await expectTitle(page, 'plain');
    const message = hostile.message.trim();
    expect(await site.enquiries.list({ limit: 10 })).toEqual([
      expect.objectContaining({ ...hostile, email: fields.email, message }),
    ]);
  });

  test('a form keeps its key until it is taken, and one that is sent twice is stored once', async ({ page, site }) => {
    await page.goto('/contact');
    const askedAt = Date.now();
    const key = await formKey(page).inputValue();
    await expect.poll(() => keyFrom(page.request)).not.toBe(key);
    // What is sent within a second is taken for a program's.
    await expect.poll(() => Date.now() - askedAt).toBeGreaterThan(1000);
    await fillForm(page, { ...fields, email: 'ada@localhost' });
    await send(page);
    await expect(outcome(page).getByRole('link')).toHaveCount(1);
    await expect(formKey(page)).toHaveValue(key);
    await fillForm(page, fields);
    await send(page);
    await expectValues(page, noValues);
    await expect(formKey(page)).toHaveValue(/^form-/);
    await expect(formKey(page)).not.toHaveValue(key);

    const form = { ...fields, [formKeyField]: key };
    expect((await page.request.post('/contact', { form })).status()).toBe(200);
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
    await page.request.post('/contact', { form: { ...form, message: 'Something else.' } });
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(2);
  });
});

test.describe('without JavaScript, when the store cannot commit', () => {
  const receive = async () => ({ outcome: 'unavailable', reason: 'disk full' }) as const;
  test.use({ javaScriptEnabled: false, parts: { enquiries: { receive } } });

  test('the page says so, and everything typed stays', async ({ page }) => {
    await page.goto('/contact');
    await fillForm(page);
    expect(await sendWithoutScripts(page)).toBe(503);
    await expectTitle(page, 'error');
    await expect(outcome(page)).toContainText(failure.title);
    await expect(outcome(page)).toContainText(failure.description);
    await expect(outcome(page)).not.toContainText('disk full');
    await expectValues(page, fields);
  });
});

test('a form sent before the scripts have come is answered by the page, which they then take over as it is', async ({
  page,
  site,
}) => {
  await openForm(page);
  await fillForm(page);
  const scripts = await holdScripts(page);
  await page.reload();
  const faults = await sendHostileText(page);
  scripts.release();
  await started(page);
  // What was refused, and not the draft of before.
  await expectValues(page, hostile);
  await expect(outcome(page)).toBeFocused();
  await expectTitle(page, 'error');
  await expect(outcome(page).getByRole('link')).toHaveText(faults.map(([, fault]) => fault));

  const calls = recordCalls(page);
  await fillForm(page, { email: fields.email });
  await send(page);
  await expect(outcome(page)).toContainText(success.title);
  await expectValues(page, noValues);
  await expectTitle(page, 'plain');
  expect(calls).toHaveLength(1);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

/** Resolves to the faults that the answer has to name. */
async function sendHostileText(page: Page): Promise<['email', string][]> {
  await fillForm(page, hostile);
  expect(await sendWithoutScripts(page)).toBe(422);
  const parsed = parseEnquiry(hostile);
  return Object.entries(parsed.ok ? {} : parsed.faults) as ['email', string][];
}
