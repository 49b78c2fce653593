import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page, Request } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

import { contactPage } from '../content/contact.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expect, type Site } from './site.ts';

export const functionPath = '/functions/v1/send-contact-email';

/** The form's fields by their names in the specification. */
export const labels = {
  name: 'Name *',
  email: 'Email *',
  company: 'Company',
  subject: 'Subject *',
  message: 'Message *',
} as const;

export type FieldName = keyof typeof labels;

export function field(page: Page, name: FieldName): Locator {
  return page.getByLabel(labels[name], { exact: true });
}

export async function fillForm(page: Page, values: Partial<Record<FieldName, string>> = fields): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name as FieldName).fill(value);
}

export async function expectValues(page: Page, values: Record<FieldName, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await expect(field(page, name as FieldName)).toHaveValue(value);
}

export const noValues = { name: '', email: '', company: '', subject: '', message: '' };

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: contactPage.form.submit }).click();
}

/** How the last attempt ended, as the page keeps it. */
export function outcome(page: Page): Locator {
  return page.locator('form').getByRole('status');
}

export function notification(page: Page): Locator {
  return page.locator('[data-sonner-toast]');
}

/** Every call of the function from now on. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === functionPath) calls.push(request);
  });
  return calls;
}

/** The mails as a mail program reads them, once there are as many as expected. */
export async function mailsOf(site: Site, count: number): Promise<Email[]> {
  const names = () => readdirSync(site.mailFolder).filter((name) => name.endsWith('.eml'));
  await expect.poll(() => namesOrNone(names).length).toBe(count);
  return Promise.all(names().map((name) => PostalMime.parse(readFileSync(join(site.mailFolder, name)))));
}

/** The folder is made with the first mail. */
function namesOrNone(names: () => string[]): string[] {
  try {
    return names();
  } catch {
    return [];
  }
}
