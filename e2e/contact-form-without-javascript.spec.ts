import type { Page } from '@playwright/test';

import { contactPage } from '../content/contact.ts';
import { parseEnquiry } from '../enquiries/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import {
  expectTitle,
  expectValues,
  field,
  fillForm,
  holdScripts,
  mailsOf,
  noValues,
  outcome,
  recordCalls,
  send,
  sendWithoutScripts,
} from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const failedToLoad = /^Failed to load resource/;
const hostile = {
  name: '"><script>document.title="broken"</script>',
  email: 'ada@localhost',
  company: "'\" onfocus='alert(1)' &amp; &lt;b&gt; \\",
  subject: '<img src=x onerror="document.title=1"> ${1} %00',
  message:
    '\n\nTwo empty lines first.\n</textarea></form><script>document.title="broken"</script>\n<!-- ünïcode 你好 🌉',
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedMessages: [failedToLoad] });

  test('an enquiry is stored and mailed, and the page says so', async ({ page, site }) => {
    await page.goto('/contact');
    await fillForm(page);
    expect(await sendWithoutScripts(page)).toBe(200);
    await expect(page).toHaveURL(/\/contact(?:#.*)?$/);
    await expect(outcome(page)).toContainText('Message sent successfully!');
    await expect(outcome(page)).toContainText("We'll get back to you within 24 hours.");
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
    await expect(outcome(page)).toContainText(contactPage.form.invalid.title);
    for (const [name, fault] of faults) {
      await expect(field(page, name)).toHaveAccessibleDescription(`Error: ${fault}`);
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

  test('the outcome is in view on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/contact');
    await fillForm(page);
    await sendWithoutScripts(page);
    await expect(outcome(page)).toBeInViewport();
  });
});

test.describe('without JavaScript, when the store cannot commit', () => {
  const enquiries = { receive: async () => ({ outcome: 'unavailable', reason: 'disk full' }) as const };
  test.use({ javaScriptEnabled: false, parts: { enquiries }, expectedMessages: [failedToLoad] });

  test('the page says so, and everything typed stays', async ({ page }) => {
    await page.goto('/contact');
    await fillForm(page);
    expect(await sendWithoutScripts(page)).toBe(503);
    await expectTitle(page, 'error');
    await expect(outcome(page)).toContainText('Error sending message');
    await expect(outcome(page)).toContainText('Please try again later.');
    await expect(outcome(page)).not.toContainText('disk full');
    await expectValues(page, fields);
  });
});

test.describe('without JavaScript, after too many messages', () => {
  const limits = { consume: async () => ({ allowed: false, retryAfterSeconds: 90 }) as const };
  test.use({ javaScriptEnabled: false, parts: { limits }, expectedMessages: [failedToLoad] });

  test('the page says when to send again, and everything typed stays', async ({ page, site }) => {
    await page.goto('/contact');
    await fillForm(page);
    expect(await sendWithoutScripts(page)).toBe(429);
    await expect(outcome(page)).toContainText('Error sending message');
    await expect(outcome(page)).toContainText(contactPage.form.limited.replace('{when}', 'in 2 minutes'));
    await expectValues(page, fields);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);
  });
});

test.describe('before the scripts have come', () => {
  test.use({ expectedMessages: [failedToLoad] });

  test('what is typed survives their start', async ({ page }) => {
    const scripts = await holdScripts(page);
    await page.goto('/contact');
    await fillForm(page);
    scripts.release();
    await started(page);
    await expectValues(page, fields);
  });

  test('a form that is sent is answered by the page, which the scripts then take over as it is', async ({
    page,
    site,
  }) => {
    const scripts = await holdScripts(page);
    await page.goto('/contact');
    const faults = await sendHostileText(page);
    scripts.release();
    await started(page);
    await expectValues(page, hostile);
    await expect(outcome(page)).toBeFocused();
    await expectTitle(page, 'error');
    await expect(outcome(page).getByRole('link')).toHaveText(faults.map(([, fault]) => fault));

    const calls = recordCalls(page);
    await fillForm(page, { email: fields.email });
    await send(page);
    await expect(outcome(page)).toContainText('Message sent successfully!');
    await expectValues(page, noValues);
    await expectTitle(page, 'plain');
    expect(calls).toHaveLength(1);
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
  });
});

/** Resolves to the faults that the answer has to name. */
async function sendHostileText(page: Page): Promise<['email', string][]> {
  await fillForm(page, hostile);
  expect(await sendWithoutScripts(page)).toBe(422);
  const parsed = parseEnquiry(hostile);
  return Object.entries(parsed.ok ? {} : parsed.faults) as ['email', string][];
}
