import type { Page } from '@playwright/test';

import { contactPage, controls, navigation } from '../../src/content/release-content.ts';
import type { EnquiryService } from '../../src/enquiries/enquiry-service.ts';
import { sampleFields } from '../../src/enquiries/testing/samples.ts';
import { noLimits } from '../../src/start/testing/no-limits.ts';
import { fillForm, findNotifications, openForm, findOutcome, sendForm } from '../contact-form.ts';
import { onePathPerLayout, pages } from '../pages.ts';
import { expect } from '../site.ts';
import type { SiteOptions } from '../start-site.ts';
import { openPage, resizePage, waitForWholePage } from '../page-actions.ts';

/** Responses by the subject of a submission; any other subject is accepted. */
export const simulatedReplies = {
  accepted: { status: 200, result: { outcome: 'accepted', id: 'enq_1', reference: '0000-0001' } },
  refused: {
    status: 422,
    result: { outcome: 'refused', fieldErrors: { name: 'Fault of the name.', email: 'Of the address.' } },
  },
  unavailable: { status: 503, result: { outcome: 'unavailable', reason: 'disk full' } },
  limited: { status: 429, result: undefined },
  fault: { status: 500, result: undefined },
} as const;

/** Behaviour of the site's form during a test, which may change it. */
export const replyControl = { isLimited: false, until: Promise.resolve() };

const receive: EnquiryService['receive'] = async (input) => {
  const { subject } = input as { subject: string };
  const { result } =
    Object.entries(simulatedReplies).find(([name]) => name === subject)?.[1] ?? simulatedReplies.accepted;
  await replyControl.until;
  if (result === undefined) throw new Error('The store is on fire');
  return result;
};
const consume = async () =>
  replyControl.isLimited ? { isAllowed: false as const, retryAfterSeconds: 90 } : { isAllowed: true as const };

/** Options for `test.use` of a test that opens the states. */
export const stateOptions = {
  replacements: {
    submissionLimits: { ...noLimits, consume },
    enquiries: { receive },
  } satisfies SiteOptions['replacements'],
  expectedMessages: [/^404: no page at|^The message was not sent|^Failed to load resource|fetch/],
};

/** Opens every page as loaded, and yields its name. */
export const openAllPages = (page: Page) => openEach(page, [...pages.map(({ path }) => path), '/no-such-page']);

/** Opens one page of each kind. */
export const openEachLayout = (page: Page) => openEach(page, [...onePathPerLayout, '/no-such-page']);

async function* openEach(page: Page, paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    await openPage(page, path);
    await waitForWholePage(page);
    yield path;
  }
}

/** Opens one page of each kind, then its menus and its form in each outcome, and yields the name of each state. */
export async function* openStates(page: Page): AsyncGenerator<string> {
  yield* openEachLayout(page);
  await openForm(page);
  yield* openMenus(page);
  yield* openFormStates(page);
  await page.goto('/contact');
  await fillForm(page, { ...sampleFields, subject: 'fault' });
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  yield 'error screen';
}

async function* openMenus(page: Page): AsyncGenerator<string> {
  const services = page.getByRole('button', { name: navigation.services.label });
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await resizePage(page, { width: 1280, height: 720 });
  await services.click();
  await expect(page.locator('#services-menu')).toBeVisible();
  yield 'services menu';
  await page.keyboard.press('Escape');
  await page.locator('[data-theme-toggle]:visible').focus();
  await expect(page.locator('.tooltip')).toBeVisible();
  yield 'tooltip';

  await resizePage(page, { width: 390, height: 844 });
  await page.getByRole('button', { name: controls.menu, exact: true }).click();
  await expect(page.locator('#site-menu')).toBeVisible();
  yield 'menu on a phone';
  await services.click();
  await expect(page.locator('#services-menu')).toBeVisible();
  yield 'services in it';
  await page.keyboard.press('Escape');
  await expect(page.locator('#services-menu')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.locator('#site-menu')).toBeHidden();
  // Otherwise the wide page's services menu may open under the mouse, over the form.
  await page.mouse.move(0, 0);
  await resizePage(page, size);
  await expect(page.locator('#services-menu')).toBeHidden();
}

async function* openFormStates(page: Page): AsyncGenerator<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  replyControl.until = promise;
  await sendForm(page, { ...sampleFields, subject: 'refused' });
  await expect(page.locator('form button[disabled]')).toBeVisible();
  yield 'while the form is sent';
  resolve();
  await expect(findOutcome(page).getByRole('link')).toHaveCount(2);
  await expect(findNotifications(page).first()).toHaveAttribute('data-mounted', 'true');
  yield 'with faults in fields, and a notification';
  await sendForm(page);
  // The previous notification may have gone by then.
  await expect(findNotifications(page).filter({ hasText: contactPage.form.success.description })).toBeVisible();
  yield 'with the form sent';
  await page.context().setOffline(true);
  await sendForm(page);
  await expect(findOutcome(page).getByRole('alert')).toBeVisible();
  yield 'offline, with the form not taken';
  await page.context().setOffline(false);
}
