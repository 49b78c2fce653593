import {
  addAuthenticator,
  anna,
  bob,
  createPasskey,
  expect,
  inDatabase,
  invitationOf,
  signIn,
  test,
  title,
  usePasskey,
} from './inbox.ts';

test('who is invited makes a passkey and is in, and comes in again with it after signing out', async ({
  page,
  site,
  context,
}) => {
  await signIn(page, site, anna);
  await expect(title(page)).toHaveText('Waiting');
  // A browser takes a cookie of this name only from this very host, without a domain, for the path /.
  const session = { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' };
  expect(await context.cookies()).toEqual([expect.objectContaining(session)]);
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toHaveText('You are signed out.');
  expect(await context.cookies()).toEqual([]);
  await page.goto(`${site.inboxUrl}/history`);
  await expect(title(page)).toHaveText('Sign in');
  await usePasskey(page).click();
  await expect(page).toHaveURL(`${site.inboxUrl}/history`);
  await expect(page.getByRole('main')).toContainText(`${anna} signed in`);

  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.getByRole('listitem').filter({ hasText: 'last used' })).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ hasText: 'in this browser' })).toHaveCount(1);
});

test.describe('a link that is no good', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* (?:404|410) /] });

  test('because it was used, is forged or has expired says how to get another, and lets nobody in', async ({
    page,
    site,
    anotherBrowser,
  }) => {
    const used = await invitationOf(site, anna);
    await addAuthenticator(page);
    await page.goto(used);
    await createPasskey(page).click();
    await expect(page).toHaveURL(`${site.inboxUrl}/waiting`);
    const expired = await invitationOf(site, bob);
    await inDatabase(site, ({ database }) =>
      database.updateTable('invitations').set({ expires_at: new Date() }).where('person', '=', bob).execute(),
    );
    const visitor = await anotherBrowser();
    for (const link of [used, expired, `${expired}A`, expired.replace(/.{9}$/, 'forged-it')]) {
      await visitor.goto(link);
      await expect(title(visitor)).toHaveText('This invitation cannot be used');
      await expect(visitor.getByRole('main')).toContainText(
        'Ask whoever looks after the website for a new invitation.',
      );
      await expect(visitor.getByRole('button')).toHaveCount(0);
      await visitor.getByRole('link', { name: 'Open the inbox' }).click();
      await expect(title(visitor)).toHaveText('Sign in');
    }
  });

  test('because it ended while it stood open says so where the passkey was to be made', async ({ page, site }) => {
    await addAuthenticator(page);
    await page.goto(await invitationOf(site, anna));
    await invitationOf(site, anna);
    await createPasskey(page).click();
    await expect(page.getByRole('alert')).toContainText('Ask whoever looks after the website for a new invitation.');
    expect(await site.people.passkeys(anna)).toEqual([]);
  });
});

test.describe('where a passkey does not let in', () => {
  test.use({ expectedMessages: [/^Failed to load resource.*(?: 401 |INTERNET_DISCONNECTED)/] });

  test('the page says why in words, and it can be tried again', async ({ page, site }) => {
    const { session, authenticatorId } = await addAuthenticator(page);
    const alert = page.getByRole('alert');
    const touch = (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

    await touch(false);
    await page.goto(await invitationOf(site, anna));
    await createPasskey(page).click();
    await expect(alert).toHaveText(/cancelled.* Try again/);
    await touch(true);
    await createPasskey(page).click();
    await expect(page).toHaveURL(`${site.inboxUrl}/waiting`);
    await page.goto(await invitationOf(site, anna));
    await createPasskey(page).click();
    await expect(alert).toHaveText(/has a passkey for the inbox already\..* sign in with it/);

    await page.context().clearCookies();
    await page.goto(site.inboxUrl);
    await touch(false);
    await usePasskey(page).click();
    await expect(alert).toHaveText(/cancelled.* Try again/);
    await touch(true);
    await site.people.remove(anna);
    await usePasskey(page).click();
    await expect(alert).toHaveText(/does not open the inbox\..* ask for an invitation/);
    await page.context().setOffline(true);
    await usePasskey(page).click();
    await expect(alert).toHaveText(/cannot be reached/);
  });
});

test('a browser without passkeys is told so, on the link and at the door', async ({ page, site }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  for (const [address, button] of [
    [await invitationOf(site, anna), createPasskey(page)],
    [site.inboxUrl, usePasskey(page)],
  ] as const) {
    await page.goto(address);
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(/does not support passkeys.* use another one/);
  }
});
