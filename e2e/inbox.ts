import type { Locator, Page } from '@playwright/test';

import type { EnquiryFields, trapField } from '../enquiries/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expect, test as base, type Site } from './site.ts';

export { expect, type Site };

export const anna = 'anna@ours.example';
export const bob = 'bob@ours.example';

/** A test of the inbox, which stands at `site.inboxUrl`. */
export const test = base.extend({ inbox: true });

/** An invited person opens the link, makes a passkey and is in. */
export async function signIn(page: Page, site: Site, email: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(await invitationOf(site, email));
  await createPasskey(page).click();
  await expect(page).toHaveURL(`${site.inboxUrl}/waiting`);
}

/** The link that the command would print. */
export async function invitationOf(site: Site, email: string): Promise<string> {
  const { token } = await site.people.invite(email);
  return `${site.inboxUrl}/invitation#${token}`;
}

/** Gives the page a device that makes and keeps passkeys, and whose finger is always on it. */
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
/** What became of the last act. */
export const notice = (page: Page): Locator => page.locator('main > .notice');
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
/** A line of a list, by the subject of its enquiry. */
export const item = (page: Page, subject: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: subject, exact: true }) });
export const folder = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });

/** What the public form would have stored. Resolves to its id. */
export async function receive(
  site: Site,
  enquiry: Partial<EnquiryFields> & { [trapField]?: string } = {},
): Promise<string> {
  const received = await site.enquiries.receive({ ...fields, ...enquiry });
  if (received.outcome !== 'accepted') throw new Error(JSON.stringify(received));
  return received.id;
}
