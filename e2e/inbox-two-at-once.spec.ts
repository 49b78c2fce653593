import { fields } from '../enquiries/testing/samples.ts';
import { anna, bob, expect, folder, item, mailed, notice, press, receive, signIn, test, title } from './inbox.ts';

test.use({ expectedMessages: [/^Failed to load resource.* 409 /] });

test('of two who act at once the second is told what the first did, and undoes it only when they say so', async ({
  page,
  site,
  anotherBrowser,
}) => {
  const id = await receive(site);
  const bobs = await anotherBrowser();
  await signIn(page, site, anna);
  await signIn(bobs, site, bob);
  await mailed(site, id);
  for (const each of [page, bobs]) await each.goto(`${site.inboxUrl}/enquiries/${id}`);
  await press(page, 'Mark as answered');
  await expect(notice(page)).toHaveText('Marked as answered.');
  await press(bobs, 'Spam: set aside');
  await expect(notice(bobs)).toContainText('Nothing is changed yet');
  await expect(notice(bobs)).toContainText(`${anna} marked it as answered`);
  await expect(bobs.getByRole('button', { name: 'Mark as not answered' })).toBeVisible();
  expect(await site.enquiries.find({ id })).toMatchObject([{ handling: 'answered' }]);
  await press(bobs, 'Spam: set aside');
  await expect(notice(bobs)).toHaveText('Set aside as spam.');
});

test('a button that is pressed twice, or by two, is no problem, and a note is lost to nobody', async ({
  page,
  site,
}) => {
  const id = await receive(site);
  await signIn(page, site, anna);
  const second = await page.context().newPage();
  for (const each of [page, second]) await each.goto(`${site.inboxUrl}/enquiries/${id}`);
  await press(page, 'Mark as answered');
  await expect(notice(page)).toHaveText('Marked as answered.');
  await press(second, 'Mark as answered');
  await expect(notice(second)).toContainText('Marked as answered already.');
  await second.goBack();
  await second.getByLabel('Note', { exact: true }).fill('She rang.');
  await press(second, 'Save the note');
  await expect(notice(second)).toHaveText('The note is saved.');
  const acts = await site.enquiries.activity({ enquiryId: id });
  expect(acts.map(({ act }) => act)).toEqual(['answer', 'note']);
});

test('in a list, what somebody else has acted on is left as it is and named, and the rest is done', async ({
  page,
  site,
}) => {
  const first = await receive(site);
  const second = await receive(site, { subject: 'Another', message: 'Else.' });
  await signIn(page, site, anna);
  for (const subject of [fields.subject, 'Another']) await item(page, subject).getByRole('checkbox').check();
  await site.enquiries.act(second, { act: 'assign', to: bob }, { who: bob });
  await press(page, 'Mark as answered');
  await expect(notice(page)).toContainText('Marked as answered: 1 enquiry. Left as they are: 1 enquiry.');
  await expect(notice(page)).toContainText(`${bob} assigned it to ${bob}`);
  await expect(folder(page, 'Answered')).toHaveText('Answered 1');
  expect(await site.enquiries.find({ id: first })).toMatchObject([{ handling: 'answered' }]);
  expect(await site.enquiries.find({ id: second })).toMatchObject([{ handling: 'waiting' }]);

  await item(page, 'Another').getByRole('checkbox').check();
  await press(page, 'Erase…');
  await expect(title(page)).toHaveText('Erase 1 enquiry?');
  await site.enquiries.act(second, { act: 'note', text: 'Wait.' }, { who: bob });
  await press(page, 'Erase 1 enquiry for good');
  await expect(notice(page)).toContainText('Somebody has acted since on');
  await press(page, 'Erase 1 enquiry for good');
  await expect(notice(page)).toHaveText('Erased: 1 enquiry.');
});
