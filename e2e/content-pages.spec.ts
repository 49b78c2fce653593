import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { anna, expect, pressButton, registerAndSignIn, test } from './office.ts';

const find = (page: Page, path: string) => page.locator(`[id="field.${path}"]`);
const group = (page: Page, path: string) => page.locator('details', { has: find(page, path) }).last();
const add = async (page: Page, what: string, name: string) => {
  const form = page.locator('details', { has: page.locator('summary', { hasText: what }) });
  await form.locator('summary').click();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: what }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(name);
};
const sentence = 'How a factory stopped to print its labels by hand, and what the line has saved since that day.';

test.use({ expectedMessages: [/^Failed to load resource: the server responded with a status of 422/] });

test('a case study comes from the editor onto the site, with picture, list, card and footer', async ({
  page,
  site,
}) => {
  await registerAndSignIn(page, site, anna);
  await page.goto(`${site.officeUrl}/content/edit`);
  await add(page, 'Add a case study', 'Labels');
  await find(page, 'description').fill(sentence);
  await find(page, 'lead').fill('One line.');
  for (const part of ['picture', 'blocks', 'blocks.0'])
    await group(page, part).evaluate((it) => it.setAttribute('open', ''));
  await find(page, 'blocks.0.text').fill('See **[us](/contact)**.');
  const file = group(page, 'picture').locator('input[type=file]');
  await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') });
  await expect(group(page, 'picture').getByRole('status')).toContainText('no JPEG');
  const photo = { create: { width: 1800, height: 1200, channels: 3, background: '#487' } } as const;
  const buffer = await sharp(photo).png().toBuffer();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await group(page, 'picture').getByRole('slider').first().press('ArrowRight');
  const issues = page.getByRole('region', { name: 'To be put right' });
  await expect(issues).toContainText('needs words');
  await find(page, 'picture.alt').fill('A line');
  await expect(issues).toBeHidden();
  await file.setInputFiles({
    name: 'b.png',
    mimeType: 'image/png',
    buffer: await sharp(buffer).blur(9).png().toBuffer(),
  });
  await expect(group(page, 'picture').getByRole('status')).toContainText('still say');
  await expect(find(page, 'picture.alt')).toHaveValue('A line');
  await group(page, 'picture').getByRole('slider').first().press('ArrowRight');
  await pressButton(page, 'Publish…');
  await page.getByLabel('Why, in one line').fill('The first');
  await pressButton(page, 'Publish now');
  await expect.poll(() => site.getContent().caseStudies.length).toBe(1);

  await page.goto(`${site.url}/case-studies/labels`);
  const picture = page.getByRole('img', { name: 'A line' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  expect(await picture.evaluate((it) => getComputedStyle(it).objectPosition)).toBe('60% 50%');
  await expect(page.getByRole('main').getByRole('link', { name: 'us' })).toHaveAttribute('href', '/contact');
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await page.request.get(new URL(card ?? '').pathname)).headers()['content-type']).toBe('image/jpeg');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Case Studies' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Labels' })).toBeVisible();
});

test('a folded group of fields is reached by Tab from the title, and unfolds by Enter', async ({ page, site }) => {
  await registerAndSignIn(page, site, anna);
  await page.goto(`${site.officeUrl}/content/edit`);
  await page
    .getByRole('navigation', { name: 'Texts' })
    .getByRole('link', { name: 'About', exact: true })
    .press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'About' })).toBeFocused();
  const summary = find(page, 'callToAction');
  const isFocused = () => summary.evaluate((it) => it === document.activeElement);
  for (let count = 0; count < 40 && !(await isFocused()); count += 1) await page.keyboard.press('Tab');
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(find(page, 'callToAction.title')).toBeFocused();
});

test('a poster is chosen by its picture, with arrow keys, and a page may have none', async ({ page, site }) => {
  await registerAndSignIn(page, site, anna);
  await page.goto(`${site.officeUrl}/content/edit`);
  await add(page, 'Add a page', 'Careers');
  await find(page, 'description').fill(sentence);
  await find(page, 'lead').fill('One line.');
  for (const part of ['blocks', 'blocks.0']) await group(page, part).evaluate((it) => it.setAttribute('open', ''));
  await find(page, 'blocks.0.text').fill('One text.');
  const posters = page.getByRole('radiogroup', { name: 'Drawing at the top' });
  const shown = page.frameLocator('iframe:not([data-waiting])').locator('main .poster > svg');
  const none = posters.getByRole('radio', { name: 'None' });
  await expect(none).toBeChecked();
  await none.press('ArrowDown');
  await expect(posters.getByRole('radio', { name: 'Cable-stayed bridge' })).toBeChecked();
  await expect(shown).toHaveCount(1);
  const picture = posters.locator('img').first();
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  await none.check();
  await expect(shown).toHaveCount(0);
});
