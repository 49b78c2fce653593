import { sampleFields } from '../src/enquiries/testing/samples.ts';
import * as office from './office.ts';
import { anna, expect, test } from './office.ts';

test('who is invited makes a passkey and is in, and signs in with it again', async ({ page, site, context }) => {
  await office.registerAndSignIn(page, site, anna);
  await expect(office.findTitle(page)).toHaveText('Open');
  // `__Host-`: browsers accept it only from this host, without a Domain, for the path /.
  const session = { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' };
  expect(await context.cookies()).toEqual([expect.objectContaining(session)]);
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toHaveText('You are signed out.');
  expect(await context.cookies()).toEqual([]);
  await page.goto(`${site.officeUrl}/history`);
  await office.findSignInButton(page).click();
  await expect(page).toHaveURL(`${site.officeUrl}/history`);
  await expect(page.getByRole('main')).toContainText(`${anna} signed in`);
});

test('an invitation says whose it is, and its token is in no address asked for or kept', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''));
  const link = await office.createInvitationUrl(site, anna);
  await office.addAuthenticator(page);
  await page.goto(link);
  await expect(page.getByRole('status')).toHaveText(`For ${anna}`);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(`For ${anna}`);
  await expect(page).toHaveURL(`${site.officeUrl}/invitation`);
  await office.findCreatePasskeyButton(page).click();
  await expect(office.findTitle(page)).toHaveText('Open');
  // A URL's fragment is never sent.
  const sent = asked.map((address) => address.split('#')[0]).join(' ');
  expect(sent).not.toContain(new URL(link).hash.slice(1));
});

test('while the browser asks for a passkey, the button keeps the focus, and asks once', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(...(request.url().match(/options$/) ?? [])));
  const { session, authenticatorId } = await office.addAuthenticator(page);
  await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await page.goto(await office.createInvitationUrl(site, anna));
  await expect(page.getByRole('status')).toHaveText(`For ${anna}`);
  const button = office.findCreatePasskeyButton(page);
  for (const key of ['Enter', 'Enter']) await button.press(key);
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  expect(asked).toHaveLength(2);
});

test('a link in a mail opens its enquiry in the browser, at once or after signing in', async ({ page, site }) => {
  const address = `${site.officeUrl}/enquiries/${await office.storeEnquiry(site)}`;
  await page.route('https://mail.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${address}">Open</a>` }),
  );
  await office.registerAndSignIn(page, site, anna);
  for (const isSignedIn of [true, false]) {
    if (!isSignedIn) await site.people.endAllSessions(anna);
    await page.goto('https://mail.example/');
    await page.getByRole('link', { name: 'Open' }).click();
    if (!isSignedIn) await office.findSignInButton(page).click();
    await expect(office.findTitle(page)).toHaveText(sampleFields.subject);
    await expect(page).toHaveURL(address);
  }
});

test.describe('when the session has ended', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* 401 /] });

  test('what was typed comes back with the person, and is saved only when they send it', async ({ page, site }) => {
    const id = await office.storeEnquiry(site);
    const note = page.getByLabel('Note', { exact: true });
    const typed = 'She rings back <b>on Monday</b>,\n\nbefore "noon" & after tea.';
    await office.registerAndSignIn(page, site, anna);
    await page.goto(`${site.officeUrl}/enquiries/${id}`);
    await note.fill(typed);
    await site.people.endAllSessions(anna);
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('alert').first()).toHaveText('Your session has ended. Sign in to go on.');
    await office.findSignInButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Nothing is done yet');
    await expect(note).toHaveValue(typed);
    await expect(office.findTitle(page)).toHaveText(sampleFields.subject);
    expect(await site.enquiries.listEvents({ enquiryId: id })).toEqual([]);

    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('status')).toHaveText('The note is saved.');
    await expect(note).toHaveValue('');
    expect(await site.enquiries.listEvents({ enquiryId: id })).toMatchObject([
      { action: 'note', actor: anna, detail: typed },
    ]);
  });
});
