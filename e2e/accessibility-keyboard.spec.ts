import type { Locator, Page } from '@playwright/test';

import { controls, home, navigation, services } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expectTitle, expectValues, failureMessages, field, noValues, openForm, outcome } from './enquiry.ts';
import type { FieldName } from '../enquiries/core/enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

// No test here touches a mouse.

const service = services.at(-1) ?? { name: '', slug: '' };

test('from the home page past the header, or by its menu to a service, and back out of the menu', async ({ page }) => {
  await page.goto('/');
  await started(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: controls.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: home.hero.action.label })).toBeFocused();

  await page.goto('/');
  await started(page);
  const opener = page.getByRole('button', { name: navigation.services.label });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(page.locator('#services-menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#services-menu')).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, page.locator('#services-menu').getByRole('link', { name: service.name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/services/${service.slug}`);
  await expect(page.locator('#services-menu')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The page goes on from there.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(isInMainAfterHeading)).toBe(true);
});

test('no menu calls itself one to assistive technology, which would then promise the arrow keys', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[role^=menu], [aria-haspopup]')).toHaveCount(0);
  for (const button of await page.locator('button[popovertarget]').all()) {
    await expect(page.locator(`#${await button.getAttribute('popovertarget')}`)).toHaveCount(1);
  }
});

test('the theme changes by keyboard, and the focus stays on its button', async ({ page }) => {
  await page.goto('/about');
  await started(page);
  const { toLight, toDark } = navigation.theme;
  await tabTo(page, page.getByRole('button', { name: toLight }));
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveClass('light');
  await expect(page.getByRole('button', { name: toDark })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('dark');
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('both menus open and lead back', async ({ page }) => {
    await page.goto('/about');
    await started(page);
    const opener = page.getByRole('button', { name: controls.menu, exact: true });
    const inner = page.getByRole('button', { name: navigation.services.label });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await tabTo(page, inner);
    await page.keyboard.press('Enter');
    await expect(page.locator('#services-menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('#services-menu')).toBeHidden();
    await expect(inner).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: controls.back, exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.locator('#services-menu')).toBeHidden();
    await expect(inner).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('#site-menu')).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test.describe('the form', () => {
  test.use({ expectedMessages: failureMessages });

  test('is filled in, mended and sent', async ({ page, site }) => {
    await openForm(page);
    await tabTo(page, field(page, 'name'));
    await page.keyboard.press('Enter');
    // The browser's own message comes first.
    await expect(field(page, 'name')).toBeFocused();
    await expect(outcome(page)).toBeEmpty();

    for (const name of Object.keys(noValues) as FieldName[]) {
      await expect(field(page, name)).toBeFocused();
      await page.keyboard.type(name === 'email' ? 'ada@localhost' : fields[name]);
      await page.keyboard.press('Tab');
    }
    await tabTo(page, page.locator('form button'));
    await page.keyboard.press('Space');
    await expect(outcome(page)).toBeFocused();
    await expectTitle(page, 'error');

    await page.keyboard.press('Tab');
    await expect(outcome(page).getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'email')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(fields.email);
    await page.keyboard.press('Enter');
    await expect(outcome(page)).toBeFocused();
    await expect(outcome(page).getByRole('status')).toHaveText(/\w/);
    await expectTitle(page, 'plain');
    await expectValues(page, noValues);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
  });
});

function isInMainAfterHeading(): boolean {
  const [heading, focused] = [document.querySelector('main h1'), document.activeElement];
  if (!heading || !focused?.closest('main')) return false;
  return heading.compareDocumentPosition(focused) === Node.DOCUMENT_POSITION_FOLLOWING;
}

/** Walks on by keyboard until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}
