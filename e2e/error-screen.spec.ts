import { sampleFields } from '../src/enquiries/testing/samples.ts';
import { navigation } from '../src/content/release-content.ts';
import { expectFieldValues, fillForm, openForm, submitWithoutScripts } from './contact-form.ts';
import { openPage } from './page-actions.ts';
import { expect, test, testReadOnly } from './site.ts';

const title = 'Unexpected Application Error!';

// Each test provokes an error, which the browser reports in its own words.
test.use({ expectedMessages: [/./] });

test('an island that fails says so, and the browser sends its form with all that was typed', async ({ page, site }) => {
  await page.addInitScript(() => {
    const get = () => {
      if (Reflect.get(window, 'failing')) throw new Error('The line is broken');
      return true;
    };
    Object.defineProperty(navigator, 'onLine', { get });
  });
  await openForm(page);
  await fillForm(page);
  await page.evaluate(() => {
    Object.assign(window, { failing: true });
    dispatchEvent(new Event('offline'));
  });
  await expect(page.getByRole('main').getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: title })).not.toHaveCSS('margin-top', '0px');
  await expectFieldValues(page, sampleFields);
  expect(await submitWithoutScripts(page)).toBe(200);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...sampleFields })]);
});

testReadOnly('a behaviour that fails takes neither the page nor the others with it', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.querySelector('#services-menu')?.remove());
    Object.defineProperty(window, 'IntersectionObserver', { value: undefined });
  });
  await openPage(page, '/about');
  await page.getByRole('button', { name: navigation.theme.toLight }).focus();
  await page.getByRole('contentinfo').locator('a[href="/privacy-policy"]').click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
