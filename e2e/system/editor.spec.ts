import { expect, type Page } from '@playwright/test';

import { services } from '../../src/content/release-content.ts';
import { type DevelopmentServer, test } from './development-server.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });

const about = 'content/about.yaml';
const editor = ({ inboxUrl }: DevelopmentServer) => `${inboxUrl}/words/edit`;
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true }).first();
const shown = (page: Page) => page.frameLocator('iframe:not([data-waiting])');
const heading = (page: Page) => shown(page).getByRole('heading', { level: 1 });

test.beforeEach(async ({ development }) => {
  // It starts after the site, and again after each change of a file.
  await expect.poll(() => fetch(development.inboxUrl).catch(() => null), { timeout: 60_000 }).not.toBeNull();
});

test('a text is found by words of it and by a click on the page, and the page that shows it comes and marks it', async ({
  page,
  development,
}) => {
  await page.goto(editor(development));
  await page.getByLabel('Find a text').fill('BRISTOL bs1');
  await page.getByRole('link', { name: 'The company › Contact details › Address' }).click();
  await expect(field(page, 'Address')).toBeFocused();
  await expect(page.getByLabel('Page in the preview')).toHaveValue('/about');
  await expect(shown(page).locator('[style*=outline]')).toContainText('Bristol');

  await page.getByLabel('Page in the preview').selectOption({ label: 'Mobility' });
  const feature = services.find(({ slug }) => slug === 'mobility')?.features[1]?.title ?? '';
  await shown(page).getByRole('heading', { name: feature }).click();
  await expect(page).toHaveURL(/#services\/mobility\.yaml:features:1:title$/);
  const title = field(page, 'Title');
  await expect(page.locator('#field\\.features\\.1\\.title')).toBeFocused();
  await expect(title).toHaveAttribute('spellcheck', 'true');

  await shown(page).getByText('ShipGuru', { exact: true }).first().click();
  const places = page.getByRole('region', { name: 'Texts that you clicked' });
  await places.getByRole('link', { name: /^ShipGuru › Title/ }).click();
  await expect(page).toHaveURL(/#products\/shipguru\.yaml:title$/);
});

test('entries change places by their buttons', async ({ page, development }) => {
  await page.goto(`${editor(development)}#about.yaml:values:items:0:title`);
  const titles = () =>
    page
      .locator('[id^="field.values.items."][id$=".title"]')
      .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).value));
  await expect(page.locator('[id="field.values.items.0.title"]')).toBeFocused();
  const [a, b, c] = await titles();
  await page.getByRole('button', { name: 'Down: Value 1' }).click();
  await expect.poll(titles).toEqual([b, a, c]);
  await expect(page.getByRole('button', { name: 'Down: Value 2' })).toBeFocused();
});

test('whoever opens the office of the development server is signed in, and what is published there comes into its file', async ({
  page,
  development,
}) => {
  await page.goto(editor(development));
  await page.getByRole('navigation').getByRole('link', { name: 'About', exact: true }).click();
  await field(page, 'Heading').fill('Another heading');
  await expect(heading(page)).toHaveText('Another heading');
  await field(page, 'Lead').fill('');
  const faults = page.getByRole('region', { name: 'To be put right' });
  await expect(faults).toContainText('About: Lead is empty');
  await faults.getByRole('link').click();
  await expect(field(page, 'Lead')).toBeFocused();
  await field(page, 'Lead').fill("It's short.");
  await expect(faults).toBeHidden();
  await button(page, 'Publish…').click();
  await page.getByLabel('Why, in one line').fill('Shorter');
  await button(page, 'Publish now').click();
  await expect(page.getByRole('main')).toContainText('Number 1');

  const before = development.readFile(about).split('\n');
  development.runAdmin('content', 'export', '.');
  const changed = development.readFile(about).split('\n');
  // Only the edited lines change, so that a reviewer sees them at once.
  expect(changed.filter((line) => !before.includes(line))).toEqual(['title: Another heading', 'lead: It’s short.']);
});

test('a case study is made of blocks, by keys too, and gets another address', async ({ page, development }) => {
  await page.goto(editor(development));
  const list = page.getByRole('navigation', { name: 'Texts' });
  await list.locator('summary', { hasText: 'Add a case study' }).click();
  await list.getByRole('textbox', { name: 'Name' }).fill('Labels at Ouseburn');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#case-studies\/labels-at-ouseburn\.yaml$/);
  await page.locator('summary', { hasText: 'Blocks' }).click();
  const text = page.locator('[id="field.blocks.0.text"]');
  await text.fill('Printed on Monday');
  await text.press('ControlOrMeta+A');
  await button(page, 'Bold').press('Enter');
  await expect(text).toHaveValue('**Printed on Monday**');
  await button(page, 'Add figures').press('Enter');
  await expect(page.locator('[id="field.blocks.1"]')).toBeFocused();
  await page.locator('summary', { hasText: 'Change address…' }).click();
  await field(page, 'Address: /case-studies/…').fill('ouseburn');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#case-studies\/ouseburn\.yaml$/);
});
