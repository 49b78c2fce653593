import * as office from '../office.ts';
import { anna, expect, test } from '../office.ts';

test.use({ expectedMessages: [/^Failed to load resource.*(?: 401 | 404 |INTERNET_DISCONNECTED)/] });

test('where a passkey does not let in, the page says why, and it can be tried again', async ({ page, site }) => {
  const { session, authenticatorId } = await office.addAuthenticator(page);
  const alert = page.getByRole('alert');
  const touch = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

  await page.goto(await office.createInvitationUrl(site, anna));
  await office.createInvitationUrl(site, anna);
  await office.findCreatePasskeyButton(page).click();
  await expect(alert).toContainText('Ask whoever looks after the website for a new invitation.');
  expect(await site.people.listPasskeys(anna)).toEqual([]);
  await touch(false);
  await page.goto(await office.createInvitationUrl(site, anna));
  await office.findCreatePasskeyButton(page).click();
  await expect(alert).toHaveText(/cancelled.* Try again/);
  await touch(true);
  await office.findCreatePasskeyButton(page).click();
  await expect(page).toHaveURL(`${site.officeUrl}/open`);
  await page.goto(await office.createInvitationUrl(site, anna));
  await office.findCreatePasskeyButton(page).click();
  await expect(alert).toHaveText(/has a passkey for the office already\..* sign in with it/);

  await page.context().clearCookies();
  await page.goto(site.officeUrl);
  await site.people.removePerson(anna);
  await office.findSignInButton(page).click();
  await expect(alert).toHaveText(/does not open the office\..* ask for an invitation/);
  await page.context().setOffline(true);
  await office.findSignInButton(page).click();
  await expect(alert).toHaveText(/cannot be reached/);
});

test('a browser without passkeys is told so, on the link and at the door', async ({ page, site }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  for (const [address, button] of [
    [await office.createInvitationUrl(site, anna), office.findCreatePasskeyButton(page)],
    [site.officeUrl, office.findSignInButton(page)],
  ] as const) {
    await page.goto(address);
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(/does not support passkeys.* use another one/);
  }
});
