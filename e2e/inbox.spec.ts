import type { Page } from '@playwright/test';

import { office } from '../src/content/release-content.ts';
import { sampleFields } from '../src/enquiries/testing/samples.ts';
import { waitForMails, openForm, findOutcome, sendForm } from './contact-form.ts';
import {
  anna,
  bob,
  expect,
  findFolderLink,
  findListItem,
  findNotice,
  pressButton,
  storeEnquiry,
  type RunningSite,
  registerAndSignIn,
  test as base,
} from './office.ts';

/** `plain`: a page on a phone, signed in, with scripts disabled since. */
const test = base.extend<{ plain: Page }>({
  plain: async ({ browser, page, site }, use) => {
    await registerAndSignIn(page, site, anna);
    const storageState = await page.context().storageState();
    const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
    const context = await browser.newContext({ ...phone, storageState });
    await use(await context.newPage());
    await context.close();
  },
});

const done = async (page: Page, button: string, text: string) => {
  await pressButton(page, button);
  await expect(findNotice(page)).toContainText(text);
};

test('an enquiry goes from the form, under the reference that its visitor was shown, through what people do without scripts', async ({
  page,
  plain,
  site,
}) => {
  await openForm(page);
  await sendForm(page);
  await expect(findOutcome(page)).toHaveText(/[\dA-Z]{4}-[\dA-Z]{4}/);
  const reference = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(await findOutcome(page).innerText())?.[0] ?? '';
  await site.people.createInvitation(bob);
  await plain.goto(site.officeUrl);
  await expect(findFolderLink(plain, 'Open')).toHaveText('Open 1');
  await expect(findListItem(plain, sampleFields.subject)).toContainText(reference);
  await plain.getByRole('link', { name: sampleFields.subject, exact: true }).click();
  const [mail] = await waitForMails(site, 1);
  for (const text of [reference, plain.url()]) expect(mail?.text).toContain(text);
  for (const text of [sampleFields.name, sampleFields.email, sampleFields.company, reference])
    await expect(plain.getByRole('definition').filter({ hasText: text }).first()).toHaveText(text);
  await expect(plain.locator('pre')).toHaveText(sampleFields.message);

  await done(plain, 'Close', 'Closed.');
  for (const counted of ['Closed 1', 'Open 0'])
    await expect(findFolderLink(plain, counted.slice(0, -2))).toHaveText(counted);
  await plain.getByLabel('Note', { exact: true }).fill('Rings back at noon.\nOr one.');
  await done(plain, 'Save the note', 'The note is saved.');
  await plain.getByLabel('Assigned to').selectOption(bob);
  await done(plain, 'Assign', 'Assigned.');
  await expect(plain.getByRole('listitem').filter({ hasText: anna, hasNot: plain.getByRole('listitem') })).toHaveText([
    new RegExp(`closed it: ${office.reasons[0]}$`),
    /wrote a noteRings back at noon.\nOr one.$/,
    new RegExp(`assigned it to ${bob}$`),
  ]);
});

test('a reply goes from the inbox into the visitor’s mailbox, and stops the clock by that, without scripts', async ({
  plain,
  site,
}) => {
  await storeEnquiry(site);
  await plain.goto(site.officeUrl);
  await plain.getByRole('link', { name: sampleFields.subject, exact: true }).click();
  await plain.getByRole('navigation', { name: 'What to do first' }).getByRole('link', { name: 'Reply' }).click();
  const answer = plain.getByLabel('Your reply');
  await expect(answer).toHaveValue(new RegExp(sampleFields.name));
  const [saved] = office.answer.saved;
  await plain.getByLabel('Saved reply').fill(saved?.title ?? '');
  await pressButton(plain, 'Put it in');
  await expect(answer).toHaveValue(new RegExp(saved?.text.slice(0, 20) ?? ''));
  await expect(answer).toBeFocused();
  await answer.fill('On Monday, gladly.');
  await pressButton(plain, 'Send the reply');
  await expect(findNotice(plain)).toContainText('Your reply is on its way');
  await findNotice(plain).getByRole('button', { name: 'Undo' }).click();
  await expect(answer).toHaveValue('On Monday, gladly.');
  await pressButton(plain, 'Send the reply');
  await expect(findNotice(plain)).toContainText('Your reply is on its way');
  await endUndoPeriod(site);
  const mails = await waitForMails(site, 2);
  const [asked, replied] = [false, true].map((isReply) =>
    mails.find(({ inReplyTo }) => Boolean(inReplyTo) === isReply),
  );
  expect([replied?.to?.[0]?.address, replied?.inReplyTo]).toEqual([sampleFields.email, asked?.messageId]);
  expect(replied?.text).toMatch(/^On Monday, gladly\.\n[^]*\n> /);
  await plain.reload();
  await expect(plain.getByRole('main')).toContainText('Reply to the visitor: sent');
  await expect(findFolderLink(plain, 'Closed')).toHaveText('Closed 1');
});

