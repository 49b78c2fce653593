import type { Page } from '@playwright/test';

import { contactPage } from '../content/contact.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expectValues, fillForm, noValues, notification, outcome, recordCalls, send } from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const { notice, failure } = contactPage.form.offline;

test('an offline visitor is told so, and can send what was written once the line is back', async ({
  page,
  context,
  site,
}) => {
  const calls = recordCalls(page);
  await page.goto('/contact');
  await started(page);
  await expect(told(page)).toHaveCount(0);
  await context.setOffline(true);
  await expect(told(page)).toBeVisible();
  await fillForm(page);
  await send(page);
  await expect(outcome(page)).toContainText('Error sending message');
  await expect(outcome(page)).toContainText(failure);
  await expect(outcome(page)).toBeFocused();
  await expectValues(page, fields);
  expect(calls).toEqual([]);

  await context.setOffline(false);
  await expect(told(page)).toHaveCount(0);
  await send(page);
  await expect(outcome(page)).toContainText(contactPage.form.success.title);
  await expect(notification(page)).toHaveCount(1);
  await expectValues(page, noValues);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

test('who was offline when the scripts came is told so as well', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  await page.goto('/contact');
  await started(page);
  await expect(told(page)).toBeVisible();
  await context.setOffline(false);
});

/** The notice, where a screen reader announces it. */
const told = (page: Page) => page.locator('form').getByRole('status').filter({ hasText: notice });
