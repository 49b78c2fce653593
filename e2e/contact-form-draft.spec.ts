import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { fields } from '../enquiries/testing/samples.ts';
import {
  expectValues,
  field,
  fillForm,
  functionPath,
  holdScripts,
  noValues,
  outcome,
  recordCalls,
  send,
  sendWithoutScripts,
} from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const failed = [/^The message was not sent:|^Failed to load resource/];

test('what is typed survives a reload and a walk through the site, and another tab does not see it', async ({
  page,
  context,
}) => {
  await open(page);
  await fillForm(page);
  await page.reload();
  await started(page);
  await expectValues(page, fields);

  const header = page.getByRole('banner');
  const about = navigation.links.find(({ to }) => to === '/about')?.label ?? '';
  await header.getByRole('link', { name: about, exact: true }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expectValues(page, fields);

  const other = await context.newPage();
  await open(other);
  await expectValues(other, noValues);
});

test('what was sent is forgotten', async ({ page }) => {
  await open(page);
  await fillForm(page);
  expect(await keptDraft(page)).not.toBeNull();
  await send(page);
  await expectValues(page, noValues);
  expect(await keptDraft(page)).toBeNull();
  await page.reload();
  await started(page);
  await expectValues(page, noValues);
});

test.describe('one key marks one message', () => {
  test.use({ expectedMessages: failed });

  test('through a failure and a reload, until it is sent', async ({ page }) => {
    const calls = recordCalls(page);
    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await open(page);
    await fillForm(page);
    await send(page);
    await expect(outcome(page).locator('.border-balloon')).toBeVisible();
    await page.reload();
    await started(page);
    await send(page);
    await expectValues(page, noValues);
    await fillForm(page, { ...fields, message: 'Something else.' });
    await send(page);
    await expectValues(page, noValues);

    const [first, second, third] = calls.map((call) => call.headers()['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(third).toMatch(/^[0-9a-f]{32}$/);
  });
});

test('what was typed before the scripts came is not overwritten', async ({ page }) => {
  await open(page);
  await fillForm(page);
  await page.goto('/about');
  const scripts = await holdScripts(page);
  await page.goto('/contact');
  await fillForm(page, { subject: 'Another one' });
  scripts.release();
  await expectValues(page, { ...fields, subject: 'Another one' });
});

test.describe('what the server answered', () => {
  test.use({ expectedMessages: failed });

  test('is not overwritten either, and success without scripts forgets the draft as well', async ({ page }) => {
    await open(page);
    await fillForm(page);
    const scripts = await holdScripts(page);
    await page.reload();
    const answered = { ...noValues, name: 'Grace', email: 'grace@localhost', subject: 'S', message: 'M' };
    await fillForm(page, answered);
    expect(await sendWithoutScripts(page)).toBe(422);
    scripts.release();
    await started(page);
    await expectValues(page, answered);

    const heldAgain = await holdScripts(page);
    await page.reload();
    await fillForm(page);
    expect(await sendWithoutScripts(page)).toBe(200);
    heldAgain.release();
    await started(page);
    await expectValues(page, noValues);
    expect(await keptDraft(page)).toBeNull();
  });
});

test.describe('a storage that takes and gives nothing', () => {
  // The page framework notes the refusal of its own entry.
  test.use({ expectedMessages: [/SecurityError: blocked/] });

  test('harms nobody', async ({ page, site }) => {
    await page.addInitScript(() => {
      Storage.prototype.getItem =
        Storage.prototype.setItem =
        Storage.prototype.removeItem =
          () => {
            throw new DOMException('blocked', 'SecurityError');
          };
    });
    await open(page);
    await fillForm(page);
    await send(page);
    await expectValues(page, noValues);
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
  });
});

async function open(page: Page): Promise<void> {
  await page.goto('/contact');
  await started(page);
  await expect(field(page, 'name')).toBeEditable();
}

function keptDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('contact-draft'));
}
