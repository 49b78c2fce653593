import { expect, type Page } from '@playwright/test';

import { services } from '../../content/words.ts';
import { testOf } from './development-server.ts';

const test = testOf('edit');
test.describe.configure({ mode: 'default', timeout: 120_000 });

const about = 'content/about.yaml';
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true }).first();
const shown = (page: Page) => page.frameLocator('iframe:not([data-waiting])');
const heading = (page: Page) => shown(page).getByRole('heading', { level: 1 });

test('what is typed shows in the page beside it, is refused with the rule that it breaks, and is in its file once it is saved', async ({
  page,
  development,
}, testInfo) => {
  const before = development.read(about);
  await page.goto('/edit');
  await page.getByRole('navigation').getByRole('link', { name: 'About', exact: true }).click();
  const took: string[] = [];
  for (const text of ['One', 'Two', 'Another heading']) {
    await field(page, 'Heading').fill(text);
    await expect(heading(page)).toHaveText(text);
    took.push((await page.locator('[data-took]').getAttribute('data-took')) ?? '');
  }
  testInfo.annotations.push({ type: 'milliseconds from the last key to the page', description: took.join(', ') });
  console.log(`The page followed the last key in ${took.join(', ')} ms`);
  await field(page, 'Lead').fill('');
  await expect(page.getByRole('region', { name: 'To be put right' })).toContainText('About: Lead is empty');
  await button(page, 'Save').click();
  await expect(page.getByRole('region', { name: 'To be put right' })).toBeFocused();
  await page.getByRole('region', { name: 'To be put right' }).getByRole('link').click();
  await expect(field(page, 'Lead')).toBeFocused();
  expect(development.read(about)).toBe(before);
  await field(page, 'Lead').fill("It's short.");
  await expect(page.getByRole('region', { name: 'To be put right' })).toBeHidden();
  await button(page, 'Save').click();
  await expect(button(page, 'Save')).toBeDisabled();
  // Nobody who reads the change later has to look for it.
  const [lines, changed] = [before.split('\n'), development.read(about).split('\n')];
  expect(changed.filter((line) => !lines.includes(line))).toEqual(['title: Another heading', 'lead: It’s short.']);
});

test('a text is found by words of it and by a click on the page, and the page that shows it comes and marks it', async ({
  page,
}) => {
  await page.goto('/edit');
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

test('entries change places by their buttons and by dragging', async ({ page }) => {
  // All three entries stand in it: nothing is scrolled while one is dragged.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await page.goto('/edit#about.yaml:values:items:0:title');
  const titles = () =>
    page
      .locator('[id^="field.values.items."][id$=".title"]')
      .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).value));
  await expect(page.locator('[id="field.values.items.0.title"]')).toBeFocused();
  const [a, b, c] = await titles();
  await page.getByRole('button', { name: 'Down: Value 1' }).click();
  await expect.poll(titles).toEqual([b, a, c]);
  await expect(page.getByRole('button', { name: 'Down: Value 2' })).toBeFocused();
  const item = (index: number) => page.locator(`[id="field.values.items.${index}.item"]`);
  await item(2).locator('[draggable]').dragTo(item(0).locator('p').first());
  await expect.poll(titles).toEqual([c, b, a]);
});

test('nobody but the editor itself can change a word, and it answers to no other name of this machine', async ({
  request,
  development,
}) => {
  const save = async (site?: string, host = 'localhost') => {
    const headers: Record<string, string> = { host, ...(site !== undefined && { 'sec-fetch-site': site }) };
    return (await request.post('/edit/save', { form: { input: '{"file":"home.yaml"}' }, headers })).status();
  };
  for (const site of [undefined, 'cross-site', 'same-site']) expect(await save(site)).toBe(403);
  expect(await save('same-origin', 'rebound.example')).toBe(403);
  expect(await save('same-origin')).toBe(400);
  expect(development.read('content/home.yaml')).toContain('hero:');
});
