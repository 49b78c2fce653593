import { fields } from '../enquiries/testing/samples.ts';
import { expectValues, holdScripts, noValues, send } from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

// React says once that it found other words than it had rendered.
test.use({ expectedMessages: [/error #418/] });

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const words: Text[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        if (text.data.trim() && !text.parentElement?.closest('script, style, noscript')) words.push(text);
      }
      for (const text of words) {
        const translated = document.createElement('font');
        translated.textContent = 'mot';
        text.replaceWith(translated);
      }
    });
  }),
);

test('a page whose words a translator has replaced stays translated when its scripts run, and leads on', async ({
  page,
}) => {
  await page.goto('/about');
  await started(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('mot');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('contentinfo').locator('a[href="/privacy-policy"]').click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

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
