import type { Locator, Page } from '@playwright/test';

import { contactPage, controls } from '../src/content/release-content.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import { noLimits } from '../src/start/testing/no-limits.ts';
import * as enquiry from './contact-form.ts';
import { expect, test } from './site.ts';

const { success, answerBy, failure, offline, limited, invalid, submit } = contactPage.form;

test.use({ expectedMessages: enquiry.failureMessages });

test.describe('where something fails', () => {
  let failing = '';
  const receive = async () =>
    failing === 'the store'
      ? ({ outcome: 'unavailable', reason: 'disk full' } as const)
      : ({ outcome: 'accepted', id: 'enq_1', reference: '0000-0001', answerBy: 'Monday, 12:00' } as const);
  const consume = async () =>
    failing === 'the limit' ? { isAllowed: false as const, retryAfterSeconds: 40 } : { isAllowed: true as const };
  test.use({ replacements: { enquiries: { receive }, submissionLimits: { ...noLimits, consume } } });

  test('what was typed stays and can be sent again, and the visitor is told', async ({ page }) => {
    await page.route(`**${enquiry.enquiryFunctionPath}`, (route) =>
      failing === 'the line' ? route.abort() : route.continue(),
    );
    await enquiry.openForm(page);
    for (const [what, description] of [
      ['the store', failure.description],
      ['the line', failure.description],
      ['the limit', limited.replace('{when}', 'in 40 seconds')],
    ] as const) {
      failing = what;
      await enquiry.sendForm(page);
      await expectFailure(page, description);

      failing = '';
      await enquiry.submitForm(page);
      for (const text of [success.title, answerBy.replace('{time}', 'Monday, 12:00')])
        await expect(enquiry.findOutcome(page)).toContainText(text);
      await expect(enquiry.findOutcome(page)).not.toContainText(failure.title);
      await enquiry.expectTitle(page, 'plain');
      await enquiry.expectFieldValues(page, enquiry.emptyValues);
    }
  });
});

test('an offline visitor is told so, and sends once the line is back', async ({ page, context, site }) => {
  const told = page.locator('form').getByRole('status').filter({ hasText: offline.notice });
  const calls = enquiry.recordSubmissions(page);
  await enquiry.openForm(page);
  await expect(told).toHaveCount(0);
  await context.setOffline(true);
  await expect(told).toBeVisible();
  await expect(told.locator('p')).not.toHaveCSS('margin-bottom', '0px');
  await enquiry.sendForm(page);
  await expectFailure(page, offline.failure);
  expect(calls).toEqual([]);

  await context.setOffline(false);
  await expect(told).toHaveCount(0);
  await enquiry.submitForm(page);
  await expect(enquiry.findOutcome(page)).toContainText(success.title);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

test('what the server refuses stands at its fields and in a summary, until it is mended', async ({ page, site }) => {
  const bad = { ...sampleFields, name: '   ', email: 'ada@localhost' };
  const faults = enquiry.listFieldErrors(bad);
  await enquiry.openForm(page);
  await enquiry.sendForm(page, bad);

  await expect(enquiry.findOutcome(page)).toBeFocused();
  await expect(enquiry.findOutcome(page)).toBeInViewport();
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.findOutcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(
    invalid.title,
  );
  // A retry would not help.
  await expect(enquiry.findNotifications(page).locator('[data-description]')).toHaveText(invalid.notification);
  await expect(enquiry.findOutcome(page).getByRole('link')).toHaveText(faults.map(([, fault]) => fault));
  await enquiry.expectFieldValues(page, bad);
  for (const [name, fault] of faults) {
    await expect(enquiry.findField(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(enquiry.findField(page, name)).toHaveAccessibleDescription(`${controls.errorPrefix} ${fault}`);
    await enquiry.findOutcome(page).getByRole('link', { name: fault }).click();
    await expect(enquiry.findField(page, name)).toBeFocused();
    // The header must not cover the field, its label or its error after a jump to it.
    for (const part of [
      page.locator(`label[for=${name}]`),
      page.locator(`#${name}-fault`),
      enquiry.findField(page, name),
    ])
      await expect.poll(() => isUncovered(part), `${name} is covered`).toBe(true);
  }
  await expect(page.locator('[aria-invalid]')).toHaveCount(2);

  await enquiry.sendForm(page, { name: sampleFields.name, email: sampleFields.email });
  await enquiry.expectFieldValues(page, enquiry.emptyValues);
  await expect(page.locator('[aria-invalid], [aria-describedby$="-fault"], [id$="-fault"]')).toHaveCount(0);
  await enquiry.expectTitle(page, 'plain');
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

async function expectFailure(page: Page, description: string): Promise<void> {
  const latest = enquiry.findNotifications(page).first();
  await expect(latest.locator('[data-title]')).toHaveText(failure.title);
  await expect(latest.locator('[data-description]')).toHaveText(failure.description);
  await expect(latest).toHaveAttribute('data-type', 'error');
  await expect(enquiry.findOutcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(
    failure.title,
  );
  await expect(enquiry.findOutcome(page)).toContainText(description);
  await expect(enquiry.findOutcome(page)).not.toContainText('disk full');
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.findOutcome(page)).toBeFocused();
  await enquiry.expectFieldValues(page, sampleFields);
  await expect(page.getByRole('button', { name: submit, exact: true })).toBeEnabled();
}

/** Resolves to true if an element is entirely in view and not covered by the header. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return bottom <= innerHeight && element.contains(document.elementFromPoint(left + 2, top + 2));
  });
}
