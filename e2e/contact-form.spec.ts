import type { Locator, Page } from '@playwright/test';

import { contactPage, site as company } from '../content/words.ts';
import { enquiryFields, type FieldName, fieldNames } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import * as enquiry from './enquiry.ts';
import { expect, test } from './site.ts';

const success = { title: 'Message sent successfully!', description: "We'll get back to you within 24 hours." };
const required: FieldName[] = ['name', 'email', 'subject', 'message'];
const validityOf = (control: Locator) =>
  control.evaluate(({ validity: { valueMissing, typeMismatch } }: HTMLInputElement) => ({
    valueMissing,
    typeMismatch,
  }));

test('each field has its kind, its limit and its placeholder, and is required as specified', async ({ page }) => {
  const kinds = { name: 'text', email: 'email', company: 'text', subject: 'text', message: 'textarea' };
  await page.goto('/contact');
  await expect(page.locator('form').getByRole('textbox')).toHaveCount(5);
  for (const name of fieldNames) {
    const control = enquiry.field(page, name);
    await expect(control).toHaveAttribute('name', name);
    await expect(control).toHaveAttribute('placeholder', contactPage.form.fields[name].placeholder);
    await expect(control).toHaveAttribute('maxlength', String(enquiryFields[name].longest));
    await expect(control).toHaveJSProperty('required', required.includes(name));
    await expect(control).toHaveJSProperty('type', kinds[name]);
    await expect(control).toHaveValue('');
  }
  await expect(enquiry.field(page, 'message')).toHaveAttribute('rows', '6');
});

test('the browser asks for required fields and a whole e-mail address before it sends', async ({ page }) => {
  await enquiry.openForm(page);
  const calls = enquiry.recordCalls(page);
  for (const name of required) {
    await enquiry.send(page);
    await expect(enquiry.field(page, name)).toBeFocused();
    expect(await validityOf(enquiry.field(page, name))).toMatchObject({ valueMissing: true });
    await enquiry.field(page, name).fill(fields[name]);
  }
  await enquiry.field(page, 'email').fill('no address');
  await enquiry.send(page);
  await expect(enquiry.field(page, 'email')).toBeFocused();
  expect(await validityOf(enquiry.field(page, 'email'))).toMatchObject({ typeMismatch: true });
  expect(calls).toEqual([]);
  await expect(enquiry.outcome(page)).toBeEmpty();
});

test('an enquiry is stored and mailed as it was typed, and the visitor is told', async ({ page, site }) => {
  await enquiry.openForm(page);
  const calls = enquiry.recordCalls(page);
  await enquiry.fillForm(page);
  await enquiry.send(page);

  await expect(enquiry.notification(page).locator('[data-title]')).toHaveText(success.title);
  await expect(enquiry.notification(page).locator('[data-description]')).toHaveText(success.description);
  await expect(enquiry.outcome(page)).toContainText(success.title);
  await expect(enquiry.outcome(page)).toContainText(success.description);
  await expect(enquiry.outcome(page)).toBeFocused();
  for (const message of [enquiry.notification(page), enquiry.outcome(page).getByRole('status').locator('> *')])
    await expect(message).toHaveCSS('border-left-color', await colourOf(page, 'woods'));
  await enquiry.expectValues(page, enquiry.noValues);
  await expect(page.getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();

  expect(calls.map((call) => [call.method(), call.headers()['content-type'], call.postDataJSON()])).toEqual([
    ['POST', 'application/json', fields],
  ]);
  const [stored, ...others] = await site.enquiries.list({ limit: 10 });
  expect([stored, others]).toEqual([expect.objectContaining({ ...fields }), []]);
  await expect(enquiry.outcome(page)).toContainText(stored?.reference ?? '-');
  const [mail] = await enquiry.mailsOf(site, 1);
  expect([mail?.from?.address, mail?.to?.map(({ address }) => address)]).toEqual([
    company.contact.email,
    [company.contact.email],
  ]);
  expect(mail?.replyTo).toEqual([{ name: fields.name, address: fields.email }]);
  expect(mail?.subject).toContain(fields.subject);
  for (const part of [mail?.text, mail?.html])
    for (const line of [...Object.values(fields), stored?.reference ?? '-'].flatMap((words) => words.split('\n')))
      expect(part).toContain(line);
});

test('an enquiry without a company is taken', async ({ page, site }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page, { ...fields, company: '' });
  await enquiry.send(page);
  await enquiry.expectValues(page, enquiry.noValues);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...fields, company: '' })]);
});

test('while the form is sent it says so, and a second press sends nothing', async ({ page, site }) => {
  const release = Promise.withResolvers<void>();
  await page.route(`**${enquiry.functionPath}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await enquiry.openForm(page);
  const calls = enquiry.recordCalls(page);
  await enquiry.fillForm(page);
  const submit = (times: number) =>
    page.locator('form').evaluate((form: HTMLFormElement, count) => {
      for (let time = 0; time < count; time += 1) form.requestSubmit();
    }, times);
  await submit(2);

  const button = page.locator('form button');
  await expect(button).toHaveText('Sending...');
  await expect(button).toBeDisabled();
  expect(await button.locator('svg').evaluate((spinner) => spinner.getAnimations().length)).toBe(1);
  await button.click({ force: true });
  await enquiry.field(page, 'name').press('Enter');
  await submit(1);
  await enquiry.expectValues(page, fields);
  await expect(enquiry.outcome(page)).toBeEmpty();

  release.resolve();
  await expect(enquiry.outcome(page)).toContainText(success.title);
  await expect(button).toHaveText('Send Message');
  await expect(button.locator('svg')).toHaveCount(0);
  expect(calls).toHaveLength(1);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(1);
});

/** What a role looks like in the theme that is shown, as the browser says it of a border. */
function colourOf(page: Page, role: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(--${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, role);
}
