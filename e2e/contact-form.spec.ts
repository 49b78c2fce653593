import type { Page } from '@playwright/test';

import { contactPage, site as company } from '../content/words.ts';
import { enquiryFields, isEmailAddress, type FieldName } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import {
  expectValues,
  field,
  fillForm,
  functionPath,
  labels,
  mailsOf,
  noValues,
  notification,
  openForm,
  outcome,
  recordCalls,
  send,
} from './enquiry.ts';
import { expect, test } from './site.ts';

const success = { title: 'Message sent successfully!', description: "We'll get back to you within 24 hours." };

test('the form asks for what the specification names, in its words and within the limits', async ({ page }) => {
  const required = new Set<FieldName>(['name', 'email', 'subject', 'message']);
  const types = { name: 'text', email: 'email', company: 'text', subject: 'text', message: 'textarea' };
  const placeholders: Record<FieldName, string> = {
    name: 'Your full name',
    email: contactPage.form.fields.email.placeholder,
    company: 'Your company name',
    subject: 'How can we help you?',
    message: 'Tell us about your project or requirements...',
  };
  expect(isEmailAddress(placeholders.email)).toBe(true);

  await page.goto('/contact');
  await expect(page.locator('form').getByRole('textbox')).toHaveCount(5);
  for (const name of Object.keys(labels) as FieldName[]) {
    const control = field(page, name);
    await expect(control).toHaveAttribute('name', name);
    await expect(control).toHaveAttribute('placeholder', placeholders[name]);
    await expect(control).toHaveAttribute('maxlength', String(enquiryFields[name].longest));
    await expect(control).toHaveJSProperty('required', required.has(name));
    await expect(control).toHaveJSProperty('type', types[name]);
    await expect(control).toHaveValue('');
  }
  await expect(field(page, 'message')).toHaveAttribute('rows', '6');
  await expect(page.getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();
});

test('the browser itself asks for required fields and a whole e-mail address before anything is sent', async ({
  page,
}) => {
  await openForm(page);
  const calls = recordCalls(page);
  for (const name of ['name', 'email', 'subject', 'message'] as const) {
    await send(page);
    await expect(field(page, name)).toBeFocused();
    expect(await field(page, name).evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await field(page, name).fill(fields[name]);
  }
  await field(page, 'email').fill('no address');
  await send(page);
  await expect(field(page, 'email')).toBeFocused();
  expect(await field(page, 'email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(calls).toEqual([]);
  await expect(outcome(page)).toBeEmpty();
});

test('an enquiry travels from the form into the database and out as a mail, with a company or without', async ({
  page,
  site,
}) => {
  await openForm(page);
  const calls = recordCalls(page);
  await fillForm(page);
  await send(page);

  await expect(notification(page).locator('[data-title]')).toHaveText(success.title);
  await expect(notification(page).locator('[data-description]')).toHaveText(success.description);
  await expect(outcome(page)).toContainText(success.title);
  await expect(outcome(page)).toContainText(success.description);
  await expect(outcome(page)).toBeFocused();
  for (const message of [notification(page), outcome(page).getByRole('status').locator('> *')])
    await expect(message).toHaveCSS('border-left-color', await colourOf(page, 'woods'));
  await expectValues(page, noValues);
  await expect(page.getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();

  expect(calls.map((call) => [call.method(), call.headers()['content-type'], call.postDataJSON()])).toEqual([
    ['POST', 'application/json', fields],
  ]);
  const stored = await site.enquiries.list({ limit: 10 });
  expect(stored).toEqual([expect.objectContaining({ ...fields })]);
  await expect(outcome(page)).toContainText(stored[0]?.reference ?? '-');
  const [mail] = await mailsOf(site, 1);
  expect(mail?.from?.address).toBe(company.contact.email);
  expect(mail?.to?.map(({ address }) => address)).toEqual([company.contact.email]);
  expect(mail?.replyTo).toEqual([{ name: fields.name, address: fields.email }]);
  expect(mail?.subject).toContain(fields.subject);
  for (const part of [mail?.text, mail?.html]) {
    for (const words of [...Object.values(fields), stored[0]?.reference ?? '-'])
      for (const line of words.split('\n')) expect(part).toContain(line);
  }

  await fillForm(page, { ...fields, company: '' });
  await send(page);
  await expectValues(page, noValues);
  expect(await site.enquiries.list({ limit: 10 })).toContainEqual(expect.objectContaining({ ...fields, company: '' }));
});

test('while the form is sent it says so, and a second press sends nothing', async ({ page, site }) => {
  const release = Promise.withResolvers<void>();
  await page.route(`**${functionPath}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await openForm(page);
  const calls = recordCalls(page);
  await fillForm(page);
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });

  const button = page.locator('form button');
  await expect(button).toHaveText('Sending...');
  await expect(button).toBeDisabled();
  await expect(button.locator('svg')).toBeVisible();
  expect(await button.locator('svg').evaluate((spinner) => spinner.getAnimations().length)).toBe(1);
  await button.click({ force: true });
  await field(page, 'name').press('Enter');
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expectValues(page, fields);
  await expect(outcome(page)).toBeEmpty();

  release.resolve();
  await expect(outcome(page)).toContainText(success.title);
  await expect(button).toHaveText('Send Message');
  await expect(button.locator('svg')).toHaveCount(0);
  expect(calls).toHaveLength(1);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

/** What a role looks like in the theme that is shown, as the browser says it of a border. */
function colourOf(page: Page, role: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, `--${role}`);
}
