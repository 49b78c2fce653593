import { expect, type Page } from '@playwright/test';

import { testOf } from './development-server.ts';

const test = testOf('edit');
test.describe.configure({ mode: 'default', timeout: 120_000 });

const status = (page: Page) => page.getByRole('status');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).first().fill(text);

test('what is typed shows in the page beside it, is refused with the rule that it breaks, and is in its file once it is saved', async ({
  page,
  development,
}) => {
  const file = 'content/about.yaml';
  const before = development.read(file);
  await page.goto('/edit');
  await page.getByRole('navigation').getByRole('link', { name: 'About', exact: true }).click();
  await fill(page, 'Heading', 'Another heading');
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Another heading');
  await page.locator('summary', { hasText: 'In search results' }).click();
  const title = await page.getByLabel('Title', { exact: true }).first().inputValue();
  await fill(page, 'Title', 'Too short');
  await expect(page.getByText('has 9 characters; 10 to 55 are shown whole')).toBeVisible();
  await press(page, 'Save');
  await expect(status(page)).toContainText('Not saved yet');
  expect(development.read(file)).toBe(before);
  await fill(page, 'Title', title);
  await press(page, 'Save');
  await expect(status(page)).toHaveText('Saved.');
  // Nobody who reads the change later has to look for it.
  const [lines, changed] = [before.split('\n'), development.read(file).split('\n')];
  expect(changed.filter((line) => !lines.includes(line))).toEqual(['title: Another heading']);

  development.edit(file, (text) => text.replace('Another heading', 'Somebody else’s heading'));
  await fill(page, 'Heading', 'My heading');
  await press(page, 'Save');
  await expect(status(page)).toContainText('was changed elsewhere');
  expect(development.read(file)).toContain('Somebody else’s heading');
});

test('nobody but the form itself can change a word, and the form no other file', async ({ request, development }) => {
  const save = async (file: string, site?: string) => {
    const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site };
    return (await request.post('/edit/save', { data: { file, value: {}, version: '' }, headers })).status();
  };
  for (const site of [undefined, 'cross-site', 'same-site']) expect(await save('content/home.yaml', site)).toBe(403);
  expect(await save('../package.json', 'same-origin')).toBe(400);
  expect(development.read('content/home.yaml')).toContain('hero:');
});