test('names on Chromium’s accessibility tree have no marks that only eyes need', async ({ page, site }) => {
  const paths = [`/enquiries/${await storeEnquiry(site)}`, '/content/edit'];
  await registerAndSignIn(page, site, anna);
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    await page.goto(site.officeUrl + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const controls = nodes.filter(({ role }) => ['DisclosureTriangle', 'link', 'button'].includes(role?.value));
    const names = controls.map(({ name }) => String(name?.value));
    expect(names).toContainEqual(expect.stringMatching(path.startsWith('/e') ? sampleFields.name : 'Content'));
    expect(names.filter((name) => /[▸▾▶▼‹]/.test(name))).toEqual([]);
  }
});

/** Makes what waits to be undone due, in place of a minute. */
async function endUndoPeriod({ database, outbox }: RunningSite): Promise<void> {
  await database.database.updateTable('deliveries').set({ due_at: new Date() }).where('state', '=', 'due').execute();
  outbox.kick();
}

test.describe('a refused reply', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* 422 /] });

  test('is in sight and has the focus, with what was typed and chosen; Undo goes once it can do nothing', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const id = await storeEnquiry(site, { message: 'word\n'.repeat(200) });
    await registerAndSignIn(page, site, anna);
    await page.goto(`${site.officeUrl}/enquiries/${id}`);
    const reply = page.getByLabel('Your reply');
    await reply.fill('Dear [company: not given]');
    const file = { name: 'quote.txt', mimeType: 'text/plain', buffer: Buffer.from('12') };
    await page.getByLabel('Files, if you like').setInputFiles(file);
    await page.getByLabel('Remind me if they have not written').selectOption('in a week');
    await pressButton(page, 'Send the reply');
    await expect(reply).toBeFocused();
    await expect(reply).toHaveValue('Dear [company: not given]');
    await expect(page.locator('#field-notice')).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Remind me if they have not written')).toHaveValue('week');
    await expect(page.getByLabel(/quote\.txt, 1 KB/)).toBeChecked();
    await reply.fill('Yes.');
    await pressButton(page, 'Send the reply');
    const undo = findNotice(page).getByRole('button', { name: 'Undo the reply' });
    await expect(undo).toBeVisible();
    const { database } = site.database;
    const soon = new Date(Date.now() + 1000);
    await database.updateTable('deliveries').set({ due_at: soon }).where('kind', '=', 'reply').execute();
    await page.reload();
    await expect(undo).toBeHidden();
    await expect(reply).toBeHidden();
  });
});

test('what is typed and not sent is there again in another tab, until it is sent or its writer signs out', async ({
  page,
  site,
}) => {
  const [address, another] = [`/enquiries/${await storeEnquiry(site)}`, `/enquiries/${await storeEnquiry(site)}`];
  await registerAndSignIn(page, site, anna);
  const answer = (of: Page) => of.getByLabel('Your reply');
  const type = async (where: string) => {
    await page.goto(site.officeUrl + where);
    await answer(page).fill('Half an ans');
  };
  const inNewTab = async () => {
    const tab = await page.context().newPage();
    await tab.goto(site.officeUrl + address);
    return tab;
  };
  await type(address);
  const tab = await inNewTab();
  await expect(answer(tab)).toHaveValue('Half an ans');
  await pressButton(tab, 'Begin anew');
  await expect(answer(tab)).toHaveValue(new RegExp(sampleFields.name));
  await answer(tab).fill('A whole answer');
  await pressButton(tab, 'Send the reply');
  await expect(findNotice(tab)).toBeVisible();
  await expect(answer(tab)).toHaveValue(new RegExp(sampleFields.name));
  await tab.close();
  await type(another);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
