import { hydrated } from './hydration.ts';
import { expect, test } from './site.ts';

// React says once that it found other words than it had rendered.
test.use({ expectedMessages: [/error #418/] });

test('a page whose words a translator has replaced before the scripts start stays whole, and leads on', async ({
  page,
}) => {
  await page.addInitScript(() => {
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
  });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('mot');
  await hydrated(page);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);

  await page.getByRole('contentinfo').locator('a[href="/privacy-policy"]').click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
