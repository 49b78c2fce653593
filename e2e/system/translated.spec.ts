import { sampleFields } from '../../src/enquiries/testing/samples.ts';
import { expectFieldValues, delayScripts, emptyValues, submitForm } from '../contact-form.ts';
import { waitUntilStarted } from '../page-actions.ts';
import { expect, test } from '../site.ts';

// React reports once that the text differs from the rendered one.
test.use({ expectedMessages: [/error #418/] });

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const words = [...document.body.querySelectorAll(':not(script, style, noscript)')]
        .flatMap(({ childNodes }) => [...childNodes])
        .filter((node) => node instanceof Text && node.data.trim() !== '');
      for (const text of words) {
        const translated = Object.assign(document.createElement('font'), { textContent: 'mot' });
        text.parentNode?.replaceChild(translated, text);
      }
    });
  }),
);

test('a translated form keeps what was typed before it came alive, and sends it', async ({ page, site }) => {
  const scripts = await delayScripts(page);
  await page.goto('/contact');
  for (const [name, value] of Object.entries(sampleFields)) await page.locator(`#${name}`).fill(value);
  scripts.release();
  await waitUntilStarted(page);
  await expectFieldValues(page, sampleFields);
  await submitForm(page);
  await expectFieldValues(page, emptyValues);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...sampleFields })]);
});
