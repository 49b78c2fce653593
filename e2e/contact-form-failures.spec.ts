import type { Locator, Page, Route } from '@playwright/test';

import { contactPage, controls } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import * as enquiry from './enquiry.ts';
import { expect, test } from './site.ts';

const { success, failure, offline, limited, invalid, submit } = contactPage.form;

test.use({ expectedMessages: enquiry.failureMessages });

test.describe('what was typed stays and can be sent again, and the visitor is told, when', () => {
  let fails = true;
  const receive = async () =>
    fails
      ? ({ outcome: 'unavailable', reason: 'disk full' } as const)
      : ({ outcome: 'accepted', id: 'enq_1', reference: '0000-0001' } as const);
  const consume = async () => (fails ? { allowed: false as const, retryAfterSeconds: 40 } : { allowed: true as const });
  const never = { parts: {}, answer: undefined, description: failure.description };

  for (const [what, { parts, answer, description }] of Object.entries({
    'the store fails': { ...never, parts: { enquiries: { receive } } },
    'the line fails': { ...never, answer: (route: Route) => route.abort() },
    'too much was sent': {
      ...never,
      parts: { limits: { ...noLimits, consume } },
      description: limited.replace('{when}', 'in 40 seconds'),
    },
  }))
    test.describe(() => {
      test.use({ parts });

      test(what, async ({ page }) => {
        fails = true;
        await enquiry.openForm(page);
        await enquiry.fillForm(page);
        if (answer) await page.route(`**${enquiry.functionPath}`, answer, { times: 1 });
        await enquiry.send(page);
        await expectFailure(page, description);

        fails = false;
        await enquiry.send(page);
        await expect(enquiry.outcome(page)).toContainText(success.title);
        await expect(enquiry.outcome(page)).not.toContainText(failure.title);
        await enquiry.expectTitle(page, 'plain');
        await enquiry.expectValues(page, enquiry.noValues);
      });
    });
});

test('an offline visitor is told so, and sends once the line is back', async ({ page, context, site }) => {
  const told = page.locator('form').getByRole('status').filter({ hasText: offline.notice });
  const calls = enquiry.recordCalls(page);
  await enquiry.openForm(page);
  await expect(told).toHaveCount(0);
  await context.setOffline(true);
  await expect(told).toBeVisible();
  await enquiry.fillForm(page);
  await enquiry.send(page);
  await expectFailure(page, offline.failure);
  expect(calls).toEqual([]);

  await context.setOffline(false);
  await expect(told).toHaveCount(0);
  await enquiry.send(page);
  await expect(enquiry.outcome(page)).toContainText(success.title);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

test('what the server refuses stands at its fields and in a summary, until it is mended', async ({ page, site }) => {
  const bad = { ...fields, name: '   ', email: 'ada@localhost' };
  const faults = enquiry.faultsIn(bad);
  await enquiry.openForm(page);
  await enquiry.fillForm(page, bad);
  await enquiry.send(page);

  await expect(enquiry.outcome(page)).toBeFocused();
  await expect(enquiry.outcome(page)).toBeInViewport();
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.outcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(invalid.title);
  // A retry would not help.
  await expect(enquiry.notification(page).locator('[data-description]')).toHaveText(invalid.notification);
  await expect(enquiry.outcome(page).getByRole('link')).toHaveText(faults.map(([, fault]) => fault));
  await enquiry.expectValues(page, bad);
  for (const [name, fault] of faults) {
    await expect(enquiry.field(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(enquiry.field(page, name)).toHaveAccessibleDescription(`${controls.errorPrefix} ${fault}`);
    await enquiry.outcome(page).getByRole('link', { name: fault }).click();
    await expect(enquiry.field(page, name)).toBeFocused();
    // The header must not cover the field, its label or its error after a jump to it.
    for (const part of [page.locator(`label[for=${name}]`), page.locator(`#${name}-fault`), enquiry.field(page, name)])
      await expect.poll(() => isUncovered(part), `${name} is covered`).toBe(true);
  }
  await expect(page.locator('[aria-invalid]')).toHaveCount(2);

  await enquiry.fillForm(page, { name: fields.name, email: fields.email });
  await enquiry.send(page);
  await enquiry.expectValues(page, enquiry.noValues);
  await expect(page.locator('[aria-invalid], [aria-describedby$="-fault"], [id$="-fault"]')).toHaveCount(0);
  await enquiry.expectTitle(page, 'plain');
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

async function expectFailure(page: Page, description: string): Promise<void> {
  const latest = enquiry.notification(page).first();
  await expect(latest.locator('[data-title]')).toHaveText(failure.title);
  await expect(latest.locator('[data-description]')).toHaveText(failure.description);
  await expect(latest).toHaveAttribute('data-type', 'error');
  await expect(enquiry.outcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(failure.title);
  await expect(enquiry.outcome(page)).toContainText(description);
  await expect(enquiry.outcome(page)).not.toContainText('disk full');
  await enquiry.expectTitle(page, 'error');
  await expect(enquiry.outcome(page)).toBeFocused();
  await enquiry.expectValues(page, fields);
  await expect(page.getByRole('button', { name: submit, exact: true })).toBeEnabled();
}

/** Resolves to true if an element is entirely in view and not covered by the header. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return bottom <= innerHeight && element.contains(document.elementFromPoint(left + 2, top + 2));
  });
}
