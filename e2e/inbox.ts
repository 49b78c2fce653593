import type { Locator, Page } from '@playwright/test';

import type { EnquiryFields, honeypotFieldName } from '../src/enquiries/enquiry.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import { expect, test as base, type RunningSite } from './site.ts';

export { expect, type RunningSite };

export const anna = 'anna@ours.example';
export const bob = 'bob@ours.example';

/** A test of the inbox, at `site.inboxUrl`. */
export const test = base.extend({ inbox: true });

/** Accepts an invitation, registers a passkey and signs in. */
export async function registerAndSignIn(page: Page, site: RunningSite, email: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(await createInvitationUrl(site, email));
  await findCreatePasskeyButton(page).click();
  await expect(page).toHaveURL(`${site.inboxUrl}/waiting`);
}

/** Resolves to the link that the operator's command would print. */
export async function createInvitationUrl(site: RunningSite, email: string): Promise<string> {
  const { token } = await site.people.createInvitation(email);
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

export const findCreatePasskeyButton = (page: Page): Locator => page.getByRole('button', { name: 'Create a passkey' });
export const findSignInButton = (page: Page): Locator => page.getByRole('button', { name: 'Sign in with a passkey' });
export const findTitle = (page: Page): Locator => page.getByRole('heading', { level: 1 });
/** The message about the last action. */
export const findNotice = (page: Page): Locator => page.locator('main > .notice');
export const pressButton = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
/** Finds a row of a list by its enquiry's subject. */
export const findListItem = (page: Page, subject: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: subject, exact: true }) });
export const findFolderLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });

/** Stores an enquiry as the public form does. Resolves to its id. */
export async function storeEnquiry(
  site: RunningSite,
  enquiry: Partial<EnquiryFields> & { [honeypotFieldName]?: string } = {},
): Promise<string> {
  const received = await site.enquiries.receive({ ...sampleFields, ...enquiry });
  if (received.outcome !== 'accepted') throw new Error(JSON.stringify(received));
  return received.id;
}
