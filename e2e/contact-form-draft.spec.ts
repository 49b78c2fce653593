import type { Page } from '@playwright/test';

import { fields } from '../enquiries/testing/samples.ts';
import * as enquiry from './enquiry.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

test('what is typed survives a reload and a walk until it is sent, in this tab alone', async ({ page, context }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  await reload(page);
  await enquiry.expectValues(page, fields);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await enquiry.expectValues(page, fields);
  const other = await context.newPage();
  await enquiry.openForm(other);
  await enquiry.expectValues(other, enquiry.noValues);

  await started(page);
  await enquiry.send(page);
  await enquiry.expectValues(page, enquiry.noValues);
  expect(await keptDraft(page)).toBeNull();
  await reload(page);
  await enquiry.expectValues(page, enquiry.noValues);
});

test('what was typed before the scripts came stays, and success without scripts forgets it', async ({ page }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  const scripts = await enquiry.holdScripts(page);
  await page.reload();
  await enquiry.fillForm(page, { subject: 'Another one' });
  scripts.release();
  await enquiry.expectValues(page, { ...fields, subject: 'Another one' });

  const heldAgain = await enquiry.holdScripts(page);
  await page.reload();
  await enquiry.fillForm(page);
  expect(await enquiry.sendWithoutScripts(page)).toBe(200);
  heldAgain.release();
  await started(page);
  await enquiry.expectValues(page, enquiry.noValues);
  expect(await keptDraft(page)).toBeNull();
});

test.describe('the key of a message', () => {
  test.use({ expectedMessages: enquiry.failureMessages });

  test('stays through a failure and a reload, until it is sent', async ({ page, site }) => {
    const calls = enquiry.recordCalls(page);
    await page.route(`**${enquiry.functionPath}`, (route) => route.abort(), { times: 1 });
    await enquiry.openForm(page);
    await enquiry.fillForm(page);
    await enquiry.send(page);
    await expect(enquiry.outcome(page).getByRole('alert')).toBeVisible();
    await reload(page);
    for (const message of [fields.message, 'Something else.']) {
      await enquiry.fillForm(page, { ...fields, message });
      await enquiry.send(page);
      await enquiry.expectValues(page, enquiry.noValues);
    }
    const [first = '', second, third = ''] = calls.map((call) => call.headers()['idempotency-key']);
    for (const key of [first, third]) expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(2);
  });
});

async function reload(page: Page): Promise<void> {
  await page.reload();
  await started(page);
}

const keptDraft = (page: Page) => page.evaluate(() => sessionStorage.getItem('contact-draft'));
