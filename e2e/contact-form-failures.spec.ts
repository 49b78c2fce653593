import type { ConsoleMessage, Locator, Page } from '@playwright/test';

import { contactPage } from '../content/contact.ts';
import { parseEnquiry } from '../enquiries/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import {
  expectTitle,
  expectValues,
  field,
  fillForm,
  functionPath,
  noValues,
  notification,
  outcome,
  send,
} from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const failure = { title: 'Error sending message', description: 'Please try again later.' };
const notSent = /^The message was not sent:/;
// One expression: Playwright takes a list of two objects for a value and its options.
const expectedMessages = [/^The message was not sent:|^Failed to load resource/];
const unavailable = { receive: async () => ({ outcome: 'unavailable', reason: 'disk full' }) as const };

const failures = [
  {
    what: 'the store cannot commit',
    options: { parts: { enquiries: unavailable } },
    error: /FunctionsHttpError/,
    provoke: async () => {},
  },
  {
    what: 'the network is gone',
    options: {},
    error: /FunctionsFetchError/,
    provoke: (page: Page) => page.route(`**${functionPath}`, (route) => route.abort()),
  },
  {
    what: 'a relay in front of the function fails',
    options: {},
    error: /FunctionsRelayError/,
    provoke: (page: Page) =>
      page.route(`**${functionPath}`, (route) =>
        route.fulfill({ headers: { 'x-relay-error': 'true' }, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      ),
  },
];

for (const { what, options, error, provoke } of failures) {
  test.describe(() => {
    test.use({ ...options, expectedMessages });

    test(`when ${what}, the visitor is told, and what they typed stays`, async ({ page, site }) => {
      const messages = recordErrors(page);
      await provoke(page);
      await page.goto('/contact');
      await started(page);
      await fillForm(page);
      await send(page);

      await expectFailure(page);
      await expect(outcome(page)).toContainText(failure.description);
      expect(messages.filter((text) => notSent.test(text))).toEqual([expect.stringMatching(error)]);
      expect(await site.enquiries.list({ limit: 10 })).toEqual([]);
    });
  });
}

test.describe('after too many messages', () => {
  const limits = { consume: async () => ({ allowed: false, retryAfterSeconds: 40 }) as const };
  test.use({ parts: { limits }, expectedMessages });

  test('the visitor is told when to send again, and what they typed stays', async ({ page, site }) => {
    await page.goto('/contact');
    await started(page);
    await fillForm(page);
    await send(page);
    await expectFailure(page);
    await expect(outcome(page)).toContainText(contactPage.form.limited.replace('{when}', 'in 40 seconds'));
    expect(await site.enquiries.list({ limit: 10 })).toEqual([]);
  });
});

test.describe('what only the server refuses', () => {
  test.use({ expectedMessages });
  const bad = { ...fields, name: '   ', email: 'ada@localhost' };
  const parsed = parseEnquiry(bad);
  const faults = Object.entries(parsed.ok ? {} : parsed.faults) as ['name' | 'email', string][];

  test('stands beside the fields and in a summary that leads to them, until it is mended', async ({ page, site }) => {
    await page.goto('/contact');
    await started(page);
    await fillForm(page, bad);
    await send(page);

    await expect(outcome(page)).toBeFocused();
    await expect(outcome(page)).toBeInViewport();
    await expectTitle(page, 'error');
    const summary = outcome(page).getByRole('alert');
    await expect(summary.getByRole('heading', { level: 3 })).toHaveText(contactPage.form.invalid.title);
    await expect(notification(page).locator('[data-title]')).toHaveText(failure.title);
    await expect(outcome(page).getByRole('link')).toHaveText(faults.map(([, fault]) => fault));
    await expectValues(page, bad);
    for (const [name, fault] of faults) {
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, name)).toHaveAccessibleDescription(`Error: ${fault}`);
      await expect(page.locator(`#${name}-fault`)).toBeVisible();
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
    await expect(outcome(page)).not.toContainText(contactPage.form.invalid.title);
    await expectTitle(page, 'plain');
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
  });
});

test.describe('after a failure', () => {
  test.use({ expectedMessages });

  test('the same message can be sent again, and the old outcome is gone while it is', async ({ page, site }) => {
    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await page.goto('/contact');
    await started(page);
    await fillForm(page);
    await send(page);
    await expectFailure(page);
    await send(page);
    await expect(outcome(page)).not.toContainText(failure.title);
    await expect(outcome(page)).toContainText(contactPage.form.success.title);
    await expectTitle(page, 'plain');
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
  });
});

async function expectFailure(page: Page): Promise<void> {
  await expect(notification(page).locator('[data-title]')).toHaveText(failure.title);
  await expect(notification(page).locator('[data-description]')).toHaveText(failure.description);
  await expect(notification(page)).toHaveAttribute('data-type', 'error');
  await expect(outcome(page).getByRole('alert').getByRole('heading', { level: 3 })).toHaveText(failure.title);
  await expectTitle(page, 'error');
  const alarm = await outcome(page)
    .locator('.border-balloon')
    .evaluate((box) => getComputedStyle(box).borderLeftColor);
  await expect(notification(page)).toHaveCSS('border-left-color', alarm);
  await expect(outcome(page)).toBeFocused();
  await expectValues(page, fields);
  await expect(page.getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();
}

/** Whether all of it is in view, and nothing lies above its top, where the header would. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return bottom <= innerHeight && element.contains(document.elementFromPoint(left + 2, top + 2));
  });
}

function recordErrors(page: Page): string[] {
  const texts: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') texts.push(message.text());
  });
  return texts;
}
