import type { Page } from '@playwright/test';
import { contactPage, legalPages } from '../src/content/release-content.ts';
import { fillForm, findOutcome, submitForm } from './contact-form.ts';
import { openPage } from './page-actions.ts';
import { expect, test as testAlone, testReadOnly as test } from './site.ts';

const [texts] = legalPages.flatMap(({ sections }) => sections.flatMap(({ countSwitch }) => countSwitch ?? []));
if (!texts) throw new Error('No legal text has the switch against counting');
const expectState = (page: Page, text: string) => expect(page.getByRole('main').getByRole('status')).toHaveText(text);
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('counts'));

test('the switch is reached by keyboard, keeps the objection for later visits, and takes it back', async ({ page }) => {
  await openPage(page, '/about');
  await page.getByRole('contentinfo').locator('a[href="/cookie-policy"]').click();
  await expectState(page, texts.counted);
  await page.getByRole('main').getByRole('navigation').last().getByRole('link').last().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectState(page, texts.notCounted);
  expect(await stored(page)).toBe('off');
  await page.reload();
  await expectState(page, texts.notCounted);
  await page.getByRole('button', { name: texts.allow }).click();
  await expectState(page, texts.counted);
  expect(await stored(page)).toBeNull();
});

for (const [name, value] of Object.entries({ globalPrivacyControl: true, doNotTrack: '1' }))
  test(`where the browser objects by ${name}, the page says so and offers no button`, async ({ page }) => {
    await page.addInitScript(`Object.defineProperty(navigator, '${name}', { value: ${JSON.stringify(value)} })`);
    await openPage(page, '/cookie-policy');
    await expectState(page, texts.askedByBrowser);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });

test('an objection that the browser cannot keep is not said to be kept', async ({ page }) => {
  await page.addInitScript(
    'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }',
  );
  await openPage(page, '/cookie-policy');
  await page.getByRole('button', { name: texts.object }).click();
  await expectState(page, texts.counted);
});

test('where storage is blocked the page says that nobody is counted, and offers no button', async ({ page }) => {
  await page.addInitScript(
    'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError") } })',
  );
  await openPage(page, '/cookie-policy');
  await expectState(page, texts.storageBlocked);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

testAlone('without beacons the form keeps what is typed, and says that it was sent', async ({ page }) => {
  await page.addInitScript('delete Navigator.prototype.sendBeacon');
  await openPage(page, '/contact');
  await fillForm(page);
  expect(await page.evaluate(() => sessionStorage.getItem('contact-draft'))).toContain('Ada');
  await submitForm(page);
  await expect(findOutcome(page)).toContainText(contactPage.form.success.title);
});

testAlone(
  'presses on the telephone number, the email address and a maker’s website are counted, but no objector’s',
  async ({ page, site }) => {
    const press = async () => {
      await openPage(page, '/products');
      await page.evaluate("addEventListener('click', (event) => event.preventDefault())");
      for (const link of ['footer a[href^="tel:"]', 'footer a[href^="mailto:"]', 'main a[target=_blank]'])
        await page.locator(link).first().click();
      await page.locator('footer a[data-fact=phone]').dblclick();
    };
    const list = async () => {
      await site.statistics.save();
      const presses = site.database.database.selectFrom('page_counts').where('kind', '=', 'press').orderBy('detail');
      return presses.select(['page', 'detail', 'number']).execute();
    };
    const counted = [
      ['email', 1],
      ['phone', 2],
      ['website', 1],
    ].map(([detail, number]) => ({ page: '/products', detail, number }));
    await press();
    await expect.poll(list).toEqual(counted);
    await page.evaluate("localStorage['counts'] = 'off'");
    await press();
    await page.waitForLoadState('networkidle');
    expect(await list()).toEqual(counted);
  },
);
