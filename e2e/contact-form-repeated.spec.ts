import { formKeyField } from '../enquiries/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import {
  expectValues,
  fillForm,
  formKey,
  functionPath,
  keyFrom,
  noValues,
  outcome,
  recordCalls,
  send,
} from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

test('a call that arrives again is answered as the first one was, and stores nothing', async ({ page, site }) => {
  const calls = recordCalls(page);
  await page.goto('/contact');
  await started(page);
  await fillForm(page);
  await send(page);
  await expectValues(page, noValues);
  const [call] = calls;
  const first: unknown = await (await call?.response())?.json();

  const again = await page.request.post(functionPath, {
    headers: { 'idempotency-key': call?.headers()['idempotency-key'] ?? '' },
    data: call?.postDataJSON() as object,
  });
  expect([again.status(), await again.json()]).toEqual([200, first]);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form has another key each time it is asked for', async ({ page, request }) => {
    await page.goto('/contact');
    const first = await formKey(page).inputValue();
    expect(first).not.toBe('');
    await expect.poll(() => keyFrom(request)).not.toBe(first);
  });

  test('a form that is sent twice is stored once', async ({ page, site }) => {
    await page.goto('/contact');
    const form = { ...fields, [formKeyField]: await formKey(page).inputValue() };
    for (const attempt of [1, 2]) {
      const answer = await page.request.post('/contact', { form });
      expect(answer.status(), `attempt ${attempt}`).toBe(200);
    }
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
    await page.request.post('/contact', { form: { ...form, message: 'Something else.' } });
    expect(await site.enquiries.list({ limit: 10 })).toHaveLength(2);
  });

  test.describe('after a refusal', () => {
    test.use({ expectedMessages: [/^Failed to load resource/] });

    test('the form keeps its key, and has a new one after success', async ({ page }) => {
      await page.goto('/contact');
      const key = await formKey(page).inputValue();
      await fillForm(page, { ...fields, email: 'ada@localhost' });
      await send(page);
      await expect(outcome(page).getByRole('link')).toHaveCount(1);
      await expect(formKey(page)).toHaveValue(key);
      await fillForm(page, fields);
      await send(page);
      await expectValues(page, noValues);
      await expect(formKey(page)).toHaveValue(/^form-/);
      await expect(formKey(page)).not.toHaveValue(key);
    });
  });
});
