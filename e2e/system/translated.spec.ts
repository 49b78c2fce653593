import { fields } from '../../enquiries/testing/samples.ts';
import { expectValues, holdScripts, noValues, send } from '../enquiry.ts';
import { started } from '../started.ts';
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
  const scripts = await holdScripts(page);
  await page.goto('/contact');
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
  scripts.release();
  await started(page);
  await expectValues(page, fields);
  await send(page);
  await expectValues(page, noValues);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
});
