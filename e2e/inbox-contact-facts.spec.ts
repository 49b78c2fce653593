import { site as company } from '../content/words.ts';
import { anna, expect, notice, press, signIn, test } from './inbox.ts';

test.use({ expectedMessages: [/^Failed to load resource.* 422 /] });

test('contact facts that are changed here show on the site, with who set them, until the field is emptied', async ({
  page,
  site,
  request,
}) => {
  const shown = async () => (await request.get('/api/content/contact')).json();
  await signIn(page, site, anna);
  await page.getByRole('link', { name: 'Contact facts' }).click();
  const phone = page.getByLabel('Phone');
  const linkedin = page.getByLabel('LinkedIn page');
  await expect(phone).toHaveAccessibleDescription(new RegExp(`“.*${company.contact.phone.slice(-4)}”`));

  await phone.fill('+44 117 496 0999');
  await linkedin.fill('javascript:alert(1)');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('Nothing is saved yet');
  await page.getByRole('alert').getByRole('link').click();
  await expect(linkedin).toBeFocused();
  await expect(linkedin).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveValue('+44 117 496 0999');
  expect(await site.contactSettings.details()).toEqual({});

  await linkedin.fill('https://www.linkedin.com/company/other');
  await press(page, 'Save');
  await expect(notice(page)).toContainText('Saved');
  await expect(phone).toHaveAccessibleDescription(new RegExp(`Shows since .*, set by ${anna}`));
  await expect
    .poll(shown)
    .toMatchObject({ phone: '+44 117 496 0999', socialMedia: { linkedin: 'https://www.linkedin.com/company/other' } });

  await phone.fill('');
  await press(page, 'Save');
  await expect(phone).toHaveAccessibleDescription(/what it came with/);
  expect(await site.contactSettings.details()).toEqual({ linkedin: expect.objectContaining({ by: anna }) });
  await expect.poll(async () => (await shown()).phone).toBe(company.contact.phone);
});
