import { contactPage } from '../content/words.ts';
import { formKeyField } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import * as enquiry from './enquiry.ts';
import { openWithStoppedClock, started } from './started.ts';
import { expect, test, type Site } from './site.ts';

const { success } = contactPage.form;

test('the field that only programs fill in is out of everybody’s way', async ({ page }) => {
  await page.goto('/contact');
  await expect(enquiry.trap(page)).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: contactPage.form.trap })).toHaveCount(0);
  await expect(page.getByLabel(contactPage.form.trap)).not.toBeInViewport();
  expect(await enquiry.trap(page).evaluate((input) => getComputedStyle(input).display)).not.toBe('none');
  await enquiry.field(page, 'message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').last()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(enquiry.field(page, 'message')).toBeFocused();
});

test('a person is never as quick as a program: the form waits out its first second', async ({ page, site }) => {
  await openWithStoppedClock(page, '/about');
  const calls = enquiry.recordCalls(page);
  await page.getByRole('banner').locator('a[href="/contact"]').click();
  await enquiry.fillForm(page);
  await enquiry.send(page);
  await expect(page.locator('form button')).toHaveText(contactPage.form.submitting);
  await page.clock.runFor(999);
  expect(calls).toEqual([]);
  await page.clock.runFor(1);
  await expect(enquiry.outcome(page)).toContainText(success.title);
  const [stored] = await site.enquiries.list({ limit: 10 });
  expect(stored?.delivery.state).not.toBe('quarantined');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('who fills that field in is answered like anybody, but nobody is mailed', async ({ page, site }) => {
      await page.goto('/contact');
      if (javaScriptEnabled) await started(page);
      await enquiry.fillForm(page);
      await enquiry.trap(page).evaluate((input: HTMLInputElement) => (input.value = 'x'));
      if (javaScriptEnabled) await enquiry.send(page);
      else expect(await enquiry.sendWithoutScripts(page)).toBe(200);
      await expect(enquiry.outcome(page)).toContainText(success.title);
      await enquiry.expectValues(page, enquiry.noValues);
      await expectQuarantined(site);
    });
  });
}

test('who sends a form at once is answered like anybody, but nobody is mailed', async ({ request, site }) => {
  const form = { ...fields, [formKeyField]: await enquiry.keyFrom(request) };
  const answer = await request.post('/contact', { form });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining(success.title)]);
  await expectQuarantined(site);
});

/** A later enquiry is mailed, and by then the one before it would have been. */
async function expectQuarantined(site: Site): Promise<void> {
  const { enquiries } = site;
  expect(await enquiries.list({ limit: 10 })).toMatchObject([{ ...fields, delivery: { state: 'quarantined' } }]);
  await enquiries.receive({ ...fields, email: 'grace@example.com', message: 'Another.' });
  const [mail] = await enquiry.mailsOf(site, 1);
  expect(mail?.replyTo?.[0]?.address).toBe('grace@example.com');
}
