import { describeOfficeHours } from '../src/content/office-hours.ts';
import { contactPage, controls, office } from '../src/content/release-content.ts';
import { enquiryFields, fieldNames } from '../src/enquiries/enquiry.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import * as enquiry from './contact-form.ts';
import { expect, test } from './site.ts';
import { openPage, openWithStoppedClock, waitUntilStarted } from './page-actions.ts';

const { success, submit, submitting } = contactPage.form;

test.use({ expectedMessages: enquiry.failureMessages });

test('each field has its kind, limit and placeholder, and the browser asks for what is required', async ({ page }) => {
  const kinds = { name: 'text', email: 'email', company: 'text', subject: 'text', message: 'textarea' };
  await enquiry.openForm(page);
  const calls = enquiry.recordSubmissions(page);
  await expect(page.locator('form').getByRole('textbox')).toHaveCount(5);
  for (const name of fieldNames) {
    const control = enquiry.findField(page, name);
    await expect(control).toHaveAttribute('name', name);
    await expect(control).toHaveAttribute('placeholder', contactPage.form.fields[name].placeholder);
    // A browser would truncate a pasted message at its maxlength.
    const { kind, maxLength } = enquiryFields[name];
    expect(await control.getAttribute('maxlength')).toBe(kind === 'text' ? null : String(maxLength));
    await expect(control).toHaveJSProperty('type', kinds[name]);
    if (name === 'company') continue;
    await enquiry.submitForm(page);
    await expect(control).toBeFocused();
    await control.fill(sampleFields[name]);
  }
  await enquiry.findField(page, 'email').fill('no address');
  await enquiry.submitForm(page);
  await expect(enquiry.findField(page, 'email')).toBeFocused();
  expect(calls).toEqual([]);
  await expect(enquiry.findOutcome(page)).toBeEmpty();
});

test('what the browser refuses is said at each field and by a status once scripts run, and counted once for each attempt', async ({
  page,
  site,
}) => {
  const { missing, emailFormat } = contactPage.form.faults;
  const lines = () => page.locator('form [id$="-fault"]').allInnerTexts();
  const status = page.locator('form').getByRole('status').last();
  const script = await enquiry.delayRequests(page, '**/contact-form*.js');
  await page.goto('/contact');
  await enquiry.submitForm(page);
  await expect(enquiry.findField(page, 'name')).toBeFocused();
  expect(await lines()).toEqual([]);
  script.release();
  await waitUntilStarted(page);

  await enquiry.findField(page, 'subject').fill('A visit');
  await enquiry.submitForm(page);
  await expect(enquiry.findField(page, 'name')).toBeFocused();
  expect(await lines()).toEqual([missing.name, missing.email, missing.message].map(expect.stringContaining));
  for (const line of [missing.name, missing.email, missing.message]) await expect(status).toContainText(line);
  await expect(page.locator('form')).not.toHaveAttribute('data-state');
  await expect(enquiry.findNotifications(page)).toHaveCount(0);

  for (const [name, value] of [
    ['name', 'Ada'],
    ['email', 'no address'],
  ] as const)
    await enquiry.findField(page, name).fill(value);
  expect(await lines()).toEqual([missing.email, missing.message].map(expect.stringContaining));
  await enquiry.submitForm(page);
  await expect(enquiry.findField(page, 'email')).toBeFocused();
  await expect(enquiry.findField(page, 'email')).toHaveAccessibleDescription(`${controls.errorPrefix} ${emailFormat}`);
  await enquiry.fillForm(page);
  await expect(page.locator('form [aria-invalid], form [id$="-fault"]')).toHaveCount(0);
  await expect(status).toBeEmpty();

  const counts = site.database.database.selectFrom('page_counts').select(['detail', 'number']).orderBy('detail');
  const refused = async () => {
    await site.statistics.save();
    return counts.where('detail', 'like', 'refused%').execute();
  };
  await expect.poll(refused).toEqual([
    { detail: 'refused', number: 2 },
    { detail: 'refused: email', number: 2 },
    { detail: 'refused: message', number: 2 },
    { detail: 'refused: name', number: 1 },
  ]);
});

