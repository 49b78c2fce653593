import type { Locator, Page } from '@playwright/test';

import { contactPage, controls } from '../content/words.ts';
import type { Enquiries } from '../enquiries/core/enquiries.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import {
  expectTitle,
  expectValues,
  failureMessages,
  field,
  fillForm,
  functionPath,
  noValues,
  notification,
  openForm,
  outcome,
  recordCalls,
  send,
  parseEnquiry,
} from './enquiry.ts';
import { expect, test } from './site.ts';

const { success, offline, limited, invalid } = contactPage.form;
const failure = { title: 'Error sending message', description: 'Please try again later.' };
const relayError = { headers: { 'x-relay-error': 'true' }, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };

test.use({ expectedMessages: failureMessages });

test.describe('when', () => {
  let isFull = true;
  let isLimited = false;
  const receive: Enquiries['receive'] = async () =>
    isFull
      ? { outcome: 'unavailable', reason: 'disk full' }
      : { outcome: 'accepted', id: 'enq_1', reference: '0000-0001' };
  const limits = {
    ...noLimits,
    consume: async () => (isLimited ? { allowed: false as const, retryAfterSeconds: 40 } : { allowed: true as const }),
  };
  test.use({ parts: { limits, enquiries: { receive } } });

  test('store, line or relay fail, or too much was sent, the visitor is told, what they typed stays, and can be sent again', async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('The message was not sent:')) errors.push(message.text());
    });
    await openForm(page);
    await fillForm(page);
    for (const { error, description = failure.description, provoke } of [
      { error: /FunctionsHttpError/, provoke: async () => {} },
      {
        error: /FunctionsFetchError/,
        provoke: () => page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 }),
      },
      {
        error: /FunctionsRelayError/,
        provoke: () => page.route(`**${functionPath}`, (route) => route.fulfill(relayError), { times: 1 }),
      },
      {
        error: /./,
        description: limited.replace('{when}', 'in 40 seconds'),
        provoke: async () => void (isLimited = true),
      },
    ]) {
      errors.length = 0;
      await provoke();
      await send(page);
      await expect.poll(() => errors).toEqual([expect.stringMatching(error)]);
      await expectFailure(page, description);
    }

    isFull = isLimited = false;
    await send(page);
    await expect(outcome(page)).toContainText(success.title);
    await expect(outcome(page)).not.toContainText(failure.title);
    await expectTitle(page, 'plain');
    await expectValues(page, noValues);
  });
});

test('an offline visitor is told so, and can send what was written once the line is back', async ({
  page,
  context,
  site,
}) => {
  const calls = recordCalls(page);
  await openForm(page);
  await expect(toldOffline(page)).toHaveCount(0);
  await context.setOffline(true);
  await expect(toldOffline(page)).toBeVisible();
  await fillForm(page);
  await send(page);
  await expectFailure(page, offline.failure);
  expect(calls).toEqual([]);

  await context.setOffline(false);
  await expect(toldOffline(page)).toHaveCount(0);
  await send(page);
  await expect(outcome(page)).toContainText(success.title);
  await expectValues(page, noValues);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

test('who was offline when the scripts came is told so as well', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  await openForm(page);
  await expect(toldOffline(page)).toBeVisible();
});

test('what only the server refuses stands beside the fields and in a summary that leads to them, until it is mended', async ({
  page,
  site,
}) => {
  const bad = { ...fields, name: '   ', email: 'ada@localhost' };
  const parsed = parseEnquiry(bad);
  const faults = Object.entries(parsed.ok ? {} : parsed.faults) as ['name' | 'email', string][];
  await openForm(page);
  await fillForm(page, bad);
  await send(page);

  await expect(outcome(page)).toBeFocused();
  await expect(outcome(page)).toBeInViewport();
  await expectTitle(page, 'error');
  await expect(outcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(invalid.title);
  await expect(notification(page).locator('[data-title]')).toHaveText(failure.title);
  // To try again later would not help.
  await expect(notification(page).locator('[data-description]')).toHaveText(invalid.notification);
  await expect(outcome(page).getByRole('link')).toHaveText(faults.map(([, fault]) => fault));
  await expectValues(page, bad);
  for (const [name, fault] of faults) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, name)).toHaveAccessibleDescription(`${controls.errorPrefix} ${fault}`);
    await outcome(page).getByRole('link', { name: fault }).click();
    await expect(field(page, name)).toBeFocused();
    // Whoever was led there has to see which field it is, and what is wrong with it: nothing of it lies under the header.
    for (const part of [page.locator(`label[for=${name}]`), page.locator(`#${name}-fault`), field(page, name)]) {
      await expect.poll(() => isUncovered(part), `${name} is covered`).toBe(true);
    }
  }
  await expect(page.locator('[aria-invalid]')).toHaveCount(2);

  await fillForm(page, { name: fields.name, email: fields.email });
  await send(page);
  await expectValues(page, noValues);
  await expect(page.locator('[aria-invalid], [aria-describedby$="-fault"], [id$="-fault"]')).toHaveCount(0);
  await expect(outcome(page)).not.toContainText(invalid.title);
  await expectTitle(page, 'plain');
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

async function expectFailure(page: Page, description: string): Promise<void> {
  const latest = notification(page).first();
  await expect(latest.locator('[data-title]')).toHaveText(failure.title);
  await expect(latest.locator('[data-description]')).toHaveText(failure.description);
  await expect(latest).toHaveAttribute('data-type', 'error');
  await expect(outcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(failure.title);
  await expect(outcome(page)).toContainText(description);
  await expectTitle(page, 'error');
  const alarm = await outcome(page)
    .locator('.border-balloon')
    .evaluate((box) => getComputedStyle(box).borderLeftColor);
  await expect(latest).toHaveCSS('border-left-color', alarm);
  await expect(outcome(page)).toBeFocused();
  await expectValues(page, fields);
  await expect(page.getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();
}

/** The notice, where a screen reader announces it. */
const toldOffline = (page: Page) => page.locator('form').getByRole('status').filter({ hasText: offline.notice });

/** Whether all of it is in view, and nothing lies above its top, where the header would. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return bottom <= innerHeight && element.contains(document.elementFromPoint(left + 2, top + 2));
  });
}
