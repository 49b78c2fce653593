import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

import { about, home, services } from '../content/words.ts';
import { withDevelopment, type Development } from './development-server.ts';

const test = base.extend<object, { development: Development }>({
  // oxlint-disable-next-line no-empty-pattern
  development: [async ({}, use) => withDevelopment(use, 'tooling/dev/edit.ts'), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ development }, use) => use(development.url),
});

// One server for all, and one copy of the words: each test edits a file of its own.
test.describe.configure({ mode: 'default', timeout: 120_000 });

test.beforeEach(({ page }) => {
  page.on('dialog', (question) => void question.accept());
});

async function openEntry(page: Page, name: string): Promise<void> {
  await page.goto('/edit');
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const openPart = (page: Page, name: string) => page.locator('summary', { hasText: name }).first().click();
const shown = (page: Page) => page.frameLocator('iframe').getByRole('heading', { level: 1 });
const saved = (page: Page) => expect(page.getByRole('status')).toHaveText('Saved.');
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

test('what is typed shows in the page beside it, and is in its file once it is saved', async ({
  page,
  development,
}) => {
  const file = join(development.directory, 'content', 'about.yaml');
  const before = readFileSync(file, 'utf8');
  await openEntry(page, 'About');
  await page.getByLabel('Heading').fill('Another heading');
  await expect(shown(page)).toHaveText('Another heading');
  expect(readFileSync(file, 'utf8')).toBe(before);
  await save(page);
  await saved(page);
  // Nobody who reads the change later has to look for it.
  const changed = readFileSync(file, 'utf8').split('\n');
  expect(changed.filter((line) => !before.split('\n').includes(line))).toEqual(['title: Another heading']);
  expect(changed).toHaveLength(before.split('\n').length);
});

test('a text that breaks a rule is marked with the rule, and not saved', async ({ page, development }) => {
  const file = join(development.directory, 'content', 'strategic-consultation.yaml');
  const before = readFileSync(file, 'utf8');
  await openEntry(page, 'Strategic Consultation');
  await openPart(page, 'In search results');
  await page.getByLabel('Title', { exact: true }).first().fill('Too short');
  await expect(page.getByText('has 9 characters; 10 to 55 are shown whole')).toBeVisible();
  await save(page);
  await expect(page.getByRole('status')).toContainText('Not saved yet');
  expect(readFileSync(file, 'utf8')).toBe(before);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('has 9 characters')).toHaveCount(0);
});

test('nothing is saved that the check of the words would refuse, nor a typewriter’s marks', async ({
  page,
  development,
}) => {
  const file = join(development.directory, 'content', 'microsoft-partner.yaml');
  const before = readFileSync(file, 'utf8');
  await openEntry(page, 'Microsoft Partner');
  await openPart(page, 'In search results');
  await page.getByLabel('Title', { exact: true }).first().fill(home.seo.title);
  await save(page);
  await expect(page.getByText('repeats that of content/home.yaml')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(before);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('repeats that of')).toHaveCount(0);
  await page.getByLabel('Heading').fill(`The partner's "way"`);
  await save(page);
  await saved(page);
  expect(readFileSync(file, 'utf8')).toContain('The partner’s “way”');
});

test('a word that no dictionary has is one of ours when its writer says so', async ({ page, development }) => {
  await openEntry(page, 'Contact');
  await page.getByLabel('Heading').fill('Contact the Quuxers');
  await page.getByRole('button', { name: '“Quuxers” is right' }).click();
  await expect(page.getByText('British dictionary')).toHaveCount(0);
  const words = readFileSync(join(development.directory, 'content', 'dictionary.txt'), 'utf8');
  expect(words.split('\n')).toContain('Quuxers');
  await save(page);
  await saved(page);
});

test('what another has changed meanwhile is not written over', async ({ page, development }) => {
  const file = join(development.directory, 'content', 'resources.yaml');
  await openEntry(page, 'Resources');
  const others = readFileSync(file, 'utf8').replace(/^title: .*/m, 'title: Another’s heading');
  writeFileSync(file, others);
  await page.getByLabel('Heading').fill('My heading');
  await save(page);
  await expect(page.getByRole('status')).toContainText('was changed elsewhere');
  expect(readFileSync(file, 'utf8')).toBe(others);
});

test('a service that is added has its page and its place in the menu, until it is removed', async ({
  page,
  development,
}) => {
  const last = services.at(-1);
  await page.goto('/edit');
  await page.getByText('Add a service').click();
  await page.getByLabel('Name of the service').fill('Bridge Inspection');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bridge Inspection' })).toBeVisible();
  await openPart(page, 'In search results');
  await page.getByLabel('Title', { exact: true }).first().fill('Inspection of Bridges in Use');
  await page
    .getByLabel('Description', { exact: true })
    .first()
    .fill(
      'We look at each part of a bridge while it carries its traffic, and tell you what to repair first and what can wait.',
    );
  await page.getByLabel('Keyword').first().fill('bridge inspection');
  await page.getByLabel('Arrangement').selectOption({ label: last?.composition === 'row' ? 'ledger' : 'row' });
  await save(page);
  await saved(page);
  await expect(async () => {
    await page.goto('/services/bridge-inspection');
    await expect(page).toHaveTitle(/Inspection of Bridges in Use/, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const menu = page.locator('.services-deck').getByRole('link', { includeHidden: true });
  await expect(menu).toHaveCount(services.length + 1);
  await expect(menu.last()).toHaveText('Bridge Inspection');

  await openEntry(page, 'Bridge Inspection');
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await expect(page.getByRole('link', { name: 'Bridge Inspection' })).toHaveCount(0);
  expect(globSync('content/services/bridge*', { cwd: development.directory })).toEqual([]);
});

test('a part that may be left out is added and left out again, and entries are moved', async ({ page }) => {
  await openEntry(page, 'Business Processes');
  await openPart(page, 'Example table');
  const control = page
    .locator('details', { hasText: 'Example table' })
    .getByRole('button', { name: /^(?:Add|Leave out)$/ });
  await expect(control).toHaveCount(1);
  await openPart(page, 'Benefits');
  const benefits = page.locator('details', { hasText: 'Benefits' }).getByLabel('Benefit');
  const [first, second] = [await benefits.nth(0).inputValue(), await benefits.nth(1).inputValue()];
  await page.locator('details', { hasText: 'Benefits' }).getByRole('button', { name: 'Move down' }).first().click();
  await expect(benefits.nth(0)).toHaveValue(second);
  await expect(benefits.nth(1)).toHaveValue(first);
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('the form can be used with a screen reader', async ({ page }) => {
  await openEntry(page, 'Home');
  for (const part of await page.locator('details.part > summary').all()) await part.click();
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('nobody but the form itself can change a word', async ({ request, development }) => {
  const file = 'content/home.yaml';
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    const answer = await request.post('/edit/save', { data: { file, value: {}, version: '' }, headers });
    expect(answer.status()).toBe(403);
  }
  const headers = { 'sec-fetch-site': 'same-origin' };
  const outside = await request.post('/edit/save', {
    data: { file: '../package.json', value: {}, version: '' },
    headers,
  });
  expect(outside.status()).toBe(400);
  expect(readFileSync(join(development.directory, file), 'utf8')).toContain('hero:');
});

test('the public site has nothing of the form', async () => {
  expect(about.title).not.toBe('');
  const scripts = globSync('build/**/*.{js,html}').filter((file) =>
    /rjsf|editor-plugin/.test(readFileSync(file, 'utf8')),
  );
  expect(scripts).toEqual([]);
});