test('a message that is too long stays over a reload, is counted after a pause, and is not sent', async ({
  page,
  site,
}) => {
  const hint = (text: string) => text.replace('{limit}', '10,000');
  await openWithStoppedClock(page, '/contact');
  const status = page.locator('#message-hint');
  const message = enquiry.findField(page, 'message');
  const pasted = 'x'.repeat(12_000);
  await enquiry.fillForm(page, { ...sampleFields, message: pasted });
  await page.clock.runFor(599);
  await expect(status).toBeEmpty();
  await page.clock.runFor(1);
  await expect(status).toHaveText(hint(contactPage.form.hints.tooLong).replace('{over}', '2,000'));
  await expect(message).toHaveAccessibleDescription(/2,000/);
  await enquiry.submitForm(page);
  await expect(enquiry.findOutcome(page).getByRole('link')).toHaveAttribute('href', '#message');
  await page.clock.resume();
  await page.reload();
  await expect(message).toHaveValue(pasted);
  await expect(status).toContainText('2,000');
  expect(await site.enquiries.list({ limit: 1 })).toEqual([]);
});

test('an address with a mistyped domain is asked about, mended at a press, never refused', async ({ page, site }) => {
  await openWithStoppedClock(page, '/contact');
  const email = enquiry.findField(page, 'email');
  const take = page.getByRole('button', { name: contactPage.form.hints.take });
  await enquiry.fillForm(page, { ...sampleFields, email: 'ada@gmial.com' });
  await page.clock.runFor(600);
  await expect(email).toHaveAccessibleDescription(new RegExp('ada@gmail.com'));
  await take.click();
  await expect(email).toHaveValue('ada@gmail.com');
  await expect(email).toBeFocused();
  await expect(take).toHaveCount(0);
  await email.fill('ada@gmial.com');
  await enquiry.submitForm(page);
  await page.clock.runFor(2000);
  await expect(enquiry.findOutcome(page)).toContainText(success.title);
  expect(await site.enquiries.list({ limit: 10 })).toMatchObject([{ email: 'ada@gmial.com' }]);
});

test('an enquiry is stored and mailed as it was typed, and the visitor is told', async ({ page, site }) => {
  await enquiry.openForm(page);
  await enquiry.sendForm(page);

  await expect(enquiry.findNotifications(page).locator('[data-title]')).toHaveText(success.title);
  await expect(enquiry.findNotifications(page).locator('[data-description]')).toHaveText(success.description);
  for (const words of [...Object.values(success), describeOfficeHours(office)])
    await expect(enquiry.findOutcome(page)).toContainText(words);
  await expect(enquiry.findOutcome(page)).toBeFocused();
  await enquiry.expectFieldValues(page, enquiry.emptyValues);
  const [stored, ...others] = await site.enquiries.list({ limit: 10 });
  expect([stored, others]).toEqual([expect.objectContaining({ ...sampleFields }), []]);
  await expect(enquiry.findOutcome(page)).toContainText(stored?.reference ?? '-');
  const [mail] = await enquiry.waitForMails(site, 1);
  for (const part of [mail?.text, mail?.html])
    for (const line of [...Object.values(sampleFields), stored?.reference ?? '-'].flatMap((words) => words.split('\n')))
      expect(part).toContain(line);
});

