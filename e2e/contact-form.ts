import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page, Request } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

import { contactPage, controls, site as company } from '../src/content/release-content.ts';
import { createEnquiryParser, type FieldName, fieldNames, formKeyFieldName } from '../src/enquiries/enquiry.ts';
import { createFormKey } from '../src/enquiries/triage.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import { expect, type RunningSite } from './site.ts';
import { openPage } from './page-actions.ts';

/** Returns the server's validation messages for an enquiry, by field. */
export function listFieldErrors(values: Record<FieldName, string>): [FieldName, string][] {
  const parsed = createEnquiryParser(contactPage.form.faults)(values);
  return Object.entries(parsed.ok ? {} : parsed.fieldErrors) as [FieldName, string][];
}

export const enquiryFunctionPath = '/functions/v1/send-contact-email';

export function findField(page: Page, name: FieldName): Locator {
  return page.getByLabel(contactPage.form.fields[name].label, { exact: true });
}

/** Console messages of a failed attempt, as one expression: see `expectedMessages`. */
export const failureMessages = [/^The message was not sent:|^Failed to load resource/];

/** Opens the contact page and waits until its form is hydrated. */
export const openForm = (page: Page): Promise<void> => openPage(page, '/contact');

export async function fillForm(page: Page, values: Partial<Record<FieldName, string>> = sampleFields): Promise<void> {
  for (const [name, value] of Object.entries(values)) await findField(page, name as FieldName).fill(value);
}

export async function expectFieldValues(page: Page, values: Record<FieldName, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await expect(findField(page, name as FieldName)).toHaveValue(value);
}

export const emptyValues = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Record<FieldName, string>;

export async function submitForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: contactPage.form.submit }).click();
}

/** Fills in the form and submits it. */
export async function sendForm(page: Page, values?: Parameters<typeof fillForm>[1]): Promise<void> {
  await fillForm(page, values);
  await submitForm(page);
}

/**
 * Submits the form as a browser without scripts, with a form key issued a minute ago, so that no test waits as long as
 * a visitor takes to write. Resolves to the status of the response.
 */
export async function submitWithoutScripts(page: Page): Promise<number> {
  const key = createFormKey(new Date(Date.now() - 60_000), randomBytes(8).toString('hex'));
  await page
    .locator(`[name="${formKeyFieldName}"]`)
    .evaluate((input: HTMLInputElement, text) => (input.value = text), key);
  // Pages report their views by POST too.
  const isAnswer = (request: Request) => request.method() === 'POST' && new URL(request.url()).pathname === '/contact';
  const answer = page.waitForResponse((response) => isAnswer(response.request()));
  await submitForm(page);
  const status = (await answer).status();
  await page.waitForLoadState();
  return status;
}

/** Returns the outcome of the last attempt in the page. */
export function findOutcome(page: Page): Locator {
  return page.locator('form #outcome');
}

/** Expects the page's title: after a failed attempt with the prefix for errors. */
export function expectTitle(page: Page, state: 'plain' | 'error'): Promise<void> {
  const title = `${contactPage.seo.title} | ${company.name}`;
  return expect(page).toHaveTitle(state === 'error' ? `${controls.errorPrefix} ${title}` : title);
}

export function findNotifications(page: Page): Locator {
  return page.locator('[data-sonner-toast]');
}

/** Records every request to the server function from now on. */
export function recordSubmissions(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === enquiryFunctionPath) calls.push(request);
  });
  return calls;
}

/** Delays the page's scripts, as a slow connection does, until `release` is called. */
export const delayScripts = (page: Page): Promise<{ release(): void }> => delayRequests(page, '**/assets/*.js');

/** Delays requests to matching URLs until `release` is called. */
export async function delayRequests(page: Page, urlPattern: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(urlPattern, async (route) => {
    await promise;
    // Fails for a request that was aborted meanwhile.
    await route.continue().catch(() => {});
  });
  return { release: resolve };
}

/** Resolves to the parsed mails, once the log says that `count` are delivered, which pages say from then on. */
export async function waitForMails(site: RunningSite, count: number): Promise<Email[]> {
  await expect.poll(() => site.log().split('"mail delivered"').length - 1).toBe(count);
  const names = globSync('*.eml', { cwd: site.mailFolder });
  return Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(site.mailFolder, name)))));
}
