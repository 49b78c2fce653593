import { office } from '../src/content/release-content.ts';
import {
  anna,
  expect,
  findFolderLink,
  findListItem,
  findNotice,
  findTitle,
  pressButton,
  registerAndSignIn,
  storeEnquiry,
  test,
} from './office.ts';

test('single keys do nothing until they are chosen, and press then what is on the page', async ({ page, site }) => {
  for (const subject of ['Third', 'Second', 'First']) await storeEnquiry(site, { subject, message: subject });
  await registerAndSignIn(page, site, anna);
  const subjectOf = (name: string) => page.getByRole('link', { name, exact: true });
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(page.locator('main :focus')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${site.officeUrl}/account`);
  await pressButton(page, 'Use keys');
  await expect(findNotice(page)).toBeVisible();

  await page.goto(`${site.officeUrl}/open`);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keys' });
  await expect(list.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('j');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.locator('main :focus')).toHaveCount(0);
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect(subjectOf('Second')).toBeFocused();
  await page.keyboard.press('b');
  await expect(findFolderLink(page, 'Later')).toHaveText('Later 1');
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(findFolderLink(page, 'Mine')).toHaveText('Mine 1');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Control+x');
  await expect(findListItem(page, 'Third').getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('e');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await subjectOf('Third').focus();
  await page.keyboard.press('o');
  await expect(findTitle(page)).toHaveText('Third');
  await page.keyboard.press('j');
  await expect(findTitle(page)).toHaveText('First');

  await page.keyboard.press('r');
  const reply = page.getByLabel('Your reply');
  await expect(reply).toBeFocused();
  await page.keyboard.type('jokers? ');
  const [saved] = office.answer.saved;
  await page.getByLabel('Saved reply').fill(saved?.title ?? '');
  await pressButton(page, 'Put it in');
  await expect(reply).toBeFocused();
  await expect(reply).toHaveValue(new RegExp(`\n\njokers\\? ${saved?.text.slice(0, 20)}`));
  await page.keyboard.press('Control+Enter');
  await expect(findNotice(page)).toContainText('It goes out in a minute');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('/');
  await page.keyboard.type('erj');
  await expect(page.getByRole('searchbox')).toHaveValue('erj');
});
