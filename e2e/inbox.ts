import type { Locator, Page } from '@playwright/test';

import type { EnquiryFields, trapField } from '../enquiries/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expect, test as base, type Site } from './site.ts';

export { expect, type Site };

export const anna = 'anna@ours.example';
export const bob = 'bob@ours.example';

/** A test of the inbox, at `site.inboxUrl`. */
export const test = base.extend({ inbox: true });

/** Accepts an invitation, registers a passkey and signs in. */
export async function signIn(page: Page, site: Site, email: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(await invitationOf(site, email));
  await createPasskey(page).click();
  await expect(page).toHaveURL(`${site.inboxUrl}/waiting`);
}

/** Resolves to the link that the operator's command would print. */
export async function invitationOf(site: Site, email: string): Promise<string> {
  const { token } = await site.people.invite(email);
  return `${site.inboxUrl}/invitation#${token}`;
}

/** Adds a virtual authenticator that stores passkeys and always confirms the user's presence. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return { session, ...(await session.send('WebAuthn.addVirtualAuthenticator', { options })) };
}

export const createPasskey = (page: Page): Locator => page.getByRole('button', { name: 'Create a passkey' });
export const usePasskey = (page: Page): Locator => page.getByRole('button', { name: 'Sign in with a passkey' });
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
/** The message about the last action. */
export const notice = (page: Page): Locator => page.locator('main > .notice');
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
/** Finds a row of a list by its enquiry's subject. */
export const item = (page: Page, subject: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: subject, exact: true }) });
export const folder = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });

/** Stores an enquiry as the public form does. Resolves to its id. */
export async function receive(
  site: Site,
  enquiry: Partial<EnquiryFields> & { [trapField]?: string } = {},
): Promise<string> {
  const received = await site.enquiries.receive({ ...fields, ...enquiry });
  if (received.outcome !== 'accepted') throw new Error(JSON.stringify(received));
  return received.id;
}
