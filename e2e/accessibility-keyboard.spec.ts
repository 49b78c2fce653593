import type { Locator, Page } from '@playwright/test';

import { controls, home, navigation, services } from '../content/words.ts';
import { fieldNames } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { failureMessages, field, openForm, outcome } from './enquiry.ts';
import { addAuthenticator, anna, expect, invitationOf, notice, receive, test as inboxTest, title } from './inbox.ts';
import { test } from './site.ts';
import { open } from './started.ts';

// No test here touches a mouse.

const service = services.at(-1) ?? { name: '', slug: '' };

test('from the home page past the header, or by its menu to a service, and back out of the menu', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: controls.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: home.hero.ask.label })).toBeFocused();

  await open(page, '/');
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
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('both menus open and lead back', async ({ page }) => {
    await open(page, '/about');
    const opener = page.getByRole('button', { name: controls.menu, exact: true });
    const inner = page.getByRole('button', { name: navigation.services.label });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await tabTo(page, inner);
    await page.keyboard.press('Enter');
    await expect(page.locator('#services-menu')).toBeVisible();
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
    for (const name of fieldNames) {
      await expect(field(page, name)).toBeFocused();
      await page.keyboard.type(name === 'email' ? 'ada@localhost' : fields[name]);
      await page.keyboard.press('Tab');
    }
    await tabTo(page, page.locator('form button'));
    await page.keyboard.press('Space');
    await expect(outcome(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(outcome(page).getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'email')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(fields.email);
    await page.keyboard.press('Enter');
    await expect(outcome(page)).toBeFocused();
    await expect(outcome(page).getByRole('status')).toHaveText(/\w/);
    expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields })]);
  });
});

inboxTest('the inbox, from the invitation to an enquiry that is answered, out and in again', async ({ page, site }) => {
  await receive(site);
  await addAuthenticator(page);
  await page.goto(await invitationOf(site, anna));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Waiting');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: fields.subject }));
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(fields.subject);
  await tabTo(page, page.getByRole('button', { name: 'End', exact: true }));
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveText('Ended.');
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Space');
  await expect(title(page)).toHaveText('Sign in');
  await tabTo(page, page.getByRole('button', { name: 'Sign in with a passkey' }));
  await page.keyboard.press('Space');
  await expect(title(page)).toHaveText('Waiting');
});

/** Walks on by keyboard until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}