test('while the form is sent it says so, and a second press sends nothing', async ({ page, site }) => {
  const answer = await enquiry.delayRequests(page, `**${enquiry.enquiryFunctionPath}`);
  await enquiry.openForm(page);
  const calls = enquiry.recordSubmissions(page);
  await enquiry.fillForm(page, { ...sampleFields, company: '' });
  const press = () => page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.locator('form').evaluate((form: HTMLFormElement) => [form.requestSubmit(), form.requestSubmit()]);
  const button = page.locator('form button');
  await expect(button).toHaveText(submitting);
  await expect(button).toBeDisabled();
  await enquiry.findField(page, 'name').press('Enter');
  await press();
  await enquiry.expectFieldValues(page, { ...sampleFields, company: '' });
  await expect(enquiry.findOutcome(page)).toBeEmpty();

  answer.release();
  await expect(enquiry.findOutcome(page)).toContainText(success.title);
  await expect(button).toHaveText(submit);
  expect(calls).toHaveLength(1);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining({ ...sampleFields, company: '' })]);
});

test('what is typed survives a reload and a walk until it is sent, in this tab alone', async ({ page, context }) => {
  await enquiry.openForm(page);
  await enquiry.fillForm(page);
  await page.reload();
  await waitUntilStarted(page);
  await enquiry.expectFieldValues(page, sampleFields);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await enquiry.expectFieldValues(page, sampleFields);
  const other = await context.newPage();
  await enquiry.openForm(other);
  await enquiry.expectFieldValues(other, enquiry.emptyValues);

  await waitUntilStarted(page);
  await enquiry.submitForm(page);
  await enquiry.expectFieldValues(page, enquiry.emptyValues);
  await page.reload();
  await waitUntilStarted(page);
  await enquiry.expectFieldValues(page, enquiry.emptyValues);
});

test('the key of a message stays through a failure and a reload, until it is sent', async ({ page, site }) => {
  const calls = enquiry.recordSubmissions(page);
  await page.route(`**${enquiry.enquiryFunctionPath}`, (route) => route.abort(), { times: 1 });
  await enquiry.openForm(page);
  await enquiry.sendForm(page);
  await expect(enquiry.findOutcome(page).getByRole('alert')).toBeVisible();
  await page.reload();
  await waitUntilStarted(page);
  for (const message of [sampleFields.message, 'Something else.']) {
    await enquiry.sendForm(page, { ...sampleFields, message });
    await enquiry.expectFieldValues(page, enquiry.emptyValues);
  }
  const [first, second, third] = calls.map((call) => call.headers()['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third]).toEqual([first, expect.not.stringMatching(first ?? '')]);
  expect(await site.enquiries.list({ limit: 10 })).toHaveLength(2);
});

test('a person is never as quick as a program: the form waits out its first second', async ({ page, site }) => {
  await openWithStoppedClock(page, '/about');
  const calls = enquiry.recordSubmissions(page);
  await page.getByRole('banner').locator('nav a[href="/contact"]').click();
  await enquiry.sendForm(page);
  await expect(page.locator('form button')).toHaveText(contactPage.form.submitting);
  await page.clock.runFor(999);
  expect(calls).toEqual([]);
  await page.clock.runFor(1);
  await expect(enquiry.findOutcome(page)).toContainText(success.title);
  const [stored] = await site.enquiries.list({ limit: 10 });
  expect(stored?.status).toBe('open');
});

test('who fills in the hidden field is answered like anybody, but nobody is mailed', async ({ page, site }) => {
  const trap = page.getByLabel(contactPage.form.trap);
  await openPage(page, '/contact');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: contactPage.form.trap })).toHaveCount(0);
  await expect(trap).not.toBeInViewport();
  await enquiry.fillForm(page);
  await enquiry.findField(page, 'message').focus();
  await page.keyboard.press('Tab');
  await expect(trap).not.toBeFocused();
  await trap.evaluate((input: HTMLInputElement) => (input.value = 'x'));
  await enquiry.submitForm(page);
  await expect(enquiry.findOutcome(page)).toContainText(success.title);
  const quarantined = { ...sampleFields, status: 'spam', mail: null };
  expect(await site.enquiries.list({ limit: 10 })).toMatchObject([quarantined]);
});
