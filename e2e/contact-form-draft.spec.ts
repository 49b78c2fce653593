import type { Page } from '@playwright/test';

import { fields } from '../enquiries/testing/samples.ts';
import {
  expectValues,
  failureMessages,
  fillForm,
  functionPath,
  holdScripts,
  noValues,
  openForm,
  outcome,
  recordCalls,
  send,
  sendWithoutScripts,
} from './enquiry.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

test('what is typed survives a reload and a walk through the site, until it is sent, and no other tab sees it', async ({
  page,
  context,
}) => {
  await openForm(page);
  await fillForm(page);
  await reload(page);
  await expectValues(page, fields);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expectValues(page, fields);
  const other = await context.newPage();
  await openForm(other);
  await expectValues(other, noValues);

  await started(page);
  await send(page);
  await expectValues(page, noValues);
  expect(await keptDraft(page)).toBeNull();
  await reload(page);
  await expectValues(page, noValues);
});

test('what was typed before the scripts came is not overwritten, and success without scripts forgets it', async ({
  page,
}) => {
  await openForm(page);
  await fillForm(page);
  const scripts = await holdScripts(page);
  await page.reload();
  await fillForm(page, { subject: 'Another one' });
  scripts.release();
  await expectValues(page, { ...fields, subject: 'Another one' });

  const heldAgain = await holdScripts(page);
  await page.reload();
  await fillForm(page);
  expect(await sendWithoutScripts(page)).toBe(200);
  heldAgain.release();
  await started(page);
  await expectValues(page, noValues);
  expect(await keptDraft(page)).toBeNull();
});

test.describe('one key marks one message', () => {
  test.use({ expectedMessages: failureMessages });

  test('through a failure and a reload, until it is sent', async ({ page, site }) => {
    const calls = recordCalls(page);
    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await openForm(page);
    await fillForm(page);
    await send(page);
    await expect(outcome(page).getByRole('alert')).toBeVisible();
    await reload(page);
    await send(page);
    await expectValues(page, noValues);
    await fillForm(page, { ...fields, message: 'Something else.' });
    await send(page);
    await expectValues(page, noValues);

    const [first, second, third] = calls.map((call) => call.headers()['idempotency-key'] ?? '');
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

function keptDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('contact-draft'));
}
