import { fields } from '../enquiries/testing/samples.ts';
import {
  addAuthenticator,
  anna,
  bob,
  expect,
  inDatabase,
  notice,
  receive,
  signIn,
  test,
  title,
  usePasskey,
} from './inbox.ts';

test.use({ expectedMessages: [/^Failed to load resource.* 401 /] });

test('signing out everywhere ends the sessions of other browsers, and theirs alone', async ({
  page,
  site,
  anotherBrowser,
}) => {
  const { session, authenticatorId } = await signIn(page, site, anna);
  // The same passkey on a second device, as those that are synchronised.
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  const phone = await anotherBrowser();
  const authenticator = await addAuthenticator(phone);
  for (const credential of credentials)
    await authenticator.session.send('WebAuthn.addCredential', { ...authenticator, credential });
  await phone.goto(site.inboxUrl);
  await usePasskey(phone).click();
  await expect(phone).toHaveURL(`${site.inboxUrl}/waiting`);
  const bobs = await anotherBrowser();
  await signIn(bobs, site, bob);

  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /last seen|in this browser/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('status')).toHaveText('You are signed out everywhere.');
  await phone.getByRole('link', { name: 'Answered' }).click();
  await expect(title(phone)).toHaveText('Sign in');
  await bobs.reload();
  await expect(title(bobs)).toHaveText('Waiting');
});

test('a cookie that was stolen is worth nothing after the sign-out, nor is one of a person who was removed', async ({
  page,
  site,
  anotherBrowser,
}) => {
  await signIn(page, site, anna);
  const stolen = await anotherBrowser({ storageState: await page.context().storageState() });
  await stolen.goto(`${site.inboxUrl}/history`);
  await expect(title(stolen)).toHaveText('History');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await stolen.reload();
  await expect(title(stolen)).toHaveText('Sign in');

  await page.goto(site.inboxUrl);
  await usePasskey(page).click();
  await expect(title(page)).toHaveText('Waiting');
  await site.people.remove(anna);
  await page.getByRole('link', { name: 'Answered' }).click();
  await expect(title(page)).toHaveText('Sign in');
});

test('a lost passkey lets nobody in once its person has removed it with another one, and ends what was begun with it', async ({
  page,
  site,
  anotherBrowser,
}) => {
  await signIn(page, site, anna);
  const other = await anotherBrowser();
  await signIn(other, site, anna);
  await other.getByRole('link', { name: 'Account' }).click();
  const removals = other.getByRole('button', { name: /^Remove the passkey made / });
  await expect(removals).toHaveCount(2);
  await removals.first().click();
  await expect(notice(other)).toBeVisible();
  await expect(removals).toHaveCount(0);

  await page.reload();
  await usePasskey(page).click();
  await expect(page.getByRole('alert')).toContainText('does not open the inbox');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await usePasskey(other).click();
  await expect(title(other)).toHaveText('Waiting');
});

test('what was typed when a session had ended comes back with the person, and is saved only when they send it', async ({
  page,
  site,
}) => {
  const id = await receive(site, fields);
  await signIn(page, site, anna);
  const note = page.getByLabel('Note', { exact: true });
  const typed = 'She rings back <b>on Monday</b>,\n\nbefore "noon" & after tea.';
  await page.goto(`${site.inboxUrl}/enquiries/${id}`);
  await note.fill(typed);
  await inDatabase(site, ({ database }) =>
    // An idle session ends after 12 hours.
    database
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 12.1 * 60 * 60_000) })
      .execute(),
  );
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByRole('alert').first()).toHaveText('Your session has ended. Sign in to go on.');
  await usePasskey(page).click();
  await expect(page.getByRole('alert')).toContainText('not saved yet');
  await expect(note).toHaveValue(typed);
  await expect(title(page)).toHaveText(fields.subject);
  expect(await site.enquiries.activity({ enquiryId: id })).toEqual([]);

  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByRole('status')).toHaveText('The note is saved.');
  await expect(note).toHaveValue('');
  expect(await site.enquiries.activity({ enquiryId: id })).toMatchObject([{ act: 'note', by: anna, detail: typed }]);

  await page.getByRole('link', { name: 'Contact facts' }).click();
  await page.getByLabel('Phone').fill('+44 117 496 0999');
  await site.people.signOutEverywhere(anna);
  await page.getByRole('button', { name: 'Save' }).click();
  await usePasskey(page).click();
  await expect(page.getByLabel('Phone')).toHaveValue('+44 117 496 0999');
  expect(await site.contactSettings.details()).toEqual({});
});
